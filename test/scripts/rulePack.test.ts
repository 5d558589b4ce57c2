import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../helpers/sources.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const publicKey = join(root, 'resources', 'rulePackKey.json');

function script(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/rulePack.mjs', ...args], { cwd: root, encoding: 'utf8' });
}

test('no private key is written into the project, or over another one', () => {
  const before = readFileSync(publicKey, 'utf8');
  for (const file of ['key.pem', './resources/key.pem', join(root, 'key.pem')]) {
    const said = script('key', file);
    expect(said.stderr).toContain('outside of the project');
    expect(said.status).toBe(1);
    expect(existsSync(join(root, file))).toBe(false);
  }
  const mine = join(temporaryFolder(), 'mine.pem');
  writeFileSync(mine, 'precious');
  expect(script('key', mine).status).not.toBe(0);
  expect(readFileSync(mine, 'utf8')).toBe('precious');
  expect(readFileSync(publicKey, 'utf8')).toBe(before);
});

test('a pack is not signed with a key that no copy of Colophon would accept', () => {
  const folder = temporaryFolder();
  const [key, pack] = [join(folder, 'key.pem'), join(folder, 'pack.json')];
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  copyFileSync(join(root, 'resources', 'rulePack.json'), pack);
  const { mtimeMs } = statSync(pack);
  const said = script('sign', '--key', key, pack);
  expect(said.stderr).toContain('is not the private half of resources/rulePackKey.json');
  expect(said.stderr + said.stdout).not.toContain('PRIVATE KEY');
  expect(said.status).toBe(1);
  expect(statSync(pack).mtimeMs).toBe(mtimeMs);
});
