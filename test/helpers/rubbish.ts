import type Database from 'better-sqlite3';

type Db = Database.Database;

/** A column of the data file, as `sqlite_schema` declares it. */
export interface Column {
  table: string;
  name: string;
  type: string;
}

interface ColumnInfo {
  name: string;
  type: string;
  pk: number;
  hidden: number;
  dflt_value: string | null;
}

const time = '2026-11-21T08:30:00.000Z';

/** What no Colophon writes into a column of any type; STRICT tables refuse some of it. */
export const rubbish: readonly unknown[] = [
  ...[null, '', 'garbage', '{', 'null', '5', '[5]', '{"key":5}', '"text"', '[null]', '{}'],
  ...['2026-13-45T99:00:00Z', '+275760-09-13T00:00:00.001Z', 'x'.repeat(100_000), '\u202e\0', '../..'],
  ...[-1, 0, 1.5, 1e300, 9_007_199_254_740_991, Buffer.from([0, 255, 254])],
];

/** Every column of every table, except those of the search index and generated ones. */
export function columnsOf(db: Db): Column[] {
  return tablesOf(db).flatMap((table) =>
    infoOf(db, table)
      .filter(({ hidden }) => hidden === 0)
      .map(({ name, type }) => ({ table, name, type })),
  );
}

/** Lets the connection write what the schema forbids. */
export function allowRubbish(db: Db): void {
  db.pragma('foreign_keys = OFF');
  db.pragma('ignore_check_constraints = ON');
}

/** Inserts a row into every table that has none, so that every column has a value to break. */
export function fillEmptyTables(db: Db, accountId: string): void {
  for (const table of tablesOf(db)) {
    if (db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined) continue;
    const columns = infoOf(db, table).filter(({ hidden }) => hidden === 0);
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    const values = columns.map((column) => plainValue(column, accountId));
    db.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values.map(() => '?').join(', ')})`).run(values);
  }
}

/** Writes a value into a column of every row; returns a function that puts the old values back, null if SQLite refuses. */
export function breakColumn(db: Db, { table, name }: Column, value: unknown): (() => void) | null {
  const keys = infoOf(db, table).filter(({ pk }) => pk > 0);
  const hasRowid = !/WITHOUT ROWID/.test(sqlOf(db, table));
  const rows = db
    .prepare<[], Record<string, unknown>>(
      `SELECT * ${hasRowid ? ', rowid AS its_rowid' : ''} FROM "${table}"`,
    )
    .all();
  try {
    db.prepare(`UPDATE "${table}" SET "${name}" = ?`).run(value);
  } catch {
    return null;
  }
  const isKey = keys.some((key) => key.name === name);
  return () => {
    if (hasRowid && !(isKey && keys.length === 1 && keys[0]?.type === 'INTEGER')) {
      const restore = db.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE rowid = ?`);
      for (const row of rows) restore.run(row[name], row.its_rowid);
      return;
    }
    db.prepare(`DELETE FROM "${table}"`).run();
    for (const { its_rowid: _, ...row } of rows) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      db.prepare(
        `INSERT INTO "${table}" (${names.map((one) => `"${one}"`).join(', ')}) VALUES (${places})`,
      ).run(Object.values(row));
    }
  };
}

function tablesOf(db: Db): string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'draft\\_%search%' ESCAPE '\\'`,
    )
    .pluck()
    .all();
}

function infoOf(db: Db, table: string): ColumnInfo[] {
  return db.pragma(`table_xinfo("${table}")`) as ColumnInfo[];
}

function sqlOf(db: Db, table: string): string {
  return (
    db.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table) ?? ''
  );
}

function plainValue({ name, type, dflt_value }: ColumnInfo, accountId: string): unknown {
  if (name === 'account_id') return accountId;
  if (/(^|_)(at|since)$/.test(name)) return time;
  if (type === 'BLOB') return Buffer.from('bytes');
  if (type === 'INTEGER' || type === 'REAL') return 1;
  if (dflt_value !== null) return dflt_value.replace(/^'(.*)'$/, '$1');
  return name === 'record' || name === 'text' ? '{}' : 'x';
}
