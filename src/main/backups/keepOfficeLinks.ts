import type { Db } from '../store/database.ts';
import { isSame } from './directoryClaims.ts';

/**
 * Keeps the links to the office of rows that reached it after the backup, from the present database, attached as `now`:
 * without them, the office's rows would be added here, and those of the backup there. What the office has acknowledged since
 * does not wait any more, so that its records replace those of the backup. Call it last, because changes of drafts and
 * applications wait to be sent, too; the caller holds the write transaction.
 */
export function keepOfficeLinks(db: Db): void {
  for (const [kind, table] of Object.entries(tables)) for (const sql of linksOf(kind, table)) db.exec(sql);
}

const tables = { article: 'drafts', application: 'applications' } as const;

/** SQL over a present link `b`: the backup shares its account with the same office. */
const isSameOffice = `EXISTS (SELECT 1 FROM main.office AS o JOIN now.office AS p ON p.id = o.id)
    AND EXISTS (SELECT 1 FROM main.office_accounts AS o JOIN now.office_accounts AS p
      ON p.office_id = o.office_id AND p.account_id = o.account_id WHERE o.account_id = b.account_id)`;

/** SQL: the office has the record, as of a version or, after an earlier restore, of one that is not known here. */
const isThere = '(b.version > 0 OR b.record IS NOT NULL)';

function linksOf(kind: string, table: string): string[] {
  // The present links `b` of rows that are in both, with the backup's links `m`.
  const links = `FROM now.office_base AS b JOIN now.${table} AS n ON n.id = b.local_id
    JOIN main.${table} AS r ON ${isSame('r', 'n')}
    LEFT JOIN main.office_base AS m ON m.kind = b.kind AND m.local_id = b.local_id
    WHERE b.kind = '${kind}' AND ${isSameOffice}`;
  return [
    // The office has it, but no common version is known; it may also have one that was sent without an answer.
    `INSERT OR REPLACE INTO main.office_base (office_id, kind, account_id, local_id, version, record)
       SELECT b.office_id, b.kind, b.account_id, b.local_id, 0, iif(${isThere}, '{}', NULL) ${links}
         AND (m.office_id IS NULL OR (m.version = 0 AND ${isThere}))
         AND NOT EXISTS (SELECT 1 FROM main.office_base AS o
           WHERE o.office_id = b.office_id AND (o.kind, o.local_id) IS NOT (b.kind, b.local_id))`,
    `DELETE FROM main.office_outbox WHERE kind = '${kind}' AND local_id IN (
       SELECT b.local_id ${links} AND m.office_id = b.office_id AND (b.version > m.version OR (b.version = 0 AND b.record IS NOT NULL))
         AND NOT EXISTS (SELECT 1 FROM now.office_outbox AS w WHERE w.kind = b.kind AND w.local_id = b.local_id))`,
  ];
}
