import { copyFileSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Db, openDatabase } from '../../src/main/store/database.ts';
import { copyLog, flushLater, restartLog } from '../../src/main/store/flush.ts';
import { keepResponsive, retryWhileLocked } from '../../src/main/store/write.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const normal = 1;
const full = 2;

function openHere(file = join(temporaryFolder(), 'colophon.db')): Db {
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  return db;
}

const flushing = (db: Db) => db.pragma('synchronous', { simple: true });
const set = (db: Db, key: string) =>
  void db.prepare("INSERT INTO settings (key, value) VALUES (?, '1')").run(key);
const keys = (db: Db) => db.prepare('SELECT key FROM settings ORDER BY key').pluck().all();

/** Records the inode of each file that is flushed, or fails with `problem`. */
async function watchFlushes(problem?: Error) {
  const some = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const flushed: number[] = [];
  const spy = vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: FileHandle) {
    flushed.push((await this.stat()).ino);
    if (problem) throw problem;
  });
  return { flushed, stop: () => spy.mockRestore() };
}

test('a change is visible at once, and announced only when it is on disk', async () => {
  const db = openHere();
  const disk = Promise.withResolvers<void>();
  let isAnnounced = false;
  const saving = flushLater(
    db,
    () => {
      set(db, 'a');
      return 'saved';
    },
    () => disk.promise,
  ).finally(() => {
    isAnnounced = true;
  });
  expect(keys(db)).toEqual(['a']);
  await nextTurn();
  expect(isAnnounced).toBe(false);
  disk.resolve();
  expect(await saving).toBe('saved');
});

test('only the commits of its own work skip the flush', async () => {
  const db = openHere();
  const modes: unknown[] = [];
  const saving = flushLater(db, () => modes.push(flushing(db)));
  modes.push(flushing(db));
  await saving;
  const failing = () => {
    throw new Error('no');
  };
  await expect(flushLater(db, failing)).rejects.toThrow('no');
  modes.push(flushing(db));
  expect(modes).toEqual([normal, full, full]);
});

test('a disk that cannot be flushed is reported', async () => {
  const db = openHere();
  const broken = () => Promise.reject(new Error('EIO'));
  await expect(flushLater(db, () => set(db, 'a'), broken)).rejects.toThrow('EIO');
});

test('the write-ahead log is flushed, also if the database is reached by a link', async () => {
  const file = join(temporaryFolder(), 'colophon.db');
  openHere(file);
  const link = join(temporaryFolder(), 'link.db');
  symlinkSync(file, link);
  const db = openHere(link);
  const { flushed, stop } = await watchFlushes();
  try {
    await flushLater(db, () => set(db, 'a'));
    expect(flushed).toEqual([statSync(`${file}-wal`).ino]);
  } finally {
    stop();
  }
});

test('a log that cannot be flushed is copied into the database', async () => {
  const db = openHere();
  const { flushed, stop } = await watchFlushes(new Error('EIO'));
  try {
    await flushLater(db, () => set(db, 'a'));
    const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    expect(state).toMatchObject({ checkpointed: state!.log });
    expect(flushed).toHaveLength(1);
    const reader = openHere(db.name);
    reader.exec('BEGIN; SELECT * FROM settings');
    reader.prepare('SELECT * FROM settings').all();
    await expect(flushLater(db, () => set(db, 'b'))).rejects.toMatchObject({ code: 'storage' });
    reader.exec('COMMIT');
  } finally {
    stop();
  }
});

test('a database that is closed meanwhile has been flushed', async () => {
  const db = openHere();
  const saving = flushLater(db, () => set(db, 'a'));
  db.close();
  await saving;
});

test('a change that finds the database locked is repeated', async () => {
  const file = join(temporaryFolder(), 'colophon.db');
  const db = openHere(file);
  const other = openHere(file);
  keepResponsive(db);
  other.exec('BEGIN IMMEDIATE');
  const saving = retryWhileLocked(() => flushLater(db, () => set(db, 'a')));
  await nextTurn();
  other.exec('COMMIT');
  await saving;
  expect(keys(db)).toEqual(['a']);
});

test('copying the log brings all changes into the database', () => {
  const db = openHere();
  set(db, 'a');
  expect(copyLog(db)).toMatchObject({ isWhole: true });
  const copy = join(temporaryFolder(), 'copy.db');
  copyFileSync(db.name, copy);
  expect(keys(openHere(copy))).toEqual(['a']);
});

test('once the log has begun anew, the next commit elsewhere does not do it: that would wait for the disk', () => {
  const db = openHere();
  const thread = openHere(db.name);
  /** How often the log was begun (sqlite.org/fileformat2.html, section 4.1). */
  const begun = () => readFileSync(`${db.name}-wal`).readUInt32BE(12);
  set(thread, 'a');
  const before = begun();
  restartLog(thread);
  expect(begun()).toBe(before + 1);
  set(db, 'b');
  expect(begun()).toBe(before + 1);
  expect(keys(thread)).toEqual(['a', 'b']);
});
