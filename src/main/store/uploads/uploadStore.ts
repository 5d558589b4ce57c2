import type { Message } from '../../../shared/message.ts';
import { overStates } from '../../../shared/upload/overUploads.ts';
import type { LeftOut } from '../../../shared/upload/upload.ts';
import { type PausedBy, type UploadState, uploadMayStep } from '../../../shared/upload/uploadStates.ts';
import { columnsWith, isOneOf, selected } from '../columns.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { write } from '../write.ts';
import { createItemLists } from './uploadItemLists.ts';
import { createItemQueue, neverDue } from './uploadItemQueue.ts';
import type { UploadRow } from './uploadRows.ts';
import { uploadTable } from './uploadTable.ts';

const uploadColumns = selected(columnsWith(uploadTable, 'shown'));

type StoredRow = Omit<UploadRow, 'message'> & { message: string };

function toUpload(row: StoredRow): UploadRow {
  return { ...row, message: readMessage(row.message) };
}

export type UploadStore = ReturnType<typeof createUploadStore>;

/** The rows of `uploads` and `upload_items` are the queue; functions may join the caller's transaction. */
export function createUploadStore(db: Db) {
  return withStorageErrors({
    ...uploadRows(db),
    ...createItemQueue(db),
    ...createItemLists(db),
    transaction: <T>(work: () => T) => write(db, work),
  });
}

function uploadRows(db: Db) {
  const create = db.prepare<[string, string, string]>(
    `INSERT INTO uploads (account_id, name, state, created_at) VALUES (?, ?, 'reading', ?)`,
  );
  const find = db.prepare<[number], StoredRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = ?`);
  const all = db.prepare<[], StoredRow>(`SELECT ${uploadColumns} FROM uploads ORDER BY id DESC`);
  const ofAccount = db.prepare<[string], StoredRow>(
    `SELECT ${uploadColumns} FROM uploads WHERE account_id = ? ORDER BY id DESC`,
  );
  const setState = db.prepare<{
    id: number;
    state: string;
    pausedBy: string | null;
    message: string;
    at: string;
  }>(
    `UPDATE uploads SET state = @state, paused_by = @pausedBy, message = @message,
       started_at = CASE WHEN @state = 'running' THEN coalesce(started_at, @at) ELSE started_at END,
       finished_at = CASE WHEN ${isOneOf('@state', overStates)} THEN @at ELSE NULL END
     WHERE id = @id`,
  );
  const setMessage = db.prepare<[string | null, string, number]>(
    'UPDATE uploads SET paused_by = ?, message = ? WHERE id = ?',
  );
  const setLeftOut = db.prepare<[number, number, string, number]>(
    'UPDATE uploads SET skipped = ?, held_back = ?, left_out = ? WHERE id = ?',
  );
  const leftOut = db.prepare<[number], string>('SELECT left_out FROM uploads WHERE id = ?').pluck();
  const unsettled = db
    .prepare<[string], number>(
      `SELECT id FROM uploads u WHERE account_id = ? AND ${isOneOf('state', overStates)} AND (
         EXISTS (SELECT 1 FROM upload_items WHERE upload_id = u.id AND state IN ('accepted', 'unsure', 'sending')) OR
         EXISTS (SELECT 1 FROM upload_items WHERE upload_id = u.id AND state = 'done' AND remote_id IS NULL
           AND due_ms < ${neverDue}))`,
    )
    .pluck();
  return {
    create: ({ accountId, name, at }: { accountId: string; name: string; at: string }) =>
      Number(create.run(accountId, name, at).lastInsertRowid),
    /** null if there is none. */
    find: (id: number) => {
      const row = find.get(id);
      return row ? toUpload(row) : null;
    },
    /** Newest first. */
    list: (accountId?: string) =>
      (accountId === undefined ? all.all() : ofAccount.all(accountId)).map(toUpload),
    /** Changes the state (throws if that step is not in `uploadSteps`) and the fields that belong to it. */
    setState(
      id: number,
      state: UploadState,
      change: { at: string; pausedBy?: PausedBy | null; message?: Message | null },
    ) {
      const from = find.get(id)?.state;
      if (!from || !uploadMayStep(from, state))
        throw new Error(`An upload may not go from ${from} to ${state}.`);
      setState.run({
        id,
        state,
        pausedBy: change.pausedBy ?? null,
        message: messageColumn(change.message ?? null),
        at: change.at,
      });
    },
    /** Sets the reason for a pause or a wait without changing the state. */
    setMessage: (id: number, pausedBy: PausedBy | null, message: Message | null) =>
      void setMessage.run(pausedBy, messageColumn(message), id),
    setLeftOut: (id: number, left: { skipped: number; heldBack: number; list: LeftOut[] }) =>
      void setLeftOut.run(left.skipped, left.heldBack, JSON.stringify(left.list), id),
    leftOut: (id: number) => storedJson(leftOut.get(id) ?? '[]') as LeftOut[],
    /** Finished uploads with items whose outcome or directory id is unknown. */
    unsettled: (accountId: string) => unsettled.all(accountId),
  };
}
