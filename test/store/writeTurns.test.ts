import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../src/main/store/database.ts';
import { longestLog } from '../../src/main/store/flush.ts';
import { createWriteTurns } from '../../src/main/store/writeTurns.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const megabyte = 1_000_000;

function openHere(file = join(temporaryFolder(), 'colophon.db')): Db {
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  return db;
}

const logBytes = ({ name }: Db) => statSync(`${name}-wal`).size;
const autocheckpoint = (db: Db) => db.pragma('wal_autocheckpoint', { simple: true });

/** Writes as an import does, in turns, by a connection that does not copy the log before it is `pages` long. */
async function writeMuch(db: Db, turns: ReturnType<typeof createWriteTurns>, megabytes: number, pages = 0) {
  const writer = openHere(db.name);
  writer.pragma('synchronous = NORMAL');
  writer.pragma(`wal_autocheckpoint = ${pages}`);
  const put = writer.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)');
  let longest = 0;
  await turns.whileWriting(async () => {
    for (let n = 0; n < megabytes; n++) {
      const giveBack = await new Promise<() => void>((resolve) => turns.take(resolve));
      put.run(`key ${n % 50}`, JSON.stringify(String.fromCharCode(97 + (n % 26)).repeat(megabyte)));
      giveBack();
      longest = Math.max(longest, logBytes(db));
      await sleep(1);
    }
  });
  return longest;
}

test('the log is copied while others write, so that it stays short, and by no commit of the main thread', async () => {
  const db = openHere();
  const turns = createWriteTurns(db, workerFiles.logWorker);
  const writing = writeMuch(db, turns, 300);
  await sleep(1);
  expect(autocheckpoint(db)).toBe(longestLog);
  expect(await writing).toBeLessThan(200 * megabyte);
  await turns.end();
  expect(autocheckpoint(db)).toBe(1000);
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  // The page with which it began anew.
  expect(state!.log - Math.max(0, state!.checkpointed)).toBeLessThanOrEqual(1);
});

test('work that begins while the log is copied after other work is followed, too', async () => {
  const db = openHere();
  const turns = createWriteTurns(db, workerFiles.logWorker);
  await writeMuch(db, turns, 2);
  await writeMuch(db, turns, 2);
  await turns.end();
  expect(autocheckpoint(db)).toBe(1000);
  const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  expect(state!.log).toBeLessThanOrEqual(1);
});

test('without the thread, whoever writes a lot copies the log', async () => {
  const db = openHere();
  const turns = createWriteTurns(db, new URL('./none.js', import.meta.url));
  const longest = await writeMuch(db, turns, 150, longestLog);
  expect(longest).toBeGreaterThan(longestLog * 4_000);
  expect(longest).toBeLessThan(longestLog * 4_096 + 5 * megabyte);
  await turns.end();
  expect(autocheckpoint(db)).toBe(1000);
});
