// npm run mutants [-- group ... --file path --tests path --workers 1 --sample 300]: changes the rules, the outbox, the limiter
// and the write path in small ways, and lists the changes that their tests do not notice. All groups take hours, so npm test
// does not run it; `--sample` tries that many of a group's changes, drawn at random (again with `--seed`), and `--file` and
// `--tests` replace the files and the tests of the group.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { ensureRuntime, root } from './runtime.mjs';

await ensureRuntime(import.meta.url);
const groups = {
  rules: {
    // Except for a file that has only schemas, as in the next group.
    files: ['src/shared/{article,application,journal,text}/**/*.ts', '!**/applicationDraft.ts'],
    tests: 'test/shared/{article,application,journal,text}/**/*.test.ts',
  },
  outbox: {
    files: ['src/main/outbox/**/*.ts', 'src/shared/upload/**/*.ts', '!**/upload/upload.ts'],
    tests: 'test/{outbox,upload,applications,shared/upload}/**/*.test.ts',
  },
  limiter: {
    files: ['src/main/remote/rateLimiter.ts', 'src/main/remote/answers.ts'],
    tests: 'test/remote/{answers,rateLimiter}.test.ts',
    timeout: 5_000,
  },
  write: { files: ['src/main/store/write.ts'], tests: 'test/store/write.test.ts', timeout: 5_000 },
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true },
    tests: { type: 'string' },
    workers: { type: 'string', default: '2' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
process.chdir(root);
for (const name of positionals.length > 0 ? positionals : Object.keys(groups)) await run(name, groups[name]);

async function run(name, { files, tests, timeout = 20_000 }) {
  process.env.MUTANT_TESTS = values.tests ?? tests;
  process.env.MUTANT_TIMEOUT = String(timeout);
  process.env.MUTANT_SAMPLE = values.sample ?? '';
  process.env.MUTANT_SEED = values.seed;
  const results = await new Stryker({
    mutate: values.file ?? files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutantPlugins.mjs'],
    checkers: values.sample === undefined ? [] : ['sample'],
    vitest: { configFile: 'test/mutants.config.ts', pool: 'threads', related: false },
    // Stryker cannot read it with TypeScript 7; Vitest does not need it.
    tsconfigFile: 'none',
    // Texts and names of log entries are data: a test would only repeat them.
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: Number(values.workers),
    // More than a test may take: a loop that never ends is only noticed by this.
    timeoutMS: Math.max(10_000, timeout),
    // The first run, which records what each test covers, may take longer than the default of five minutes.
    dryRunTimeoutMinutes: 20,
    reporters: ['survivors', 'progress-append-only'],
    tempDirName: '.mutants',
    ignorePatterns: ['/bench', '/docs', '/out', '/dist'],
  }).runMutationTest();
  const of = (...states) => results.filter(({ status }) => states.includes(status)).length;
  const killed = of('Killed', 'Timeout');
  const tried = killed + of('Survived');
  const [covered, uncovered] = [tried + of('CompileError'), of('NoCoverage')];
  // Changes that no test reaches survive without being tried.
  const share = (100 * (killed / tried) * covered) / (covered + uncovered);
  const sample = values.sample === undefined ? '' : `, drawn with seed ${values.seed} from ${covered}`;
  console.log(
    `${name}: ${killed} of ${tried} mutants killed${sample}; ${uncovered} reached by no test; ${share.toFixed(1)} %`,
  );
}
