import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { makePrivate } from '../platform/files/privateFiles.ts';
import { type Db, isDamage, openShared } from './database.ts';
import { withStorageErrors } from './withStorageErrors.ts';
import { keepResponsive, retryWhileLocked, write } from './write.ts';

/** The used part of a directory's limit; times are milliseconds of the system's monotonic clock. */
interface LimitState {
  tokens: number;
  atMs: number;
  heldUntilMs: number;
}

/** After this many milliseconds, any limit is refilled and any pause is over. */
const keptFor = 24 * 3_600_000;
const name = 'limits.db';
const fileEnds = ['', '-wal', '-shm'];

/**
 * Opens the file in which every Colophon of this user counts its requests, by service: `shared` is the folder of the
 * user, and `own`, the data folder, is used where nothing can be written there. A damaged file is recreated: it holds
 * only the last few seconds. Throws AppError `storage` if neither folder can be used.
 */
export function openLimitFile(shared: string | undefined, own: string, clock: Pick<Clock, 'monotonic'>) {
  const db = (shared === undefined ? null : tryOpen(shared)) ?? open(own);
  db.prepare('DELETE FROM limits WHERE at_ms < ?').run(clock.monotonic() - keptFor);
  const load = db.prepare<[string], LimitState>(
    'SELECT tokens, at_ms AS atMs, held_until_ms AS heldUntilMs FROM limits WHERE service = ?',
  );
  const save = db.prepare<LimitState & { service: string }>(
    'INSERT OR REPLACE INTO limits (service, tokens, at_ms, held_until_ms) VALUES (@service, @tokens, @atMs, @heldUntilMs)',
  );
  return {
    ...withStorageErrors({
      load: (service: string): LimitState | null => load.get(service) ?? null,
      update: (service: string, change: (state: LimitState | null) => LimitState): Promise<void> =>
        retryWhileLocked(() =>
          write(db, () => void save.run({ service, ...change(load.get(service) ?? null) })),
        ),
    }),
    close: () => void db.close(),
  };
}

function tryOpen(folder: string): Db | null {
  try {
    return open(folder);
  } catch {
    return null;
  }
}

function open(folder: string): Db {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  for (const end of fileEnds) makePrivate(`${file}${end}`);
  try {
    return openTable(file);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const end of fileEnds) rmSync(`${file}${end}`, { force: true });
    return openTable(file);
  }
}

function openTable(file: string): Db {
  const db = openShared(file);
  try {
    db.exec(`CREATE TABLE IF NOT EXISTS limits (
      service TEXT PRIMARY KEY, tokens REAL NOT NULL, at_ms REAL NOT NULL, held_until_ms REAL NOT NULL) STRICT`);
    keepResponsive(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
