import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** Ten writes in the main thread, then ten in a worker thread; each is logged before it begins. A lock is no write. */
const program = `
  import { appendFileSync } from 'node:fs';
  import { isMainThread, setEnvironmentData, Worker } from 'node:worker_threads';
  import { countStatements, createKillSwitch, createSharedPoint, sharedName } from ${asUrl('killPoint.ts')};
  import Database from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
  if (isMainThread) {
    const shared = createSharedPoint();
    setEnvironmentData(sharedName, shared);
    const killSwitch = createKillSwitch(shared);
    countStatements(killSwitch);
    killSwitch.set(JSON.parse(process.argv[2]));
  }
  const db = new Database(':memory:');
  db.exec('CREATE TABLE a (b)');
  const insert = db.prepare('INSERT INTO a VALUES (1)');
  const lock = db.transaction(() => undefined);
  for (let left = 10; left > 0; left--) {
    lock.immediate();
    appendFileSync(new URL('log', import.meta.url), isMainThread ? 'm' : 'w');
    insert.run();
  }
  if (isMainThread) new Worker(new URL(import.meta.url));`;

function asUrl(name: string): string {
  return JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
}

test.each([
  ['before write', 3, 'mmm'],
  ['after write', 10, 'mmmmmmmmmm'],
  ['before write', 12, 'mmmmmmmmmmww'],
  ['before write', 99, 'mmmmmmmmmmwwwwwwwwww'],
])('kills a program %s %i, in whatever thread', (at, number, log) => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-kill-'));
  writeFileSync(join(folder, 'program.mjs'), program);
  const preload = pathToFileURL(join(import.meta.dirname, 'killInThreads.ts')).href;
  const args = ['--import', preload, join(folder, 'program.mjs'), JSON.stringify({ at, number })];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(log);
  rmSync(folder, { recursive: true });
});
