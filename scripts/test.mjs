// npm test: everything that can be tested here, with one line at the end that adds up the runners' own reports.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureRuntime, root } from './runtime.mjs';
import { provideSystemPackages } from './systemPackages.mjs';
import { addUp, readPlaywright, readVitest, single } from './testReports.mjs';

ensureRuntime(import.meta.url);
process.chdir(root);
const reports = mkdtempSync(join(tmpdir(), 'colophon-test-'));
const tool = (name, ...path) => join(root, 'node_modules', name, ...path);
const tools = {
  tsc: tool('typescript', 'bin', 'tsc'),
  biome: tool('@biomejs', 'biome', 'bin', 'biome'),
  vite: tool('electron-vite', 'bin', 'electron-vite.js'),
  vitest: tool('vitest', 'vitest.mjs'),
  playwright: tool('@playwright', 'test', 'cli.js'),
};
// Hundreds of processes are started from the same sources: they are read and compiled once.
process.env.NODE_COMPILE_CACHE ??= join(reports, 'compiled');
const has = provideSystemPackages();
const results = [];

results.push(single('types', run('types', tools.tsc, ['--noEmit'])));
results.push(single('lint', run('lint', tools.biome, ['check', '.'])));
const built = run('build', tools.vite, ['build', '--logLevel', 'warn']);
results.push(single('build', built));
results.push(vitest('unit and shell tests', []));
results.push(has.keychain.ok ? keychainTests() : skipped('real keychain', has.keychain.reason));
for (const [title, config] of [
  ['browser tests', 'test/e2e/playwright.config.ts'],
  ['Electron stand-in', 'test/electron/playwright.config.ts'],
]) {
  if (!built) results.push(single(`${title} (nothing was built)`, false));
  else results.push(has.browser.ok ? playwright(title, config) : skipped(title, has.browser.reason));
}
rmSync(reports, { recursive: true, force: true });
const total = addUp(results);
for (const line of total.lines) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);

function run(title, script, args, { env = {}, wrap } = {}) {
  console.log(`\n== ${title}`);
  const command = [process.execPath, script, ...args];
  const [program, ...rest] = wrap ? wrap(command) : command;
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  const nodeFirst = `${join(process.execPath, '..')}${process.platform === 'win32' ? ';' : ':'}${path}`;
  const done = spawnSync(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, PATH: nodeFirst, ...env },
  });
  return done.status === 0;
}

function vitest(title, args, options) {
  const file = join(reports, `${title.replace(/\W+/g, '-')}.json`);
  const ok = run(
    title,
    tools.vitest,
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    options,
  );
  return readVitest(title, file, ok);
}

function playwright(title, config) {
  const file = join(reports, `${title.replace(/\W+/g, '-')}.json`);
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const ok = run(title, tools.playwright, ['test', '--config', config, '--reporter=line,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return readPlaywright(title, file, ok);
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
