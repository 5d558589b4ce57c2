import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Db, isDamage, openDatabase, storageError } from '../../src/main/store/database.ts';
import {
  asWrite,
  DatabaseLocked,
  keepResponsive,
  readTogether,
  retryWhileLocked,
  whenUnlocked,
  write,
  writeSignalOf,
} from '../../src/main/store/write.ts';
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

const lock = (other: Db) => void other.exec('BEGIN IMMEDIATE');
const unlock = (other: Db) => void other.exec('COMMIT');
/** Locks the database until `db` sets how long it waits for the lock. */
function lockUntilAwaited(db: Db, other: Db): void {
  lock(other);
  const pragma = db.pragma.bind(db);
  vi.spyOn(db, 'pragma').mockImplementationOnce((...given) => {
    unlock(other);
    return pragma(...given);
  });
}

const keys = (db: Db) => db.prepare('SELECT key FROM settings ORDER BY key').pluck().all();
const set = (db: Db, key: string) =>
  void db.prepare("INSERT INTO settings (key, value) VALUES (?, '1')").run(key);

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

test('reads that belong together see one state of the database', () => {
  const { db, other } = openTwo();
  const seen = readTogether(db, () => {
    const before = keys(db);
    set(other, 'x');
    return [before, keys(db)];
  });
  expect(seen).toEqual([[], []]);
  expect(keys(db)).toEqual(['x']);
});

test('an error of the work is thrown as it is, even one about a lock', () => {
  const { db } = openTwo();
  for (const error of [new Error('x'), Object.assign(new Error('y'), { code: 'SQLITE_BUSY' }), 'z']) {
    let calls = 0;
    const failing = () =>
      write(db, () => {
        calls++;
        throw error;
      });
    expect(failing).toThrow(error as Error);
    expect(calls).toBe(1);
  }
});

