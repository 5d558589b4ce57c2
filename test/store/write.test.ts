import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, isDamage, openDatabase, storageError } from '../../src/main/store/database.ts';
import { asWrite, write } from '../../src/main/store/write.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

/** Two connections to one database; `other` has no timeout. */
function openTwo(): { db: Db; other: Db } {
  const file = join(temporaryFolder(), 'colophon.db');
  const db = openDatabase(file);
  const other = new Database(file, { timeout: 0 });
  onTestFinished(() => {
    db.close();
    other.close();
  });
  return { db, other };
}

const busy = expect.objectContaining({ code: 'SQLITE_BUSY' });

test("nothing else is written between a write's reads and changes", () => {
  const { db, other } = openTwo();
  write(db, () => {
    db.prepare('SELECT count(*) FROM settings').get();
    expect(() => other.exec("INSERT INTO settings (key, value) VALUES ('x', '1')")).toThrow(busy);
    db.exec("INSERT INTO settings (key, value) VALUES ('y', '1')");
  });
  expect(other.prepare('SELECT key FROM settings').pluck().all()).toEqual(['y']);
});

test('a failed write stores nothing, and a nested one fails on its own', () => {
  const { db } = openTwo();
  const set = asWrite(db, (name: string, isFailing: boolean) => {
    db.prepare("INSERT INTO settings (key, value) VALUES (?, '1')").run(name);
    if (isFailing) throw new Error(name);
  });
  expect(() => set('a', true)).toThrow('a');
  write(db, () => {
    set('b', false);
    expect(() => set('c', true)).toThrow('c');
  });
  expect(db.prepare('SELECT key FROM settings').pluck().all()).toEqual(['b']);
});

test('a locked data file is never reported as damaged', () => {
  const { db, other } = openTwo();
  write(db, () => {
    let thrown: unknown;
    try {
      other.exec('BEGIN IMMEDIATE');
    } catch (error) {
      thrown = storageError(error);
    }
    expect(thrown).toMatchObject({ code: 'storage', problem: { key: 'error.storageBusy.message' } });
    expect(isDamage(thrown)).toBe(false);
  });
});
