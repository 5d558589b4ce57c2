import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type {
  EarlierVersion,
  UploadVersion,
  VersionKind,
  VersionWhy,
} from '../../../shared/draft/earlierVersions.ts';
import type { AppError } from '../../../shared/errors.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { inBatches } from '../inBatches.ts';
import { readableRecord } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A record that is about to be overwritten, withdrawn, or replaced in its draft. */
export interface NewVersion {
  accountId: string;
  kind: VersionKind;
  why: VersionWhy;
  /** null: the directory does not have it. */
  remoteId: string | null;
  /** The local draft or application. */
  recordId: number;
  uploadId: number | null;
  /** ISO time. */
  at: string;
  title: string;
  /** Hash of the part of it that can be sent. */
  content: string;
  record: DraftRecord;
}

export type StoredVersion = Omit<NewVersion, 'content'> & { id: number };

/** Records before Colophon changed them in the directory; each function may join the caller's transaction. */
export type VersionStore = ReturnType<typeof createVersionStore>;

/** How long a version is stored, in milliseconds, and how many of each record stay regardless of age. */
const versionsKept = 365 * 24 * 3600 * 1000;
const lastKept = 3;
/** Versions checked in one batch. */
const windowSize = 500;

const rowColumns = 'id, at, why, title, remote_id remoteId, upload_id uploadId';
export function createVersionStore(db: Db) {
  const sameOf = (record: string) =>
    db
      .prepare<object, number>(
        `SELECT id FROM earlier_versions WHERE account_id = @accountId AND kind = @kind AND ${record}
           AND content = @content AND (why = 'draft') = (@why = 'draft')`,
      )
      .pluck();
  const sameThere = sameOf('remote_id = @remoteId');
  const sameHere = sameOf('record_id = @recordId AND remote_id IS NULL');
  const seenAgain = db.prepare(
    `UPDATE earlier_versions SET at = @at, why = @why, upload_id = coalesce(@uploadId, upload_id) WHERE id = @id`,
  );
  const insert = db.prepare(
    `INSERT INTO earlier_versions (account_id, kind, why, remote_id, record_id, upload_id, at, title, content, record)
     VALUES (@accountId, @kind, @why, @remoteId, @recordId, @uploadId, @at, @title, @content, @record)`,
  );
  const get = db.prepare<[number], Omit<StoredVersion, 'record'> & { record: string }>(
    `SELECT ${rowColumns}, account_id accountId, kind, record_id recordId, record FROM earlier_versions WHERE id = ?`,
  );
  const remoteIdOf = db
    .prepare<[number], string | null>('SELECT remote_id FROM earlier_versions WHERE id = ?')
    .pluck();
  const ofRecord = db.prepare<object, EarlierVersion>(
    `SELECT ${rowColumns} FROM earlier_versions WHERE kind = @kind AND record_id = @recordId AND account_id = @accountId
     UNION
     SELECT ${rowColumns} FROM earlier_versions WHERE account_id = @accountId AND kind = @kind AND remote_id = @remoteId
     ORDER BY at DESC, id DESC`,
  );
  const ofUpload = db.prepare<[number], UploadVersion>(
    `SELECT i.id itemId, i.draft_id draftId, i.title, i.state, i.outcome, i.keeping, v.id versionId
     FROM upload_items i LEFT JOIN earlier_versions v
       ON v.id = i.version_id AND (i.remote_id IS NULL OR i.remote_id = v.remote_id)
     WHERE i.upload_id = ? AND i.state = 'done' ORDER BY i.position`,
  );
  const old = db.prepare<[string, number, number], { id: number }>(
    'SELECT id FROM earlier_versions WHERE at < ? AND id > ? ORDER BY id LIMIT ?',
  );
  // Newer versions of the same record count, whatever was queried.
  const removeOne = db.prepare<[number]>(
    `DELETE FROM earlier_versions WHERE id = ? AND ${lastKept} <= (
       SELECT count(*) FROM earlier_versions o WHERE o.account_id = earlier_versions.account_id
         AND o.kind = earlier_versions.kind AND o.remote_id IS earlier_versions.remote_id
         AND (o.remote_id IS NOT NULL OR o.record_id = earlier_versions.record_id)
         AND (o.at, o.id) > (earlier_versions.at, earlier_versions.id))`,
  );
  const removeSlice = asWrite(db, (ids: readonly number[]) =>
    ids.reduce((count, id) => count + removeOne.run(id).changes, 0),
  );

  return withStorageErrors({
    /** Returns the version's id; content stored already is only marked as seen again. */
    keep: asWrite(db, (version: NewVersion) => {
      const id = (version.remoteId === null ? sameHere : sameThere).get(version);
      if (id !== undefined) {
        seenAgain.run({ ...version, id });
        return id;
      }
      return Number(insert.run({ ...version, record: JSON.stringify(version.record) }).lastInsertRowid);
    }),
    /** The directory's record that a version belongs to; null if there is none or the version is no longer stored. */
    remoteIdOf: (id: number) => remoteIdOf.get(id) ?? null,
    /** Throws AppError `not_found` if it is no longer stored. */
    get(id: number): StoredVersion {
      const row = get.get(id);
      if (!row) throw noVersion();
      return { ...row, record: readableRecord(row.record, 'record_versions.record') };
    },
    /** The stored versions of a local record, or of the directory's record with an id, newest first. */
    ofRecord: (record: { accountId: string; kind: VersionKind; recordId: number; remoteId: string | null }) =>
      ofRecord.all(record),
    /** The records that an upload replaced, item by item in order; all of them, or those of the given items. */
    ofUpload(uploadId: number, itemIds?: readonly number[]) {
      const wanted = itemIds && new Set(itemIds);
      return ofUpload.all(uploadId).filter(({ itemId }) => !wanted || wanted.has(itemId));
    },
    /** Removes versions older than a year at `now` (ms since 1970), except a record's last three. */
    async removeOld(now: number, signal?: AbortSignal) {
      const before = new Date(now - versionsKept).toISOString();
      let count = 0;
      for (let after = 0; !signal?.aborted; ) {
        const ids = old.all(before, after, windowSize).map((row) => row.id);
        if (ids.length === 0) break;
        const remove = (slice: readonly number[]) => {
          count += removeSlice(slice);
        };
        await inBatches(ids, remove, signal ? { signal } : {});
        after = ids.at(-1)!;
      }
      return count;
    },
  });
}

function noVersion(): AppError {
  return fail('versions.gone');
}
