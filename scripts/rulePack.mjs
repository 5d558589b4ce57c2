// npm run rules:key -- FILE: makes a pair of keys for rule packs: the private one in FILE, outside of the project, the
// public one in resources/rulePackKey.json.
// npm run rules:sign -- --key FILE [PACK]: signs resources/rulePack.json, or another pack, with the private key of FILE.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const { isSignedBy, readSigned, writeSigned } = await import('../src/main/platform/rulePack/signedText.ts');

const publicFile = join(root, 'resources', 'rulePackKey.json');
const [command, ...args] = process.argv.slice(2);
if (command === 'key' && args.length === 1) makeKeys(resolve(args[0]));
else if (command === 'sign' && args[0] === '--key' && [2, 3].includes(args.length)) {
  signPack(resolve(args[1]), args[2] ? resolve(args[2]) : join(root, 'resources', 'rulePack.json'));
} else stop('Use npm run rules:key -- FILE, or npm run rules:sign -- --key FILE [PACK].');

function makeKeys(file) {
  // A private key in the project would be committed sooner or later.
  const path = relative(root, file);
  if (!path.startsWith('..') && !isAbsolute(path)) stop('The private key must be outside of the project.');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  writeFileSync(publicFile, `${JSON.stringify(publicKey.export({ format: 'jwk' }), null, 2)}\n`);
  console.log(`The private key is in ${file}. Now sign: npm run rules:sign -- --key ${file}`);
}

function signPack(keyFile, packFile) {
  const found = readSigned(readFileSync(packFile));
  if (!found) stop(`${packFile} does not begin with {"signature":"<88 characters>","pack": and end with }.`);
  const { version, date } = JSON.parse(found.payload.toString());
  const key = readFileSync(keyFile, 'utf8');
  const signed = writeSigned(found.payload, key);
  const own = JSON.parse(readFileSync(publicFile, 'utf8'));
  if (!isSignedBy(own, readSigned(signed)))
    stop(`${keyFile} is not the private half of resources/rulePackKey.json, but of ${publicHalf(key)}.`);
  writeFileSync(packFile, signed);
  console.log(`Signed version ${version} of ${date}: ${packFile}`);
}

function publicHalf(key) {
  return JSON.stringify(createPublicKey(key).export({ format: 'jwk' }));
}

function stop(problem) {
  console.error(problem);
  process.exit(1);
}
