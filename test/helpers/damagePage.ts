import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Overwrites the first page of a table or an index in a data file that is open, for whoever reads that page next. */
export function damagePage(file: string, name: string): void {
  const db = new Database(file);
  const rootOf = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
  const root = rootOf.get(name)!;
  const size = db.pragma('page_size', { simple: true }) as number;
  // Nobody gets the page from the log any more.
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  writeFileSync(file, readFileSync(file).fill(0xee, (root - 1) * size, root * size));
}
