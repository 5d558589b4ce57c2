// npm test: runs all tests and ends with one line that sums up the reports of the runners.
// npm run test:full also runs tests that repeat others in another look or language, every screen in every theme, and
// slow properties with more random cases.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureRuntime, root } from './runtime.mjs';
import { seedOfTheDay } from './seedOfTheDay.mjs';
import { provideSystemPackages } from './systemPackages.mjs';
import { addUp, readChaos, readPlaywright, readVitest, single } from './testReports.mjs';

await ensureRuntime(import.meta.url);
process.chdir(root);
const isFull = process.argv.includes('--full');
const reports = mkdtempSync(join(isFull ? tmpdir() : fastFolder(), 'colophon-test-'));
const tool = (name, ...path) => join(root, 'node_modules', name, ...path);
const tools = {
  tsc: tool('typescript', 'bin', 'tsc'),
  biome: tool('@biomejs', 'biome', 'bin', 'biome'),
  oxlint: tool('oxlint', 'bin', 'oxlint'),
  knip: tool('knip', 'bin', 'knip.js'),
  electronVite: tool('electron-vite', 'bin', 'electron-vite.js'),
  vite: tool('vite', 'bin', 'vite.js'),
  vitest: tool('vitest', 'vitest.mjs'),
  playwright: tool('@playwright', 'test', 'cli.js'),
};
// Hundreds of processes start from the same sources, which are compiled once.
process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled');
if (isFull) Object.assign(process.env, { COLOPHON_TEST_THEMES: 'all', COLOPHON_TEST_FULL: 'yes' });
const seed = seedOfTheDay(new Date(), process.env);
console.log(`The seed of the chaos run is ${seed}; set COLOPHON_CHAOS_SEED for another one.`);
const has = provideSystemPackages();
// What tests leave behind is removed with the reports. PostgreSQL's own user must be able to enter.
process.env.TMPDIR = join(reports, 'tmp');
mkdirSync(process.env.TMPDIR);
chmodSync(reports, 0o711);
const underWay = new Map();
const reminder = setInterval(remind, 60_000);

const checks = Promise.all([
  run('types', tools.tsc, ['--noEmit']),
  run('lint', tools.biome, ['check', '.']),
  run('promises', tools.oxlint, ['--type-aware', '-c', 'oxlint.json', 'src', 'scripts']),
  run('unused', tools.knip, []),
]);
const programs = ['--config', 'test/helpers/programs.config.ts'];
const builds = await Promise.all([
  run('build', tools.electronVite, ['build', '--logLevel', 'warn']),
  run('build of test programs', tools.vite, ['build', '--logLevel', 'warn', ...programs]),
]);
const built = builds.every(Boolean);
const [types, lint, promises, unused] = await checks;
// Tests then start the threads and programs that were just built; otherwise the sources, and never an older build
// (test/helpers/programFiles.ts).
if (built) process.env.COLOPHON_TEST_BUILT = 'yes';
else delete process.env.COLOPHON_TEST_BUILT;
// Steps that use both processors run one after another; those that mostly wait run alongside.
const results = [
  single('build', built),
  single('types', types),
  single('lint', lint),
  single('promises', promises),
  single('unused', unused),
  ...(await Promise.all([
    vitest('unit and shell tests', []),
    chaos(),
    has.keychain.ok ? keychainTests() : skipped('real keychain', has.keychain.reason),
  ])),
  ...(await Promise.all([
    playwright('Electron stand-in', 'test/electron/playwright.config.ts'),
    playwright('browser tests', 'test/e2e/playwright.config.ts'),
  ])),
];
clearInterval(reminder);
remove(reports);
const total = addUp(results);
for (const line of total.lines) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

/** A process left behind by a test may still write there; that must not hide the results. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.log(`${folder} could not be removed: ${error.message}`);
  }
}

/** A folder in memory if there is room: tests wait for thousands of writes to reach the disk, as test:full still does. */
function fastFolder() {
  const shared = '/dev/shm';
  if (!existsSync(shared)) return tmpdir();
  const { bavail, bsize } = statfsSync(shared);
  return bavail * bsize > 4e9 ? shared : tmpdir();
}

/** Resolves to whether the tool succeeded, after printing its output in one piece. */
function run(title, script, args, { env = {}, wrap } = {}) {
  const command = [process.execPath, script, ...args];
  const [program, ...rest] = wrap ? wrap(command) : command;
  const nodeFirst = [join(process.execPath, '..'), join(root, 'node_modules', '.bin'), process.env.PATH];
  const began = Date.now();
  underWay.set(title, began);
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours(), PATH: nodeFirst.join(delimiter), ...env },
  });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => written.push(piece));
  return new Promise((resolve) => {
    const end = (isOk) => {
      underWay.delete(title);
      console.log(`\n== ${title} (${seconds(began)} s)`);
      process.stdout.write(Buffer.concat(written));
      resolve(isOk);
    };
    child.once('error', (error) => {
      written.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    // Not `close`, since a daemon that a tool left behind may hold the pipe open.
    child.once('exit', (code) => {
      const closed = Promise.race([once(child, 'close'), delay(2_000)]);
      closed.then(
        () => end(code === 0),
        () => end(false),
      );
    });
  });
}

/** The tools write into a pipe, although the output may end up in a terminal. */
function colours() {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}

function remind() {
  const list = [...underWay].map(([title, began]) => `${title} (${seconds(began)} s)`);
  console.log(`... running: ${list.join(', ')}`);
}

function seconds(began) {
  return Math.round((Date.now() - began) / 1000);
}

async function vitest(title, args, options) {
  const file = join(reports, `${title.replace(/\W+/g, '-')}.json`);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const isOk = await run(title, tools.vitest, ['run', ...args, ...outputs], options);
  return readVitest(title, file, isOk);
}

async function playwright(title, config) {
  if (!built) return single(`${title} (nothing was built)`, false);
  if (!has.browser.ok) return skipped(title, has.browser.reason);
  const file = join(reports, `${title.replace(/\W+/g, '-')}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const isOk = await run(title, tools.playwright, ['test', '--config', config, '--reporter=line,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return readPlaywright(title, file, isOk);
}

/** A minute of chaos with the seed of the day: other faults every day, the same for everybody on one day; at night in a browser, too. */
async function chaos() {
  const title = `chaos with seed ${seed}`;
  const file = join(reports, 'chaos.json');
  const script = join(root, 'scripts', 'chaos.mjs');
  const browser = isFull && built && has.browser.ok ? ['--browser'] : [];
  const isOk = await run(title, script, [
    '--minutes',
    '1',
    '--seed',
    String(seed),
    '--report',
    file,
    ...browser,
  ]);
  return readChaos(title, file, isOk);
}

function keychainTests() {
  return vitest('real keychain', ['--config', 'test/keychain/vitest.config.ts'], {
    wrap: (command) => [
      'dbus-run-session',
      '--',
      'sh',
      join(root, 'test', 'keychain', 'withKeyring.sh'),
      ...command,
    ],
  });
}

function skipped(title, reason) {
  return { title, passed: 0, failed: 0, skipped: [{ name: title, reason }], failures: [] };
}
