import { notAsSent, toVerify } from '../store/claims.ts';
import type { Db } from '../store/database.ts';
import { syncFromHashes } from '../store/drafts/draftSync.ts';

/**
 * Replaces the backup's knowledge of the directory with that of the present database, attached as `now`. A record
 * missing in the present database may have been sent since by anyone and must be verified; one that was being sent
 * counts as changed. Records sent when the backup was made are looked up before anything is sent again. In an office,
 * missing records that it has need not be verified. `event` is the timeline entry of applications sent since; the caller
 * holds the write transaction.
 */
export function replaceClaims(db: Db, event: { at: string; text: string }): void {
  db.exec(lostAndUnderWay);
  for (const sql of drafts) db.exec(sql);
  db.exec(
    'CREATE TEMP TABLE sent_since AS SELECT id FROM applications AS a WHERE EXISTS (SELECT 1 FROM ' +
      `now.applications AS n WHERE ${isSame('n', 'a')} AND n.sent_at <> coalesce(a.sent_at, ''))`,
  );
  for (const sql of applications) db.exec(sql);
  // First, because the next statements replace the backup's deletions.
  db.exec(deletedSince);
  for (const sql of deletions) db.exec(sql);
  db.exec(wereThere);
  // Last, because changes of drafts and deletions change it.
  for (const sql of watched) db.exec(sql);
  db.prepare(
    `INSERT INTO application_events (application_id, at, kind, text) SELECT id, @at, 'settled', @text FROM sent_since`,
  ).run(event);
  db.exec('DROP TABLE sent_since; DROP TABLE deleted_since; DROP TABLE lost; DROP TABLE under_way');
}

/** SQL: two rows of a table, in both files, are the same one. */
export const isSame = (one: string, other: string) =>
  `${one}.id = ${other}.id AND ${one}.account_id = ${other}.account_id AND ${one}.created_at = ${other}.created_at`;

/** Records that the present database sent or is sending and that the backup does not have. */
const lostAndUnderWay = `
  CREATE TEMP TABLE lost AS SELECT n.account_id, n.remote_id, n.sent_doi_key AS doi, n.sent_url_key AS url
    FROM now.drafts AS n WHERE n.sent_hash IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM main.drafts AS d WHERE ${isSame('d', 'n')});
  CREATE TEMP TABLE under_way AS SELECT u.account_id, i.draft_id, i.doi_key AS doi, i.url_key AS url
    FROM now.upload_items AS i JOIN now.uploads AS u ON u.id = i.upload_id
    WHERE i.state IN ('sending', 'accepted', 'unsure');`;

/** A draft of the same article as one in a table with `doi` and `url`. */
const isAbout = (table: string) => `(
  (account_id, sent_doi_key) IN (SELECT account_id, doi FROM ${table})
  OR (account_id, sent_url_key) IN (SELECT account_id, url FROM ${table}))`;

const kinds = { drafts: 'article', applications: 'application' } as const;

/** SQL: the office that the data folder is or was in has the record, although perhaps no common version is known. */
export const isInOffice = (table: keyof typeof kinds) => `EXISTS (
  SELECT 1 FROM main.office_accounts AS s, main.office_base AS b WHERE s.account_id = ${table}.account_id
    AND b.kind = '${kinds[table]}' AND b.local_id = ${table}.id AND (b.version > 0 OR b.record IS NOT NULL))`;

/**
 * SQL: the data folder is in that office. Nothing is sent before the office has told what was sent since, and a doubt of
 * this computer would become everybody's.
 */
const isShared = (table: keyof typeof kinds) =>
  `(EXISTS (SELECT 1 FROM main.office WHERE joined = 1) AND ${isInOffice(table)})`;

const isKnown = (table: string) => `EXISTS (SELECT 1 FROM now.${table} AS n WHERE ${isSame('n', table)})`;

/** Copies columns of the rows that are in the present database too. */
function take(table: string, columns: readonly string[]): string {
  const list = columns.join(', ');
  const same = `FROM now.${table} AS n WHERE ${isSame('n', table)}`;
  const now = columns.map((column) => `n.${column}`).join(', ');
  return `UPDATE ${table} SET (${list}) = (SELECT ${now} ${same})
    WHERE EXISTS (SELECT 1 ${same} AND (${now}) IS NOT (${columns.map((column) => `${table}.${column}`).join(', ')}))`;
}

const refusal = ['refusal', 'refusal_hash', 'refusal_state'];