describe('on a connection that never blocks its thread for long', () => {
  function openResponsive() {
    const parts = openTwo();
    keepResponsive(parts.db);
    return parts;
  }

  test.each([
    ['a transaction', (db: Db) => write(db, () => set(db, 'a'))],
    ['a statement', (db: Db) => set(db, 'a')],
    [
      'a statement with one row',
      (db: Db) => db.prepare("INSERT INTO settings (key, value) VALUES ('a', '1') RETURNING key").get(),
    ],
    [
      'a statement with rows',
      (db: Db) => db.prepare("INSERT INTO settings (key, value) VALUES ('a', '1') RETURNING key").all(),
    ],
  ])('%s that cannot be repeated later waits for the lock', async (_name, act) => {
    const { db, other } = openResponsive();
    const patience = db.pragma('busy_timeout');
    lockUntilAwaited(db, other);
    act(db);
    expect(keys(db)).toEqual(['a']);
    expect(db.pragma).toHaveBeenCalledWith('busy_timeout = 10000');
    expect(db.pragma('busy_timeout')).toEqual(patience);
  });

  test.each([
    ['has done nothing', () => undefined],
    ['has only read', (db: Db) => void keys(db)],
    ['has called work that did nothing', () => void retryWhileLocked(() => undefined)],
    [
      'has written nothing that was kept',
      (db: Db) => {
        const failing = () =>
          write(db, () => {
            write(db, () => set(db, 'x'));
            throw new Error('undone');
          });
        expect(failing).toThrow('undone');
      },
    ],
  ])('work that %s before it meets a lock is repeated when the lock is gone', async (_name, first) => {
    const { db, other } = openResponsive();
    const errors: unknown[] = [];
    const done = retryWhileLocked(() => {
      first(db);
      if (errors.length === 0) lock(other);
      try {
        write(db, () => set(db, 'a'));
      } catch (error) {
        errors.push(error);
        throw error;
      }
      return 'done';
    });
    expect(errors).toEqual([expect.any(DatabaseLocked)]);
    unlock(other);
    expect(await done).toBe('done');
    expect(errors).toHaveLength(1);
    expect(keys(db)).toEqual(['a']);
  });

  test.each([
    ['has written', (db: Db) => set(db, 'x')],
    ['has called work that wrote', (db: Db) => void retryWhileLocked(() => set(db, 'x'))],
    ['has awaited something', async () => undefined],
  ])('work that %s waits for a lock and is not repeated', async (_name, first) => {
    const { db, other } = openResponsive();
    let calls = 0;
    await retryWhileLocked(async () => {
      calls++;
      const waited = first(db);
      if (waited) await waited;
      lockUntilAwaited(db, other);
      set(db, 'a');
    });
    expect(calls).toBe(1);
    expect(keys(db)).toContain('a');
  });

  test('work that fails for another reason is not repeated', async () => {
    let calls = 0;
    const failing = retryWhileLocked(() => {
      calls++;
      throw new Error('full');
    });
    await expect(failing).rejects.toThrow('full');
    expect(calls).toBe(1);
  });

  test('a lock that lasts for more than a minute fails the work with the error of the database', async () => {
    const { db, other } = openResponsive();
    lock(other);
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const failing = retryWhileLocked(() => set(db, 'a'));
    vi.advanceTimersByTime(61_000);
    await expect(failing).rejects.toThrow(busy);
  });

  test('all callers that wait for a lock share its checks, which continue until it is gone', async () => {
    const { db, other } = openResponsive();
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    void whenUnlocked(db).then(end);
    await Promise.resolve();
    expect(isOver).toBe(true);
    isOver = false;
    lock(other);
    const waits = [whenUnlocked(db), whenUnlocked(db)];
    expect(waits[0]).toBe(waits[1]);
    void waits[0]!.then(end);
    const looks = vi.spyOn(db, 'pragma');
    await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(6);
    expect(isOver).toBe(false);
    unlock(other);
    await waits[0];
    lock(other);
    expect(whenUnlocked(db, 0)).not.toBe(waits[0]);
  });

  test('only the first of several callers blocks for a moment, because the others would meet the same lock', async () => {
    const { db, other } = openResponsive();
    lock(other);
    const pragma = vi.spyOn(db, 'pragma');
    const patience: unknown[][] = [];
    const writeOnce = (key: string) =>
      retryWhileLocked(() => {
        pragma.mockClear();
        try {
          set(db, key);
        } catch (error) {
          patience.push(pragma.mock.calls.map(([sql]) => sql));
          throw error;
        }
      });
    const done = Promise.all([writeOnce('a'), writeOnce('b')]);
    expect(patience).toEqual([[], expect.arrayContaining(['busy_timeout = 0'])]);
    unlock(other);
    await done;
    expect(keys(db)).toEqual(['a', 'b']);
  });

  test('announces to other threads that it wants to write or waits for their lock, and not that it reads', async () => {
    const { db, other } = openResponsive();
    const signal = writeSignalOf(db);
    const isGiven = () => Atomics.exchange(signal, 0, 0) === 1;
    expect(writeSignalOf(db)).toBe(signal);
    keys(db);
    expect(isGiven()).toBe(false);
    set(db, 'a');
    expect(isGiven()).toBe(true);
    lock(other);
    await whenUnlocked(db, 0);
    unlock(other);
    expect(isGiven()).toBe(true);
    write(db, () => {
      isGiven();
      void whenUnlocked(db);
      expect(isGiven()).toBe(false);
    });
    db.close();
    await whenUnlocked(db);
    expect(isGiven()).toBe(false);
  });

  test('nobody waits for a lock longer than asked, nor for a closed connection or its own transaction', async () => {
    const { db, other } = openResponsive();
    lock(other);
    await whenUnlocked(db, 0);
    unlock(other);
    await write(db, () => [whenUnlocked(db)])[0];
    db.close();
    await whenUnlocked(db);
  });
});
