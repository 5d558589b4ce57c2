import type Database from 'better-sqlite3';

interface Row {
  id: number;
  readiness: string;
  sync: string;
  doi: string | null;
  url: string | null;
  isSent: number;
  sentDoi: string | null;
  sentUrl: string | null;
  review: string | null;
}

/**
 * The number of drafts outside the trash by readiness as lists should show it, worked out from the rows in another way
 * than the application does.
 */
export function shownReadiness(db: Database.Database, accountId: string): Map<string, number> {
  const rows = db
    .prepare<[string], Row>(
      `SELECT id, readiness, sync, doi_key doi, url_key url, sent_hash IS NOT NULL isSent, sent_doi_key sentDoi,
         sent_url_key sentUrl, review FROM drafts WHERE account_id = ? AND staged = 0 AND trashed_at IS NULL`,
    )
    .all(accountId);
  const pluck = <T>(sql: string) => db.prepare<[string], T>(sql).pluck();
  const deleted = new Set(
    pluck<number>(
      `SELECT draft_id FROM deletions WHERE account_id = ? AND (state = 'deleted' OR state = 'gone')`,
    ).all(accountId),
  );
  const refusesOneKey = pluck<string>('SELECT dialect FROM accounts WHERE id = ?').get(accountId) === '4.0';
  const wantsApproval =
    pluck<number>(
      `SELECT count(*) FROM accounts, office, office_accounts shared
       WHERE accounts.id = ? AND shared.account_id = accounts.id AND approved_only = 1 AND office.joined = 1`,
    ).get(accountId) !== 0;
  const withDoi = countBy(rows, ({ doi }) => doi);
  const withUrl = countBy(rows, ({ url }) => url);
  const isUndecided = ({ id, doi, url, isSent, sentDoi, sentUrl, review }: Row) => {
    if (!isSent && deleted.has(id)) return true;
    if ((doi !== null && withDoi.get(doi)! > 1) || (url !== null && withUrl.get(url)! > 1)) return true;
    const [same, changed] = [doi === sentDoi && doi !== null, doi !== sentDoi];
    const [sameUrl, changedUrl] = [url === sentUrl && url !== null, url !== sentUrl];
    if (refusesOneKey && isSent && (same || sameUrl) && (changed || changedUrl)) return true;
    if (isSent && (sentDoi ?? sentUrl) !== null && !same && !sameUrl) return true;
    return wantsApproval && review !== 'approved';
  };
  return countBy(rows, (row) => {
    if (row.sync === 'refused' || row.readiness === 'incomplete') return 'incomplete';
    if (row.sync === 'sent' || row.sync === 'queued') return row.readiness;
    return isUndecided(row) ? 'undecided' : row.readiness;
  });
}

function countBy<K>(rows: readonly Row[], keyOf: (row: Row) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
