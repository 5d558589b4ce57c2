import { getEnvironmentData } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { mostDraftId } from './drafts/idSet.ts';
import { officeTriggers } from './office/officeTriggerSql.ts';

type Db = Database.Database;

/**
 * The name under which a program that watches a data file with triggers of its own, as tests do, gives all its threads the
 * parts that it adds: `trigger name` or `table name`.
 */
export const watchedWith = 'colophon schema also';

/** Everything that a database consists of besides its rows: a line for each table, index, trigger and view. */
export type Schema = ReadonlySet<string>;

/** Reads the schema of a database, without what only a data folder in an office has. */
export function readSchema(db: Db): Schema {
  return new Set(
    entriesOf(db)
      .filter((entry) => !isOfOffice(entry))
      .map(lineOf),
  );
}

/**
 * The names of what a database has beside the expected schema, or instead of it, or lacks; empty if it is exactly the
 * expected one. What SQLite executes by itself is in there: triggers, views, defaults, checks, computed columns and indexes.
 */
export function foreignParts(db: Db, expected: Schema): string[] {
  const watchers = (getEnvironmentData(watchedWith) ?? []) as readonly string[];
  const found = readSchema(db);
  const other = [...found].filter((line) => !expected.has(line));
  const missing = [...expected].filter((line) => !found.has(line));
  const names = [...other, ...missing].map((line) => line.split('\t', 2).join(' '));
  return [...new Set(names)].filter((name) => !watchers.includes(name));
}

/** Far above any id that Colophon gives; above it SQLite soon has none left, and calls the disk full. */
const mostIds = 2 ** 52;

/** SQL: up to which id a restored backup goes on counting; half of all, so that there are others left. */
export const mostCounted = (table: string) =>
  `CASE ${table} WHEN 'drafts' THEN ${mostDraftId / 2} ELSE ${mostIds / 2} END`;

/** The names of the tables that have come to ids which no counting reaches. The schema must be the expected one. */
export function usedUpTables(db: Db): string[] {
  const counted = entriesOf(db).filter(({ sql }) => /\bAUTOINCREMENT\b/.test(sql ?? ''));
  if (counted.length === 0) return [];
  const isStrange = "(typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND ?)";
  const sequence = db.prepare(`SELECT 1 FROM sqlite_sequence WHERE name = ? AND ${isStrange}`);
  return counted
    .filter(({ name }) => {
      const most = name === 'drafts' ? mostDraftId : mostIds;
      const end = (which: 'min' | 'max') =>
        db.prepare<[], number | null>(`SELECT ${which}(rowid) FROM "${name}"`).pluck().get() ?? 0;
      return sequence.get(name, most) !== undefined || end('min') < 0 || end('max') > most;
    })
    .map(({ name }) => `sequence ${name}`);
}

/**
 * Removes triggers with the names of the office's that this version would not create: those of another version, or of
 * somebody else. `createOfficeTriggers` creates its own afterwards.
 */
export function dropOtherOfficeTriggers(db: Db): void {
  const own = new Map(officeTriggers().map(({ name, sql }) => [name, sql]));
  for (const { type, name, sql } of entriesOf(db))
    if (type === 'trigger' && own.has(name) && own.get(name) !== sql) db.exec(`DROP TRIGGER ${name}`);
}

interface Entry {
  type: string;
  name: string;
  table: string;
  /** null for an index that a table's own constraint makes. */
  sql: string | null;
}

function entriesOf(db: Db): Entry[] {
  return db.prepare<[], Entry>('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all();
}

function isOfOffice({ type, name }: Entry): boolean {
  return type === 'trigger' && officeTriggers().some((own) => own.name === name);
}

/**
 * Without comments, and with the same blanks and quotation marks: SQLite may write a statement in another way when it
 * changes a table. Blanks are those of SQLite only: any other character is part of a name.
 */
function lineOf({ type, name, table, sql }: Entry): string {
  const statement = (sql ?? '')
    .replaceAll(
      /('(?:[^']|'')*')|"(\w+)"|--[^\n]*|\/\*[\s\S]*?\*\/|[ \t\n\f\r]+/g,
      (_all, text?: string, quoted?: string) => text ?? quoted ?? ' ',
    )
    .replaceAll(/'(?:[^']|'')*'|[ \t\n\f\r]+/g, (part) => (part.startsWith("'") ? part : ' '))
    .replace(/^ | $/g, '');
  return `${type}\t${name}\t${table}\t${statement}`;
}
