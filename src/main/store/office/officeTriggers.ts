import { type Db, storageError } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { write } from '../write.ts';
import { officeTriggers } from './officeTriggerSql.ts';
import type { SharedContent } from './sharedRows.ts';

/**
 * Creates the triggers that note every change of a shared row in the transaction that makes it, whichever code changes
 * it. Only data folders that joined an office have them. Called at each start, so that they fit this version's columns;
 * writes nothing if they already do, because Colophon must also start on a full disk.
 */
export function createOfficeTriggers(db: Db): void {
  const stored = db
    .prepare<[string], string>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?`)
    .pluck();
  const others = officeTriggers().filter(({ name, sql }) => stored.get(name) !== sql);
  if (others.length === 0) return;
  try {
    write(db, () => {
      for (const { name, sql } of others) db.exec(`DROP TRIGGER IF EXISTS ${name}; ${sql}`);
    });
  } catch (error) {
    throw storageError(error);
  }
}

/** Returns true if this data folder belongs to an office, or did so and may rejoin. */
export function hasOffice(db: Db): boolean {
  return db.prepare('SELECT 1 FROM office').get() !== undefined;
}

export function parseContent(json: string): NonNullable<SharedContent> {
  return storedJson(json) as NonNullable<SharedContent>;
}
