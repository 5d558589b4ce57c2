import type { Attempt } from '../../shared/upload.ts';
import type { Db } from './database.ts';

/** A request about to go out; its address is redacted already. */
export interface RequestBegun {
  accountId: string;
  uploadId: number | null;
  at: string;
  method: string;
  address: string;
  records: number;
  bytes: number;
}

/** What became of a request: `status` null is no answer, `duration` in milliseconds. */
export interface RequestEnded {
  status: number | null;
  duration: number;
  outcome: string;
  words: string;
  reference: string;
}

export interface RequestStore {
  /** Keeps the request before it goes out and answers its id; may be called inside a transaction of the caller. */
  begin(request: RequestBegun): number;
  end(id: number, ended: RequestEnded): void;
  /** Requests that an earlier run sent without seeing an answer get this outcome. */
  closeOpen(outcome: string): void;
  count(uploadId: number): number;
  /** The requests of an upload, or those that carried one of its items; newest first. */
  list(
    uploadId: number,
    page: { itemId?: number; offset: number; limit: number },
  ): { total: number; attempts: Attempt[] };
}

const columns = `id, upload_id AS uploadId, at, method, address, status, records, bytes, duration, outcome, words, reference`;

/** Keeps every request of an account, never with a key in it. */
export function createRequestStore(db: Db): RequestStore {
  const begin = db.prepare<RequestBegun>(
    `INSERT INTO requests (account_id, upload_id, at, method, address, records, bytes)
     VALUES (@accountId, @uploadId, @at, @method, @address, @records, @bytes)`,
  );
  const end = db.prepare<RequestEnded & { id: number }>(
    `UPDATE requests SET status = @status, duration = @duration, outcome = @outcome, words = @words,
       reference = @reference WHERE id = @id`,
  );
  const closeOpen = db.prepare<[string]>(
    `UPDATE requests SET outcome = ? WHERE duration IS NULL AND outcome = ''`,
  );
  const count = db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM requests WHERE upload_id = ?');
  const byUpload = db.prepare<[number, number, number], Attempt>(
    `SELECT ${columns} FROM requests WHERE upload_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const ofItem = `FROM requests WHERE upload_id = ? AND id IN (SELECT request_id FROM request_items WHERE item_id = ?)`;
  const countOfItem = db.prepare<[number, number], { n: number }>(`SELECT count(*) AS n ${ofItem}`);
  const byItem = db.prepare<[number, number, number, number], Attempt>(
    `SELECT ${columns} ${ofItem} ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  return {
    begin: (request) => Number(begin.run(request).lastInsertRowid),
    end: (id, ended) => void end.run({ id, ...ended }),
    closeOpen: (outcome) => void closeOpen.run(outcome),
    count: (uploadId) => count.get(uploadId)!.n,
    list: (uploadId, { itemId, offset, limit }) =>
      itemId === undefined
        ? { total: count.get(uploadId)!.n, attempts: byUpload.all(uploadId, limit, offset) }
        : {
            total: countOfItem.get(uploadId, itemId)!.n,
            attempts: byItem.all(uploadId, itemId, limit, offset),
          },
  };
}