const drafts = [
  // Its comparisons do not know what was sent since.
  `UPDATE drafts SET sent_after_comparison = coalesce((SELECT max(id) FROM main.comparisons), 0)
     WHERE EXISTS (SELECT 1 FROM now.drafts AS n WHERE ${isSame('n', 'drafts')} AND n.sent_at IS NOT drafts.sent_at)`,
  take('drafts', [
    ...['sent_hash', 'sent_content', 'taken_content', 'sent_doi_key', 'sent_url_key', 'sent_at', 'remote_id'],
    ...refusal,
  ]),
  `UPDATE drafts SET sent_hash = CASE WHEN remote_id IS NULL THEN '${notAsSent}' ELSE '${toVerify}' END
     WHERE sent_hash IS NOT NULL AND sent_hash <> '${notAsSent}' AND NOT ${isShared('drafts')}
       AND (NOT ${isKnown('drafts')} OR ${isAbout('lost')}
         OR (account_id, remote_id) IN (SELECT account_id, remote_id FROM lost))`,
  `UPDATE drafts SET sent_hash = '${notAsSent}' WHERE sent_hash IS NOT NULL
     AND (id IN (SELECT draft_id FROM under_way) OR ${isAbout('under_way')})`,
  `UPDATE drafts SET sync = ${syncFromHashes()} WHERE sync <> 'queued' AND sync <> ${syncFromHashes()}`,
  // Undoing a change must not restore outdated knowledge of the directory.
  `UPDATE undo_entries SET before = json_set(before, '$.columns.sent_hash', '${notAsSent}',
       '$.columns.sent_content', NULL, '$.columns.taken_content', NULL)
     WHERE source = 'drafts' AND json_extract(before, '$.columns.sent_hash') IS NOT NULL`,
  `UPDATE upload_items SET state = 'unsure', ticket = NULL, due_ms = 0 WHERE state IN ('sending', 'accepted')`,
];

/** The state of an application that is not in the queue is derived from its hashes. */
const settle = (where: string) =>
  `UPDATE applications SET sync = ${syncFromHashes()}, attempt = NULL, attempts = 0, due_ms = 0
     WHERE ${where} AND sync <> ${syncFromHashes()}`;

const applications = [
  // No two rows may have the same directory id, not even temporarily.
  `UPDATE applications SET remote_id = NULL WHERE ${isKnown('applications')}`,
  // A row that only the present database has is not restored, so it cannot hold an id.
  `UPDATE applications SET remote_id = NULL, sent_hash = NULL, status = NULL, read_ms = NULL
     WHERE (account_id, remote_id) IN (SELECT n.account_id, n.remote_id FROM now.applications AS n
       WHERE EXISTS (SELECT 1 FROM main.applications AS a WHERE ${isSame('n', 'a')}))`,
  take('applications', [
    ...['sent_hash', 'sent_at', 'remote_id', 'sent', 'stored', 'stored_at'],
    ...['status', 'status_at', 'checked_at', 'read_ms', 'reads'],
    ...refusal,
  ]),
  `UPDATE applications SET sent_hash = '${toVerify}', read_ms = 0, reads = 0
     WHERE remote_id IS NOT NULL AND NOT ${isShared('applications')} AND NOT ${isKnown('applications')}`,
  `UPDATE applications SET sent_hash = '${notAsSent}' WHERE sent_hash IS NOT NULL AND EXISTS (
     SELECT 1 FROM now.applications AS n WHERE ${isSame('n', 'applications')} AND n.sync IN ('sending', 'unsure'))`,
  settle(`(id IN (SELECT id FROM sent_since) OR sync NOT IN ('queued', 'sending', 'unsure'))`),
  // A record that was being sent for the first time waits for the user like everything else in the queue.
  `UPDATE applications SET sync = 'queued' WHERE sync IN ('never', 'refused', 'failed') AND EXISTS (
     SELECT 1 FROM now.applications AS n WHERE ${isSame('n', 'applications')} AND n.sync IN ('sending', 'unsure'))`,
];

/** The columns of a snapshot besides its id. */
const snapshot = 'account_id, kind, why, remote_id, record_id, upload_id, at, title, content, record';
const isSameSnapshot =
  'v.account_id = n.account_id AND v.kind = n.kind AND v.remote_id = n.remote_id AND v.content = n.content';

/** The states of an article that is known not to be at the directory any more. */
const gone = `('deleted', 'gone')`;
const articlesIn = (rows: string) => `(account_id, remote_id) IN (SELECT account_id, remote_id FROM ${rows})`;
/** SQL: the present data tell of this deletion in the backup, or as much of its article. */
const isKnownNow = `(office_id IN (SELECT office_id FROM now.deletions WHERE office_id IS NOT NULL)
  OR ${articlesIn(`now.deletions WHERE state IN ${gone}`)}
  OR (state NOT IN ${gone} AND ${articlesIn('now.deletions')}))`;
