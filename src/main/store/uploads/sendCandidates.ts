import { isHardToFind } from '../../../shared/article/rules/codes.ts';
import type { DraftRecord, Sync } from '../../../shared/draft/draft.ts';
import type { Message } from '../../../shared/message.ts';
import { msg } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { deletedAtSql } from '../deletions/deletionStore.ts';
import { isAssignedSql } from '../drafts/draftTable.ts';
import { isRecordSql, readableRecord } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** A draft as the planning of an upload uses it. */
export interface SendCandidate {
  id: number;
  title: string;
  doi: string;
  /** File and place in it; empty if the draft was typed. */
  place: Message | null;
  /** The size of its JSON as sent, in bytes; 0: not known yet. */
  wireBytes: number;
  errors: number;
  warnings: number;
  ignored: number;
  sync: Sync;
  hash: string;
  doiKey: string | null;
  urlKey: string | null;
  sentHash: string | null;
  sentDoiKey: string | null;
  sentUrlKey: string | null;
  remoteId: string | null;
  /** True if another draft of the account has one of its keys, or was sent with one. */
  hasDouble: boolean;
  /** True if its article was deleted from the directory since it was sent. */
  wasDeleted: boolean;
  isReadable: boolean;
}

/** Keys of a sent draft, as they were when it was sent. */
export interface SentKeys {
  draftId: number;
  doi: string | null;
  url: string | null;
  remoteId: string | null;
}

type Keyed = Pick<SendCandidate, 'id' | 'doiKey' | 'urlKey'>;

export type SendCandidates = ReturnType<typeof createSendCandidates>;

export interface KnownContent {
  accountId: string;
  draftId: number;
  remoteId: string;
  /** Hash of the stored content (`storedContentHash`), and of the draft that would be made of it. */
  content: string;
  taken: string;
  /** The same with the identifiers as the draft writes them. */
  respelt: string;
}

