// npm run fuzz:files: imports hostile files of 200 MB and a million records, each in its own process, and prints the cost.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const folder = join(root, 'test', 'fuzz');
const { hostileFiles } = await import(pathToFileURL(join(folder, 'hostileFiles.ts')).href);
const [only = ''] = process.argv.slice(2);
/** Limits for every file: memory in MB, and the longest time the main thread may be blocked, in ms. */
const maxMemory = 600;
const maxHeld = 1_000;
let failed = 0;
for (const [place, { name }] of hostileFiles.entries()) {
  if (!name.includes(only)) continue;
  const outcome = await take(place);
  const wrong = [
    ...outcome.wrong,
    ...(outcome.peak > maxMemory ? ['too much memory'] : []),
    ...(outcome.held > maxHeld ? ['the main thread was held'] : []),
  ];
  failed += wrong.length;
  const { megabytes, seconds, peak, held, records, problems, words } = outcome;
  console.log(
    `${wrong.length > 0 ? 'FAILED' : 'ok'}  ${name}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, peak ${peak.toFixed(0)} MB, held ${held.toFixed(0)} ms, ${records} records, ${problems} problems: ${[...wrong, words].join(' | ').slice(0, 300)}`,
  );
}
console.log(failed > 0 ? 'FAILED' : 'All files were read or refused with a message.');
process.exit(failed > 0 ? 1 : 0);

function take(place) {
  return new Promise((resolve) => {
    const child = fork(join(folder, 'takeHostileFile.ts'), [String(place)]);
    const nothing = { megabytes: 0, seconds: 0, peak: 0, held: 0, records: 0, problems: 0, words: '' };
    child.on('message', resolve);
    child.on('exit', (code) => resolve({ ...nothing, wrong: [`The process ended with ${code}.`] }));
  });
}
