// npm run chaos: editors' actions and every fault by a seed, against the sandbox; after each round nothing may be lost or wrong.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureRuntime, root } from './runtime.mjs';

ensureRuntime(import.meta.url);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});
// The disk in memory is given back however it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const { runChaos } = await import(pathToFileURL(join(root, 'test', 'chaos', 'chaos.ts')).href);
console.log(`Chaos with seed ${seed}. The same seed gives the same script; timing may differ.`);
const result = await runChaos({
  seed,
  minutes: Number(values.minutes),
  ...(values.rounds ? { rounds: Number(values.rounds) } : {}),
  ...(values.only ? { only: values.only.split(',') } : {}),
  ...(values.keep ? { keep: values.keep } : {}),
  say: (line) => console.log(line),
});
if (result.problems.length > 0) {
  console.log('\nThe last actions:');
  for (const line of result.past.slice(-120)) console.log(`  ${line}`);
  console.log('\nWhat does not hold:');
  for (const problem of result.problems) console.log(`  ${problem}`);
  const only = values.only ? ` --only "${values.only}"` : '';
  console.log(`\nTo play it again: npm run chaos -- --seed ${seed} --rounds ${result.rounds}${only}`);
}
console.log('\nSteps of items, uploads and applications:');
for (const [step, times] of Object.entries(result.steps)) console.log(`  ${step}: ${times}`);
const { rounds, actions, faults, kills, seconds } = result;
console.log(
  `${result.problems.length === 0 ? 'clean' : 'FAILED'}: ${rounds} rounds, ${actions} actions, ${faults} faults, ${kills} kills, ${seconds} seconds, seed ${seed}`,
);
process.exit(result.problems.length > 0 ? 1 : 0);
