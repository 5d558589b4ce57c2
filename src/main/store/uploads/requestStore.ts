import type { Message } from '../../../shared/message.ts';
import { overStates } from '../../../shared/upload/overUploads.ts';
import type { Attempt } from '../../../shared/upload/upload.ts';
import { isOneOf } from '../columns.ts';
import type { Db } from '../database.ts';
import { inBatches } from '../inBatches.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

/** A request about to be sent; its address is redacted already. */
export interface RequestBegun {
  accountId: string;
  uploadId: number | null;
  at: string;
  method: string;
  address: string;
  records: number;
  bytes: number;
}

/** The outcome of a request: `status` is null if there was no response, `duration` is in milliseconds. */
export interface RequestEnded {
  status: number | null;
  duration: number;
  outcome: Message;
  words: string;
  reference: string;
}

export type RequestStore = ReturnType<typeof createRequestStore>;

/** How long requests are stored, in milliseconds. */
const requestsKept = 90 * 24 * 3600 * 1000;
/** Requests checked in one batch. */
const windowSize = 500;

type AttemptRow = Omit<Attempt, 'outcome'> & { outcome: string };

function toAttempt(row: AttemptRow): Attempt {
  return { ...row, outcome: readMessage(row.outcome) };
}

const columns = `id, upload_id AS uploadId, at, method, address, status, records, bytes, duration, outcome, words, reference`;

/** Stores every request of an account, never with a key in it. */
export function createRequestStore(db: Db) {
  const begin = db.prepare<RequestBegun>(
    `INSERT INTO requests (account_id, upload_id, at, method, address, records, bytes)
     VALUES (@accountId, @uploadId, @at, @method, @address, @records, @bytes)`,
  );
  const end = db.prepare<Omit<RequestEnded, 'outcome'> & { id: number; outcome: string }>(
    `UPDATE requests SET status = @status, duration = @duration, outcome = @outcome, words = @words,
       reference = @reference WHERE id = @id`,
  );
  const closeOpen = db.prepare<[string]>(
    `UPDATE requests SET outcome = ? WHERE duration IS NULL AND outcome = ''`,
  );
  const count = db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM requests WHERE upload_id = ?');
  const byUpload = db.prepare<[number, number, number], AttemptRow>(
    `SELECT ${columns} FROM requests WHERE upload_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const ofItem = `FROM requests WHERE upload_id = ? AND id IN (SELECT request_id FROM request_items WHERE item_id = ?)`;
  const countOfItem = db.prepare<[number, number], { n: number }>(`SELECT count(*) AS n ${ofItem}`);
  const byItem = db.prepare<[number, number, number, number], AttemptRow>(
    `SELECT ${columns} ${ofItem} ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  // A finished upload may still have items whose outcome is unknown.
  const open = db
    .prepare<[], number>(
      `SELECT id FROM uploads u WHERE NOT ${isOneOf('state', overStates)} OR EXISTS (
         SELECT 1 FROM upload_items WHERE upload_id = u.id AND state IN ('sending', 'accepted', 'unsure'))`,
    )
    .pluck();
  const next = db.prepare<[number, number], { id: number; at: string; uploadId: number | null }>(
    'SELECT id, at, upload_id uploadId FROM requests WHERE id > ? ORDER BY id LIMIT ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM requests WHERE id = ?');
  const removeSlice = asWrite(db, (ids: readonly number[]) => {
    for (const id of ids) remove.run(id);
  });

  /** Removes requests older than 90 days at `now` (ms since 1970), except of uploads without a known outcome. */
  async function removeOld(now: number, signal?: AbortSignal): Promise<number> {
    const before = new Date(now - requestsKept).toISOString();
    const kept = new Set(open.all());
    let count = 0;
    for (let after = 0; !signal?.aborted; ) {
      const rows = next.all(after, windowSize);
      const old = rows.filter(({ at }) => at < before);
      const ids = old.flatMap(({ id, uploadId }) => (uploadId !== null && kept.has(uploadId) ? [] : [id]));
      await inBatches(ids, removeSlice, signal ? { signal } : {});
      count += ids.length;
      // They were created in the order of their ids.
      if (old.length < windowSize) break;
      after = rows.at(-1)!.id;
    }
    return count;
  }

  return withStorageErrors({
    removeOld,
    /** Stores the request before it is sent and returns its id; may be called inside a transaction of the caller. */
    begin: (request: RequestBegun) => Number(begin.run(request).lastInsertRowid),
    end: (id: number, ended: RequestEnded) =>
      void end.run({ id, ...ended, outcome: messageColumn(ended.outcome) }),
    /** Sets this outcome for requests of an earlier run that received no response. */
    closeOpen: (outcome: Message) => void closeOpen.run(messageColumn(outcome)),
    count: (uploadId: number) => count.get(uploadId)!.n,
    /** The requests of an upload, or those that carried one of its items; newest first. */
    list: (
      uploadId: number,
      { itemId, offset, limit }: { itemId?: number; offset: number; limit: number },
    ) =>
      itemId === undefined
        ? { total: count.get(uploadId)!.n, attempts: byUpload.all(uploadId, limit, offset).map(toAttempt) }
        : {
            total: countOfItem.get(uploadId, itemId)!.n,
            attempts: byItem.all(uploadId, itemId, limit, offset).map(toAttempt),
          },
  });
}