/** SQL: the ids that belong to other drafts in the present data, which may have begun anew after damage. */
const otherDrafts = `SELECT n.id FROM now.drafts AS n JOIN main.drafts AS m ON m.id = n.id
  WHERE NOT (${isSame('n', 'm')})`;
/** SQL: nothing is deleted by itself; a request that was under way is looked up. */
const stopped = `CASE state WHEN 'waiting' THEN 'cancelled' WHEN 'deleting' THEN 'unclear' ELSE state END`;

/**
 * Drafts whose articles were deleted since the backup was made: it does not have the deletion, or not its end. Times do not
 * tell, because a deletion may have that of an office's database.
 */
const deletedSince = `CREATE TEMP TABLE deleted_since AS SELECT draft_id FROM now.deletions WHERE state IN ${gone}
  AND draft_id NOT IN (${otherDrafts}) AND NOT ${articlesIn(`main.deletions WHERE state IN ${gone}`)}`;

/**
 * Deletions from the directory stay, with their snapshots; those that were not sent yet wait for the user. What the
 * backup alone tells stays, too: the present data may have taken the place of damaged ones, and without it articles that
 * were deleted would be sent again.
 */
const deletions = [
  `INSERT INTO earlier_versions (${snapshot}) SELECT ${snapshot} FROM now.earlier_versions AS n
     WHERE n.id IN (SELECT version_id FROM now.deletions) AND n.account_id IN (SELECT id FROM main.accounts)
       AND NOT EXISTS (SELECT 1 FROM main.earlier_versions AS v WHERE ${isSameSnapshot})`,
  // What colleagues queued is fetched again.
  `DELETE FROM main.deletions WHERE (state = 'waiting' AND person IS NOT NULL) OR ${isKnownNow}`,
  `UPDATE main.deletions SET state = ${stopped}, is_cancelled = person IS NULL`,
  `INSERT INTO main.deletions (account_id, remote_id, draft_id, version_id, title, state, attempts, message, at,
       office_id, office_state, person, seen, is_cancelled)
     SELECT account_id, remote_id, CASE WHEN draft_id IN (${otherDrafts}) THEN NULL ELSE draft_id END,
       (SELECT v.id FROM main.earlier_versions AS v, now.earlier_versions AS n
         WHERE n.id = d.version_id AND ${isSameSnapshot} LIMIT 1),
       title, ${stopped}, attempts, message, at, office_id, office_state, person, seen, person IS NULL
     FROM now.deletions AS d WHERE account_id IN (SELECT id FROM main.accounts)
       AND NOT (state = 'waiting' AND person IS NOT NULL) ORDER BY id`,
  // The office believes only who sent the request what became of it.
  `INSERT OR REPLACE INTO main.office_in_flight SELECT * FROM now.office_in_flight
     WHERE office_id IN (SELECT office_id FROM main.deletions)`,
  // What colleagues queued and watched is fetched again.
  'UPDATE main.office_accounts SET last_deletion = 0, last_watch = 0',
];

/** Articles that were sent since, or deleted since: a person saw them as new, and none is created again. */
const wereThere = `UPDATE upload_items SET was_there = 1 WHERE state IN ('queued', 'unsure') AND (
  EXISTS (SELECT 1 FROM main.drafts AS d WHERE d.id = draft_id AND (d.remote_id IS NOT NULL OR d.sent_at IS NOT NULL))
  OR draft_id IN (SELECT draft_id FROM deleted_since))`;

const isInBoth =
  'account_id IN (SELECT id FROM main.accounts) AND account_id IN (SELECT id FROM now.accounts)';

/** The columns, but the id, of what is known of the directory and of what it did on its own. */
const watchedTables = {
  ledger:
    'account_id, remote_id, state, journal_id, others, title, journal, issns, line, doi_key, url_key, own_hash, ' +
    'copied_hash, created_at, updated_at, seen_at, inventory, successor, links, link_host, links_checked_at, links_doubted',
  watched_journals: 'account_id, id, state, issns, former, facts, seen_at',
  findings:
    'account_id, kind, remote_id, title, about, noticed_at, happened_at, reason, differences, articles, decision, ' +
    'decided_at, draft_id',
  watches:
    'account_id, looked_at, known_until, inventory_at, inventory, requests, applications_until, sent_found_at, ids_at_once, ' +
    'issns_at_once',
  watch_days: 'account_id, day, present',
};

/** All of it is newer in the present database, and none of it depends on what the drafts say. */
const watched = Object.entries(watchedTables).flatMap(([table, columns]) => [
  `DELETE FROM main.${table} WHERE ${isInBoth}`,
  `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM now.${table} WHERE ${isInBoth}`,
]);
