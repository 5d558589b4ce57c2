import type { BackupCounts } from '../../shared/contract/backups.ts';
import type { Db } from '../store/database.ts';

/** Rows of each kind in a database of any version (0 for unknown kinds), without unaccepted imports. */
export function countKinds(db: Db, schema = 'main'): BackupCounts {
  const count = (table: string, where = '') =>
    hasTable(db, table, schema)
      ? (db.prepare<[], number>(`SELECT count(*) FROM ${schema}.${table} ${where}`).pluck().get() as number)
      : 0;
  const inTrash =
    count('drafts', 'WHERE staged = 0 AND trashed_at IS NOT NULL') +
    count('applications', 'WHERE trashed_at IS NOT NULL');
  return {
    drafts: count('drafts', 'WHERE staged = 0 AND trashed_at IS NULL'),
    applications: count('applications', 'WHERE trashed_at IS NULL'),
    trashed: inTrash,
    uploads: count('uploads'),
    journals: count('journals'),
    searches: count('searches', `WHERE name <> ''`),
    checks: count('compliance_checks'),
    accounts: count('accounts', `WHERE kind <> 'sandbox'`),
  };
}

function hasTable(db: Db, table: string, schema: string): boolean {
  return (
    db.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE type = 'table' AND name = ?`).get(table) !==
    undefined
  );
}
