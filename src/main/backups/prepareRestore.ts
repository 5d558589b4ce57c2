import { existsSync } from 'node:fs';
import type { Refusal } from '../../shared/draft/draft.ts';
import { msg } from '../../shared/message.ts';
import { fail } from '../platform/failures.ts';
import { copyPrivateFile } from '../platform/files/privateFiles.ts';
import { type Db, openDatabase } from '../store/database.ts';
import { syncFromHashes } from '../store/drafts/draftSync.ts';
import { mostCounted } from '../store/ownSchema.ts';
import { messageColumn } from '../store/storedMessage.ts';
import { write } from '../store/write.ts';
import { backupChanged } from './backupChanged.ts';
import type { BackupJobs } from './backupJob.ts';
import { soundVersion } from './compareBackup.ts';
import { isInOffice, replaceClaims } from './directoryClaims.ts';
import { hashOfFile } from './hashOfFile.ts';
import { keepOfficeLinks } from './keepOfficeLinks.ts';
import { toDisk } from './makeBackup.ts';
import { removeWithLog } from './removeWithLog.ts';

/**
 * Makes the file `to` that can replace `database` by one rename: migrated, with everything learnt about the directory
 * since, and nothing that starts by itself. Throws as `compareBackup`; the caller then removes `to`.
 */
export function prepareRestore(order: BackupJobs['prepare']['order']): null {
  soundVersion(order.backup);
  removeWithLog(order.to);
  copyPrivateFile(order.backup, order.to);
  if (hashOfFile(order.to) !== order.bytesHash) throw backupChanged();
  const db = openDatabase(order.to);
  try {
    db.exec(forgetUnattended);
    if (existsSync(order.database)) keepWhatIsKnown(db, order.database, order.at);
    write(db, () => pauseAll(db, order.at));
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
  toDisk(order.to);
  if (existsSync(`${order.to}-wal`)) throw fail('error.storage');
  return null;
}

/** Copies data that only the present database has, and data that stays true whatever is restored. */
function keepWhatIsKnown(db: Db, present: string, at: string): void {
  db.prepare('ATTACH ? AS now').run(present);
  db.function('origin_of', { deterministic: true }, originOf);
  write(db, () => {
    for (const sql of knownSince) db.exec(sql);
    replaceClaims(db, { at, text: messageColumn(msg('backups.sentSinceEvent')) });
    keepOfficeLinks(db);
  });
  db.exec('DETACH now');
}

function originOf(base: unknown): string {
  const address = String(base);
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** What is sent without a person is what a person confirmed last, on this computer. */
const forgetUnattended = `DELETE FROM settings WHERE key = 'sendsFound'`;
const versionColumns = 'account_id, kind, why, remote_id, record_id, upload_id, at, title, content, record';
const knownSince = [
  // Nobody joins or leaves an office by restoring. A data file that was never in one says nothing about that: it may have
  // taken the place of a damaged one.
  `INSERT INTO office (only_row, id, address, joined) SELECT only_row, id, address, joined FROM now.office WHERE true
     ON CONFLICT (only_row) DO UPDATE SET joined = excluded.joined,
       address = iif(office.id = excluded.id, excluded.address, office.address)`,
  // The place of a key belongs to this computer, and a key belongs to the account's present directory.
  `UPDATE accounts SET key_place = coalesce((SELECT n.key_place FROM now.accounts AS n
     WHERE n.id = accounts.id AND origin_of(n.base) = origin_of(accounts.base)), 'missing')
     WHERE kind = 'directory' AND id IN (SELECT id FROM now.accounts)`,
  // An id is never reused for another draft, because a window may still have the old one open. A number that no counting
  // reaches is not taken over: after the last one there is no other.
  `UPDATE sqlite_sequence SET seq = max(seq, coalesce(
     (SELECT n.seq FROM now.sqlite_sequence AS n
       WHERE n.name = sqlite_sequence.name AND n.seq < ${mostCounted('n.name')}), 0))`,
  `INSERT INTO sqlite_sequence (name, seq) SELECT n.name, n.seq FROM now.sqlite_sequence AS n
     WHERE n.seq < ${mostCounted('n.name')} AND n.name NOT IN (SELECT name FROM sqlite_sequence)`,
  // The directory's records before they were overwritten are stored nowhere else.
  `INSERT INTO earlier_versions (${versionColumns})
     SELECT ${versionColumns} FROM now.earlier_versions AS n
     WHERE n.account_id IN (SELECT id FROM accounts) AND NOT EXISTS (
       SELECT 1 FROM main.earlier_versions AS v
       WHERE v.kind = n.kind AND v.record_id = n.record_id AND v.at = n.at AND v.content = n.content)`,
  `INSERT INTO settings SELECT key, value FROM now.settings WHERE key = 'sendsFound'`,
];

/** Pauses everything that was being sent when the backup was made until the user continues, with the reason. */
function pauseAll(db: Db, at: string): void {
  db.prepare(
    `UPDATE uploads SET state = 'paused', paused_by = 'person', message = ?
     WHERE state IN ('ready', 'running', 'paused')`,
  ).run(messageColumn(msg('backups.paused.upload')));
  // Since the backup, any of their articles may have been sent or changed, which is kept before it is overwritten.
  db.exec(
    `UPDATE upload_items SET keeping = 'wanted'
     WHERE state IN ('queued', 'sending', 'accepted', 'unsure') AND keeping <> 'left'`,
  );
  // Only the user continues an undo that was in progress.
  db.exec(`UPDATE undo_steps SET state = 'done' WHERE state = 'taking'`);
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
  // Since the backup, any of them may have been sent, from here or from another computer.
  db.exec('UPDATE applications SET may_be_sent = 1 WHERE remote_id IS NULL');
  dequeueShared(db, { at, text: messageColumn(refusal.message) });
  db.prepare(
    `UPDATE applications SET sync = 'failed', attempt = NULL, attempts = 0, due_ms = 0, refusal = @refusal,
       refusal_hash = hash, refusal_state = 'failed' WHERE ${isUnderWay}`,
  ).run({ refusal: JSON.stringify(refusal) });
}

const isUnderWay = `sync IN ('queued', 'sending', 'unsure')`;

/**
 * Takes the applications that an office has out of the queue. A refusal would be everybody's, and end what colleagues
 * queued; only the timeline, which is not shared, says why.
 */
function dequeueShared(db: Db, event: { at: string; text: string }): void {
  const where = `${isUnderWay} AND ${isInOffice('applications')}`;
  db.prepare(
    `INSERT INTO application_events (application_id, at, kind, text)
     SELECT id, @at, 'settled', @text FROM applications WHERE ${where}`,
  ).run(event);
  db.exec(
    `UPDATE applications SET sync = ${syncFromHashes()}, attempt = NULL, attempts = 0, due_ms = 0
     WHERE ${where}`,
  );
  // What colleagues queued is fetched again.
  db.exec(
    `DELETE FROM office_adopted WHERE office_id IN (SELECT office_id FROM office_base WHERE kind = 'application')`,
  );
}
