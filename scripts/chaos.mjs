// npm run chaos: random user actions and faults from a seed, against the sandbox. Data must be intact after each round.
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    // The number of random seeds to run one after the other, each for `minutes`.
    seeds: { type: 'string', default: '1' },
    // Loads every processor during all runs, or during every second one.
    busy: { type: 'boolean', default: false },
    'half-busy': { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    steps: { type: 'string' },
    plant: { type: 'string' },
    // Several people in one office on PostgreSQL, with faults between them; `--people 5` of them.
    office: { type: 'boolean', default: false },
    people: { type: 'string' },
    keep: { type: 'string' },
    // Plays the file of a script, as in test/chaos/failed, instead of a seed.
    script: { type: 'string' },
    // Keeps a page open in Chromium, after `npm run build`, and looks at a screen after each action.
    browser: { type: 'boolean', default: false },
    // Plays each seed twice and compares what a seed repeats.
    doublecheck: { type: 'boolean', default: false },
    // Keeps the script of a failed run in test/chaos/failed.
    remember: { type: 'boolean', default: false },
    // A JSON file for `npm test` with the result of the last run.
    report: { type: 'string' },
  },
});
// Shares compiled sources between the many starts.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'chaos');
// Releases the in-memory disk on Ctrl C, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const load = (name) => import(pathToFileURL(join(root, 'test', 'chaos', name)).href);
const [
  { actions, runChaos },
  { runOfficeChaos },
  { commandOf, reportOf },
  { readScript, scriptText },
  { compareRuns, leftOut },
] = await Promise.all(
  ['chaos.ts', 'office/officeChaos.ts', 'report.ts', 'script.ts', 'fingerprint.ts'].map(load),
);
const script = values.script ? readScript(values.script) : undefined;
if (script) values.seed = String(script.seed);
if (script?.people !== undefined) values.office = true;

const runs = Array.from({ length: Number(values.seeds) }, (_, place) => ({
  seed: values.seed === undefined ? randomInt(1_000_000) : Number(values.seed) + place,
  isBusy: values.busy || (values['half-busy'] && place % 2 === 1),
}));
const ended = [];
for (const run of runs) ended.push({ ...run, isClean: await play(run) });
if (runs.length > 1) {
  console.log('');
  for (const { seed, isBusy, isClean } of ended)
    console.log(`${isClean ? 'clean' : 'FAILED'}: seed ${seed}${isBusy ? ', processors busy' : ''}`);
}
process.exit(ended.every(({ isClean }) => isClean) ? 0 : 1);

async function play({ seed, isBusy }) {
  const options = {
    seed,
    ...(script ? { script } : {}),
    // With a given number of rounds there is no time limit.
    ...(script
      ? {}
      : values.rounds
        ? { rounds: Number(values.rounds) }
        : { minutes: Number(values.minutes) }),
    ...(values.only ? { only: values.only.split(',') } : {}),
    ...(values.steps ? { steps: Number(values.steps) } : {}),
    ...(values.plant ? { plant: values.plant } : {}),
    ...(values.office ? { office: true } : {}),
    ...(values.people ? { people: Number(values.people) } : {}),
    ...(values.browser ? { browser: true } : {}),
    ...(values.keep ? { keep: values.keep } : {}),
    say: (line) => console.log(line),
  };
  console.log(
    `Chaos with seed ${seed}. The same seed gives the same script; the report says what may differ.`,
  );
  const busy = isBusy ? Array.from({ length: availableParallelism() }, busyLoop) : [];
  try {
    if (values.doublecheck) return await playTwice(options);
    const result = await (values.office ? runOfficeChaos(options) : runChaos(options));
    for (const line of reportOf(options, result)) console.log(line);
    if (values.report) {
      const { rounds, problems } = result;
      const report = { rounds, problems, command: commandOf(options, result) };
      writeFileSync(values.report, JSON.stringify(report));
    }
    if (values.remember && result.problems.length > 0) {
      const [{ check, text }] = result.problems;
      const file = join(root, 'test', 'chaos', 'failed', `${seed}.json`);
      writeFileSync(file, scriptText({ ...result.script, found: `${check}: ${text.slice(0, 200)}` }));
      console.log(`Its script is kept in ${file}.`);
    }
    return result.problems.length === 0;
  } catch (error) {
    console.log(`FAILED: the run itself ended early, seed ${seed}\n`, error);
    return false;
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()));
  }
}

/** The two runs go on at the same time, as different processes would be scheduled. */
async function playTwice(options) {
  const both = { ...options, rounds: Number(values.rounds ?? 1), isSettled: true, minutes: undefined };
  const runs = await Promise.all([runChaos(both), runChaos(both)]);
  const [first, second] = runs.map((run) => ({ ...run, results: run.trace.lines }));
  const { lines, isSame } = compareRuns(first, second);
  for (const line of [...lines, ...leftOut(actions.filter(({ isTimed }) => isTimed).map(({ name }) => name))])
    console.log(line);
  const problems = runs.flatMap((run) => run.problems.map(({ check, text }) => `${check}: ${text}`));
  for (const problem of problems) console.log(problem);
  console.log(`${isSame ? 'the same twice' : 'DIFFERENT'}: seed ${options.seed}`);
  return isSame && problems.length === 0;
}

function busyLoop() {
  return new Worker('for (;;);', { eval: true });
}
