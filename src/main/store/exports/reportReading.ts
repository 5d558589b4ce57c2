import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import type { ImportProblem } from '../../../shared/draft/importing.ts';
import type { Message } from '../../../shared/message.ts';
import type { Db } from '../database.ts';
import { storedJson, storedRecord } from '../storedJson.ts';
import { readMessage } from '../storedMessage.ts';

/** Where a record comes from, with its title and DOI. */
export interface PlacedRecord {
  file: string | null;
  index: number | null;
  line: number | null;
  title: string;
  doi: string;
}

interface HeldBackColumns {
  draftId: number;
  title: string;
  path: string;
  message: string;
  reason: string;
}

/** A record that our rules held back; `record` as it is now, null if it is gone or cannot be read. */
export interface HeldBack extends PlacedRecord, Omit<HeldBackColumns, 'message'> {
  message: Message;
  record: DraftRecord | null;
}

const noPlace = { file: null, index: null, line: null, doi: '' };

/** A record of an import, of a new draft or of a change to a draft. */
interface RecordKey {
  id: number;
  isChange: 0 | 1;
}

/** Reads the data of reports of problems, one record at a time. */
export function createReportReading(db: Db) {
  const readProblems = db.prepare<[number], Omit<ImportProblem, 'message'> & { message: string }>(
    'SELECT file, place "index", line, message FROM import_problems WHERE import_id = ? ORDER BY id',
  );
  // A record that is twice in the file has no problems of its own, but those of the first one.
  const readKeys = db.prepare<{ id: number }, RecordKey>(
    `SELECT id, isChange FROM (
       SELECT import_position position, id, 0 isChange FROM drafts WHERE import_id = @id AND trashed_at IS NULL
       UNION ALL
       SELECT c.position, c.id, 1 FROM import_changes c JOIN drafts d ON d.id = c.draft_id
       WHERE c.import_id = @id AND c.outcome <> 'twice-in-file' AND d.trashed_at IS NULL)
     ORDER BY position`,
  );
  const readDraft = db.prepare<[number], PlacedRecord & { record: string }>(
    'SELECT place_file file, place_index "index", place_line line, title, doi, record FROM drafts WHERE id = ?',
  );
  const readChange = db.prepare<[number], PlacedRecord & { record: string }>(
    `SELECT c.place_file file, c.place_index "index", c.place_line line, c.title, c.doi, coalesce(c.record, d.record) record
     FROM import_changes c JOIN drafts d ON d.id = c.draft_id WHERE c.id = ?`,
  );
  const readItems = db.prepare<[number], PlacedRecord & { draftId: number | null; refusal: string }>(
    `SELECT i.draft_id draftId, d.place_file file, d.place_index "index", d.place_line line, i.title, i.doi, i.refusal
     FROM upload_items i LEFT JOIN drafts d ON d.id = i.draft_id
     WHERE i.upload_id = ? AND i.state IN ('refused', 'failed') AND i.refusal IS NOT NULL ORDER BY i.position`,
  );
  const readLeftOut = db.prepare<[number], HeldBackColumns>(
    `SELECT value ->> 'draftId' draftId, value ->> 'title' title, value ->> 'path' path, value -> 'message' message,
       value ->> 'reason' reason
     FROM uploads, json_each(left_out) WHERE uploads.id = ?`,
  );
  return {
    /** The records of an import's files that could not be read. */
    importProblems: (id: number): ImportProblem[] =>
      readProblems.all(id).map((row) => ({ ...row, message: readMessage(row.message)! })),
    /** The records of an import, for `record`. */
    importKeys: (id: number) => readKeys.all({ id }),
    /** undefined: the record is gone; with `record` null: it cannot be read. */
    record({ id, isChange }: RecordKey): (PlacedRecord & { record: DraftRecord | null }) | undefined {
      const row = (isChange ? readChange : readDraft).get(id);
      return row && { ...row, record: storedRecord(row.record) };
    },
    /** The records of an upload that were refused or failed. */
    refusals: (id: number): (PlacedRecord & { draftId: number | null; refusal: Refusal })[] =>
      readItems.all(id).map((row) => ({ ...row, refusal: storedJson(row.refusal) as Refusal })),
    /** The records that our rules held back when an upload was planned. */
    heldBack: (id: number): HeldBack[] =>
      readLeftOut.all(id).map(({ message, ...held }) => {
        const { record, ...place } = readDraft.get(held.draftId) ?? { ...noPlace, record: null };
        return {
          ...place,
          ...held,
          message: storedJson(message) as Message,
          record: record === null ? null : storedRecord(record),
        };
      }),
  };
}
