import type { DraftRecord, Sync } from '../../shared/draft.ts';
import { t } from '../../shared/words.ts';
import type { Db } from './database.ts';
import { withStorageErrors } from './withStorageErrors.ts';

/** A draft as the plan of an upload looks at it. */
export interface SendCandidate {
  id: number;
  title: string;
  doi: string;
  /** File and place in it; empty if it was typed. */
  place: string;
  record: DraftRecord;
  errors: number;
  ignored: number;
  sync: Sync;
  hash: string;
  doiKey: string | null;
  urlKey: string | null;
  sentHash: string | null;
  sentDoiKey: string | null;
  sentUrlKey: string | null;
  remoteId: string | null;
}

/** Matching keys of a draft that was sent, as they were then. */
export interface SentKeys {
  draftId: number;
  doi: string | null;
  url: string | null;
  remoteId: string | null;
}

type Keyed = Pick<SendCandidate, 'id' | 'doiKey' | 'urlKey'>;

export interface SendCandidates {
  /** Those of the drafts that are there and outside the trash, in the order of `ids`. */
  read(ids: readonly number[]): SendCandidate[];
  /** Other drafts of the account with an equal DOI or full-text key, as they are now. */
  alike(accountId: string, draft: Keyed): number[];
  /** What was sent of other drafts with an equal DOI or full-text key. */
  sentAlike(
    accountId: string,
    draft: { id: number; doiKey: string | null; urlKey: string | null },
  ): SentKeys[];
}

/** Reads drafts for sending. */
export function createSendCandidates(db: Db): SendCandidates {
  const read = db.prepare<[number], CandidateRow>(
    `SELECT id, title, doi, record, errors, ignored, sync, hash, doi_key doiKey, url_key urlKey, sent_hash sentHash,
       sent_doi_key sentDoiKey, sent_url_key sentUrlKey, remote_id remoteId,
       place_file placeFile, place_index placeIndex, place_line placeLine
     FROM drafts WHERE id = ? AND staged = 0 AND trashed_at IS NULL`,
  );
  // Left to itself the planner would read all drafts of the account.
  const withKey = (index: string, key: string, columns: string, condition: string) =>
    `SELECT ${columns} FROM drafts INDEXED BY ${index}
     WHERE account_id = @accountId AND ${key} AND id <> @id AND staged = 0 AND ${condition}`;
  const alike = db
    .prepare<object, number>(
      `${withKey('drafts_by_doi', 'doi_key = @doiKey', 'id', 'trashed_at IS NULL')} UNION
       ${withKey('drafts_by_url', 'url_key = @urlKey', 'id', 'trashed_at IS NULL')} ORDER BY 1 LIMIT 100`,
    )
    .pluck();
  const sentColumns = 'id draftId, sent_doi_key doi, sent_url_key url, remote_id remoteId';
  // What a draft was sent with counts, also where it has another DOI or address by now.
  const formerly = (index: string, name: 'doi' | 'url') =>
    withKey(
      index,
      `sent_${name}_key = @${name}Key AND sent_${name}_key IS NOT NULL AND sent_${name}_key IS NOT ${name}_key`,
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
  const former = db.prepare<object>(`SELECT 1 FROM (${formerDoi} UNION ALL ${formerUrl}) LIMIT 1`);
  // Answered by the indexes alone: nearly no draft has a double, and this is asked for every draft of a plan.
  const other = (index: string, key: string) =>
    db.prepare<[string, string | null, number]>(
      `SELECT 1 FROM drafts INDEXED BY ${index} WHERE account_id = ? AND ${key} = ? AND id <> ? LIMIT 1`,
    );
  const otherDoi = other('drafts_by_doi', 'doi_key');
  const otherUrl = other('drafts_by_url', 'url_key');
  const hasDouble = (accountId: string, { id, doiKey, urlKey }: Keyed) =>
    otherDoi.get(accountId, doiKey, id) !== undefined || otherUrl.get(accountId, urlKey, id) !== undefined;
  return withStorageErrors<SendCandidates>({
    read: (ids) =>
      ids.flatMap((id) => {
        const found = read.get(id);
        return found ? [toCandidate(found)] : [];
      }),
    alike: (accountId, { id, doiKey, urlKey }) => alike.all({ accountId, id, doiKey, urlKey }),
    sentAlike: (accountId, draft) => {
      const { id, doiKey, urlKey } = draft;
      const about = { accountId, id, doiKey, urlKey };
      return hasDouble(accountId, draft) || former.get(about) !== undefined ? sentAlike.all(about) : [];
    },
  });
}

interface CandidateRow extends Omit<SendCandidate, 'record' | 'place'> {
  record: string;
  placeFile: string | null;
  placeIndex: number;
  placeLine: number | null;
}

function toCandidate({
  record,
  placeFile: file,
  placeIndex,
  placeLine: line,
  ...row
}: CandidateRow): SendCandidate {
  const words = line === null ? 'queue.place' : 'queue.placeLine';
  const place = file === null ? '' : t(words, { file, number: placeIndex, line });
  return { ...row, record: JSON.parse(record) as DraftRecord, place };
}
