import { closeSync, copyFileSync, existsSync, fsyncSync, openSync } from 'node:fs';
import type { Refusal } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { type Db, openDatabase } from '../store/database.ts';
import { syncFromHashes } from '../store/drafts/draftSync.ts';
import { messageColumn } from '../store/storedMessage.ts';
import { write } from '../store/write.ts';
import { soundVersion } from './compareBackup.ts';
import { removeWithLog } from './removeWithLog.ts';

/**
 * Makes of a backup the single file `to` that can take the place of `database` by one rename: in the form of today, with
 * what is known of the directory since (what was sent, the limiters' memory), and with nothing in it that would begin to
 * send by itself. Throws as `compareBackup`; what is at `to` is left to the caller then.
 */
export function prepareRestore(order: { backup: string; database: string; to: string; at: string }): null {
  soundVersion(order.backup);
  removeWithLog(order.to);
  copyFileSync(order.backup, order.to);
  const db = openDatabase(order.to);
  try {
    if (existsSync(order.database)) keepWhatIsKnown(db, order.database, order.at);
    write(db, () => pauseAll(db, order.at));
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
  toDisk(order.to);
  if (existsSync(`${order.to}-wal`)) throw new AppError('storage', msg('error.storage.message'));
  return null;
}

/** What only the present database knows, and what stays true whatever is restored here. */
function keepWhatIsKnown(db: Db, present: string, at: string): void {
  db.prepare('ATTACH ? AS now').run(present);
  db.function('origin_of', { deterministic: true }, originOf);
  write(db, () => {
    for (const sql of knownSince) db.exec(sql);
    db.prepare(applicationsTold).run({ at, text: messageColumn(msg('backups.sentSinceEvent')) });
    db.exec(applicationsSent);
  });
  db.exec('DETACH now');
}

function originOf(base: unknown): string {
  const address = String(base);
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** What is here is what is known last, whatever the clock said when it was sent. */
const same = (table: string) =>
  `FROM now.${table} AS n WHERE n.id = ${table}.id AND n.account_id = ${table}.account_id
     AND n.created_at = ${table}.created_at AND n.sent_at <> coalesce(${table}.sent_at, '')`;

const refusalColumns = ['refusal', 'refusal_hash', 'refusal_state'];
const draftColumns = ['sent_hash', 'sent_doi_key', 'sent_url_key', 'sent_at', 'remote_id', ...refusalColumns];
const applicationColumns = [
  ...['sent_hash', 'sent_at', 'remote_id', 'sent', 'stored', 'stored_at'],
  ...['status', 'status_at', 'checked_at', 'read_ms', 'reads'],
  ...refusalColumns,
];
const take = (columns: readonly string[], table: string) =>
  `UPDATE OR IGNORE ${table} SET (${columns.join(', ')}) =
     (SELECT ${columns.map((column) => `n.${column}`).join(', ')} ${same(table)})
   WHERE EXISTS (SELECT 1 ${same(table)})`;

const versionColumns = 'account_id, kind, why, remote_id, record_id, upload_id, at, title, content, record';
const knownSince = [
  // What was spent of the limit stays spent.
  `INSERT OR REPLACE INTO limiters (account_id, tokens, at_ms, held_until_ms)
     SELECT n.account_id, n.tokens, n.at_ms, n.held_until_ms FROM now.limiters AS n
     WHERE n.account_id IN (SELECT id FROM accounts)`,
  // Where keys are kept is a fact of this computer, and a key is for the directory that the account has now.
  `UPDATE accounts SET key_place = coalesce((SELECT n.key_place FROM now.accounts AS n
     WHERE n.id = accounts.id AND origin_of(n.base) = origin_of(accounts.base)), 'missing')
     WHERE kind = 'directory' AND id IN (SELECT id FROM now.accounts)`,
  // An id is never given to another draft, here or in a window that is open.
  `UPDATE sqlite_sequence SET seq = max(seq, coalesce(
     (SELECT n.seq FROM now.sqlite_sequence AS n WHERE n.name = sqlite_sequence.name), 0))`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT n.name, n.seq FROM now.sqlite_sequence AS n
     WHERE n.name NOT IN (SELECT name FROM sqlite_sequence)`,
  // Records of the directory as they were before they were overwritten are nowhere else.
  `INSERT INTO earlier_versions (${versionColumns})
     SELECT ${versionColumns} FROM now.earlier_versions AS n
     WHERE n.account_id IN (SELECT id FROM accounts) AND NOT EXISTS (
       SELECT 1 FROM main.earlier_versions AS v
       WHERE v.kind = n.kind AND v.record_id = n.record_id AND v.at = n.at AND v.content = n.content)`,
  take(draftColumns, 'drafts'),
  // What was on its way to the directory may be there by now, whatever comes of its upload.
  `UPDATE drafts SET sent_hash = '' WHERE sent_hash IS NOT NULL AND EXISTS (
     SELECT 1 FROM now.upload_items AS i JOIN now.drafts AS n ON n.id = i.draft_id
     WHERE n.id = drafts.id AND n.created_at = drafts.created_at
       AND i.state IN ('sending', 'accepted', 'unsure'))`,
  `UPDATE drafts SET sync = ${syncFromHashes()} WHERE sync <> 'queued' AND sent_hash IS NOT NULL`,
];

const applicationsTold = `INSERT INTO application_events (application_id, at, kind, text)
  SELECT id, @at, 'settled', @text FROM applications WHERE EXISTS (SELECT 1 ${same('applications')})`;
const applicationsSent = `
  CREATE TEMP TABLE told AS SELECT id FROM applications WHERE EXISTS (SELECT 1 ${same('applications')});
  ${take(applicationColumns, 'applications')};
  UPDATE applications SET sync = ${syncFromHashes()}, attempt = NULL, attempts = 0, due_ms = 0
    WHERE id IN (SELECT id FROM told);
  DROP TABLE told`;

/** Whatever was on its way when the backup was made waits for the person, who is told why. */
function pauseAll(db: Db, at: string): void {
  db.prepare(
    `UPDATE uploads SET state = 'paused', paused_by = 'person', message = ?
     WHERE state IN ('ready', 'running', 'paused')`,
  ).run(messageColumn(msg('backups.paused.upload')));
  db.prepare(`UPDATE matrices SET state = 'paused', message = ? WHERE state = 'running'`).run(
    messageColumn(msg('backups.paused.matrix')),
  );
  const refusal: Refusal = {
    path: '',
    code: 'restored',
    message: msg('backups.paused.application'),
    help: msg('backups.paused.applicationHelp'),
    words: '',
    status: null,
    reference: '',
    uploadId: null,
    at,
  };
  db.prepare(
    `UPDATE applications SET sync = 'failed', attempt = NULL, attempts = 0, due_ms = 0, refusal = @refusal,
       refusal_hash = hash, refusal_state = 'failed'
     WHERE sync IN ('queued', 'sending', 'unsure')`,
  ).run({ refusal: JSON.stringify(refusal) });
}

function toDisk(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
