import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { makePrivate } from '../platform/files/privateFiles.ts';
import { isDamage, openShared } from './database.ts';
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

type Table = ReturnType<typeof openTable>;

/**
 * Opens the file in which every Colophon of this user counts its requests, by service: `shared` is the folder of the
 * user, and `own`, the data folder, is used where nothing can be written there. A file that is or becomes damaged is
 * recreated: it holds only the last few seconds. Throws AppError `storage` if neither folder can be used.
 */
export function openLimitFile(shared: string | undefined, own: string, clock: Pick<Clock, 'monotonic'>) {
  const connect = () => {
    const oldest = clock.monotonic() - keptFor;
    return (shared === undefined ? null : tryOpen(shared, oldest)) ?? open(own, oldest);
  };
  let table: Table | null = connect();
  /** Opens the file anew if it is damaged: another Colophon may have recreated it. */
  const inTable = <T>(work: (table: Table) => T): T => {
    table ??= connect();
    try {
      return work(table);
    } catch (error) {
      if (!isDamage(error)) throw error;
      table.db.close();
      table = null;
      table = connect();
      return work(table);
    }
  };
  return {
    ...withStorageErrors({
      load: (service: string): LimitState | null => inTable(({ load }) => load.get(service) ?? null),
      update: (service: string, change: (state: LimitState | null) => LimitState): Promise<void> =>
        retryWhileLocked(() =>
          inTable(({ db, load, save }) =>
            write(db, () => void save.run({ service, ...change(load.get(service) ?? null) })),
          ),
        ),
    }),
    close: () => void table?.db.close(),
  };
}

function tryOpen(folder: string, oldest: number): Table | null {
  try {
    return open(folder, oldest);
  } catch {
    return null;
  }
}

function open(folder: string, oldest: number): Table {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  for (const end of fileEnds) makePrivate(`${file}${end}`);
  try {
    return openTable(file, oldest);
  } catch (error) {
    if (!isDamage(error)) throw error;
    for (const end of fileEnds) rmSync(`${file}${end}`, { force: true });
    return openTable(file, oldest);
  }
}

/** Removes what is older than `oldest`, which also reads the whole table: damage anywhere in it is met here. */
function openTable(file: string, oldest: number) {
  const db = openShared(file);
  try {
    db.exec(`CREATE TABLE IF NOT EXISTS limits (
      service TEXT PRIMARY KEY, tokens REAL NOT NULL, at_ms REAL NOT NULL, held_until_ms REAL NOT NULL) STRICT`);
    db.prepare('DELETE FROM limits WHERE at_ms < ?').run(oldest);
    keepResponsive(db);
    return {
      db,
      load: db.prepare<[string], LimitState>(
        'SELECT tokens, at_ms AS atMs, held_until_ms AS heldUntilMs FROM limits WHERE service = ?',
      ),
      save: db.prepare<LimitState & { service: string }>(
        'INSERT OR REPLACE INTO limits (service, tokens, at_ms, held_until_ms) VALUES (@service, @tokens, @atMs, @heldUntilMs)',
      ),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