export function createSendCandidates(db: Db) {
  // The indexes alone show duplicates: almost no draft has one, and this runs for every draft of a plan.
  const double = (index: string, condition: string) =>
    `EXISTS (SELECT 1 FROM drafts o INDEXED BY ${index} WHERE o.account_id = d.account_id AND o.id <> d.id AND ${condition})`;
  const former = (name: 'doi' | 'url') =>
    double(
      `drafts_by_former_${name}`,
      `o.sent_${name}_key = d.${name}_key AND o.sent_hash IS NOT NULL AND o.sent_${name}_key IS NOT o.${name}_key`,
    );
  const read = db.prepare<[string], CandidateRow>(
    `SELECT d.id, title, doi, ${isRecordSql('record')} isReadable, wire_bytes wireBytes, errors, warnings, ignored, sync, hash, doi_key doiKey, url_key urlKey,
       sent_hash sentHash, sent_doi_key sentDoiKey, sent_url_key sentUrlKey, remote_id remoteId,
       place_file placeFile, place_index placeIndex, place_line placeLine,
       ${double('drafts_by_doi', 'o.doi_key = d.doi_key')} OR ${double('drafts_by_url', 'o.url_key = d.url_key')}
         OR ${former('doi')} OR ${former('url')} hasDouble, ${deletedAtSql('d')} IS NOT NULL wasDeleted
     FROM json_each(?) asked CROSS JOIN drafts d ON d.id = asked.value
     WHERE staged = 0 AND trashed_at IS NULL ORDER BY asked.key`,
  );
  const readTitles = db
    .prepare<[string], string>(
      `SELECT title FROM json_each(?) asked CROSS JOIN drafts d ON d.id = asked.value WHERE staged = 0 ORDER BY asked.key`,
    )
    .pluck();
  const readRecord = db.prepare<[number], string>('SELECT record FROM drafts WHERE id = ?').pluck();
  // Without this hint the query planner would read all drafts of the account.
  const withKey = (index: string, key: string, columns: string, condition: string) =>
    `SELECT ${columns} FROM drafts INDEXED BY ${index}
     WHERE account_id = @accountId AND ${key} AND id <> @id AND staged = 0 AND ${condition}`;
  const alike = db
    .prepare<object, number>(
      `${withKey('drafts_by_doi', 'doi_key = @doiKey', 'id', 'trashed_at IS NULL')} UNION
       ${withKey('drafts_by_url', 'url_key = @urlKey', 'id', 'trashed_at IS NULL')} ORDER BY 1 LIMIT 100`,
    )
    .pluck();
  const isQueued = "sync = 'queued' AND trashed_at IS NULL";
  const queuedAlike = db.prepare<object, { title: string; hasSameDoi: 0 | 1 }>(
    `${withKey('drafts_by_doi', 'doi_key = @doiKey', 'title, 1 hasSameDoi', isQueued)} UNION ALL
     ${withKey('drafts_by_url', 'url_key = @urlKey', 'title, 0 hasSameDoi', isQueued)} LIMIT 1`,
  );
  const sentColumns = 'id draftId, sent_doi_key doi, sent_url_key url, remote_id remoteId';
  // The keys that a draft was sent with count even if its DOI or address has changed.
  const formerly = (index: string, name: 'doi' | 'url') =>
    withKey(
      index,
      `sent_${name}_key = @${name}Key AND sent_hash IS NOT NULL AND sent_${name}_key IS NOT ${name}_key`,
      sentColumns,
      'sent_hash IS NOT NULL',
    );
  const formerDoi = formerly('drafts_by_former_doi', 'doi');
  const formerUrl = formerly('drafts_by_former_url', 'url');
  const sentAlike = db.prepare<object, SentKeys>(
    `${withKey('drafts_by_doi', 'doi_key = @doiKey', sentColumns, 'sent_hash IS NOT NULL')} UNION
     ${withKey('drafts_by_url', 'url_key = @urlKey', sentColumns, 'sent_hash IS NOT NULL')} UNION
     ${formerDoi} UNION ${formerUrl} ORDER BY 1 LIMIT 100`,
  );
  const isKnownContent = db.prepare<KnownContent>(
    `WITH own (id, sent_hash) AS (
       SELECT id, sent_hash FROM drafts WHERE id = @draftId
       UNION SELECT id, sent_hash FROM drafts WHERE account_id = @accountId AND remote_id = @remoteId)
     SELECT 1 FROM own WHERE sent_hash IN (@taken, @respelt)
     UNION ALL SELECT 1 WHERE @content = (
       SELECT i.sent_content FROM upload_items i JOIN own ON i.draft_id = own.id
       WHERE i.state = 'done' ORDER BY i.updated_at DESC, i.id DESC LIMIT 1) LIMIT 1`,
  );
  const isApproved = db
    .prepare<[number], number>(
      `SELECT 1 FROM drafts INDEXED BY drafts_in_review WHERE id = ? AND ${isAssignedSql()} AND review = 'approved'`,
    )
    .pluck();
  const readFindings = db
    .prepare<[number], string>('SELECT finding FROM draft_facets WHERE draft_id = ?')
    .pluck();
  return withStorageErrors({
    /** Returns true if readers could hardly find the draft as it was checked last. */
    isHardToFind: (id: number) =>
      (readFindings.get(id) ?? '').split('\n').some((code) => isHardToFind({ code })),
    /** Returns true if a colleague approved the draft as it is. */
    isApproved: (id: number) => isApproved.get(id) === 1,
    /** Those of the drafts that exist outside the trash, in the order of `ids`. */
    read: (ids: readonly number[]) => read.all(JSON.stringify(ids)).map(toCandidate),
    /** The titles of drafts that exist, in the trash or not. */
    titles: (ids: readonly number[]) => readTitles.all(JSON.stringify(ids)),
    /** The record of a candidate that has just been read. */
    record: (id: number): DraftRecord => readableRecord(readRecord.get(id) ?? '', 'drafts.record'),
    /** Other drafts of the account that now have an equal DOI or full-text key. */
    alike: (accountId: string, { id, doiKey, urlKey }: Keyed) => alike.all({ accountId, id, doiKey, urlKey }),
    /** Another draft in a queue with an equal DOI or full-text key; call it if a draft has `hasDouble`. */
    queuedAlike: (accountId: string, { id, doiKey, urlKey }: Keyed) =>
      queuedAlike.get({ accountId, id, doiKey, urlKey }) ?? null,
    /** The sent content of other drafts with an equal DOI or full-text key; call it if a draft has `hasDouble`. */
    sentAlike: (accountId: string, { id, doiKey, urlKey }: Keyed) =>
      sentAlike.all({ accountId, id, doiKey, urlKey }),
    /** Returns true if this content was last sent or taken, by this draft or another with its id. */
    isKnownContent: (record: KnownContent) => isKnownContent.get(record) !== undefined,
  });
}

interface CandidateRow extends Omit<SendCandidate, 'place' | 'hasDouble' | 'wasDeleted' | 'isReadable'> {
  isReadable: 0 | 1;
  hasDouble: 0 | 1;
  wasDeleted: 0 | 1;
  placeFile: string | null;
  placeIndex: number;
  placeLine: number | null;
}

function toCandidate({
  hasDouble,
  wasDeleted,
  placeFile: file,
  placeIndex,
  placeLine: line,
  isReadable,
  ...row
}: CandidateRow): SendCandidate {
  const words = line === null ? 'queue.place' : 'queue.placeLine';
  const place = file === null ? null : msg(words, { file, number: placeIndex, line });
  return {
    ...row,
    place,
    hasDouble: hasDouble === 1,
    wasDeleted: wasDeleted === 1,
    isReadable: isReadable === 1,
  };
}
