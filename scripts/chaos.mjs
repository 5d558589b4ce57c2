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
    steps: { type: 'string' },
    plant: { type: 'string' },
    keep: { type: 'string' },
  },
});
// The many starts compile the sources once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'chaos');
// The disk in memory is given back however it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const load = (name) => import(pathToFileURL(join(root, 'test', 'chaos', name)).href);
const [{ runChaos }, { reportOf }] = await Promise.all([load('chaos.ts'), load('report.ts')]);
const options = {
  seed: values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed),
  // Whoever asks for rounds wants these, however long they take.
  ...(values.rounds ? { rounds: Number(values.rounds) } : { minutes: Number(values.minutes) }),
  ...(values.only ? { only: values.only.split(',') } : {}),
  ...(values.steps ? { steps: Number(values.steps) } : {}),
  ...(values.plant ? { plant: values.plant } : {}),
  ...(values.keep ? { keep: values.keep } : {}),
  say: (line) => console.log(line),
};
console.log(`Chaos with seed ${options.seed}. The same seed gives the same script; timing may differ.`);
const result = await runChaos(options);
for (const line of reportOf(options, result)) console.log(line);
process.exit(result.problems.length > 0 ? 1 : 0);
