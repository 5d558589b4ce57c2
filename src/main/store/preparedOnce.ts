import type { Statement } from 'better-sqlite3';
import type { Db } from './database.ts';

/** Returns `db.prepare` for statements that are built as needed; the same few recur, so each is prepared once. */
export function preparedOnce(db: Db): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
