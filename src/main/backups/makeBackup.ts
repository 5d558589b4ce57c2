import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { BackupCounts } from '../../shared/contract/backups.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { fail } from '../platform/failures.ts';
import { createPrivateFile } from '../platform/files/privateFiles.ts';
import { type Db, isDamage, isForeign, openAsIs, openToRead } from '../store/database.ts';
import type { LookedInto } from './backupJob.ts';
import { problemsOf } from './checkDatabase.ts';
import { countKinds } from './countKinds.ts';

/** How often a source that is being written to is copied before a difference in row counts is an error. */
const tries = 3;

/**
 * Copies the database to the new file `to` and checks it; AppError `storage`: the caller removes `to`. An error of damage
 * (`isDamage`) is about the database, never about the copy.
 */
export function makeBackup(order: { database: string; to: string }): { counts: BackupCounts } {
  const source = openAsIs(order.database);
  try {
    for (let left = tries; ; left--) {
      const { expected, isMoving } = copy(source, order.to);
      const { counts, different } = verify(order.to, expected);
      if (different.length === 0) return { counts };
      if (!isMoving || left <= 1) throw faulty(different.join(', '));
      rmSync(order.to);
    }
  } finally {
    source.close();
  }
}

/** The contents of a backup; if it cannot be read, returns the reason instead of throwing. */
export function lookInto(file: string): LookedInto {
  let db: Db | undefined;
  try {
    db = openToRead(file);
    return { counts: countKinds(db), problem: null };
  } catch (error) {
    const key = isForeign(error) ? 'backups.foreign.message' : 'backups.unreadable';
    return { counts: null, problem: msg(key) };
  } finally {
    db?.close();
  }
}

/** The possible number of rows of a table in the copy: the source's before and after. */
type Range = readonly [number, number];

/** Copies the source and counts its rows before and after; they differ if something was written meanwhile. */
function copy(source: Db, to: string): { expected: Record<string, Range>; isMoving: boolean } {
  const version = () => source.pragma('data_version', { simple: true });
  const [atFirst, before] = [version(), rowsOf(source)];
  createPrivateFile(to);
  source.prepare('VACUUM INTO ?').run(to);
  toDisk(to);
  const isMoving = version() !== atFirst;
  return { expected: possibleRows(before, isMoving ? rowsOf(source) : null), isMoving };
}

/** Between the numbers of rows before and after the copy; `after` is null if nothing was written meanwhile. */
export function possibleRows(
  before: Record<string, number>,
  after: Record<string, number> | null,
): Record<string, Range> {
  const ranges = Object.entries(before).map(([table, count]): [string, Range] => {
    if (after && segmentTables.has(table)) return [table, [0, Number.POSITIVE_INFINITY]];
    const other = after?.[table] ?? count;
    return [table, [Math.min(count, other), Math.max(count, other)]];
  });
  return Object.fromEntries(ranges);
}

/** The segments of the search index: each save adds some and may merge many, so their number goes up and down. */
const segmentTables = new Set([
  'draft_search_data',
  'draft_search_idx',
  'draft_summary_search_data',
  'draft_summary_search_idx',
]);

/** The contents of a copy, and its tables with wrong numbers of rows. */
interface Verified {
  counts: BackupCounts;
  different: string[];
}

/** Opens a copy and names the tables with wrong numbers of rows. */
function verify(file: string, expected: Record<string, Range>): Verified {
  try {
    return readCopy(file, expected);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw faulty(error instanceof AppError ? error.details : String(error));
  }
}

function readCopy(file: string, expected: Record<string, Range>): Verified {
  const made = openToRead(file);
  try {
    const problems = problemsOf(made, 'integrity_check');
    if (problems !== '') throw faulty(problems);
    const rows = rowsOf(made);
    const tables = [...new Set([...Object.keys(rows), ...Object.keys(expected)])];
    const different = tables.filter((table) => !isBetween(rows[table], expected[table]));
    return { counts: countKinds(made), different };
  } finally {
    made.close();
  }
}

function rowsOf(db: Db): Record<string, number> {
  // Includes the tables of the search index, but not SQLite's internal ones.
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => [table, db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number]),
  );
}

function isBetween(count: number | undefined, range: Range | undefined): boolean {
  return count !== undefined && range !== undefined && count >= range[0] && count <= range[1];
}

/** VACUUM INTO does not flush the file to disk. */
export function toDisk(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function faulty(details: string): AppError {
  return fail('backups.faulty', {}, { details });
}
