import type { Message } from '../../../shared/message.ts';
import type { UploadItem } from '../../../shared/upload/upload.ts';
import { type ItemState, type UploadState, uploadMayStep } from '../../../shared/upload/uploadStates.ts';
import type { Db } from '../database.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { write } from '../write.ts';
import { createItemLists } from './uploadItemLists.ts';
import { createItemQueue, neverDue } from './uploadItemQueue.ts';
import type {
  ClaimedItem,
  ItemChange,
  ItemCounts,
  KeptItem,
  LeftOut,
  NewItem,
  PausedBy,
  QueuedItem,
  SentItem,
  UploadRow,
} from './uploadRows.ts';

/**
 * The rows of `uploads` and `upload_items` are the queue; every function may be called inside a transaction of the
 * caller.
 */
export interface UploadStore {
  transaction<T>(work: () => T): T;
  create(upload: { accountId: string; name: string; at: string }): number;
  /** null if there is none. */
  find(id: number): UploadRow | null;
  /** Newest first. */
  list(accountId?: string): UploadRow[];
  /** Changes the state (throws if that step is not in `uploadSteps`) and the fields that belong to it. */
  setState(
    id: number,
    state: UploadState,
    change: { at: string; pausedBy?: PausedBy | null; message?: Message | null },
  ): void;
  /** Sets the reason for a pause or a wait without changing the state. */
  setMessage(id: number, pausedBy: PausedBy | null, message: Message | null): void;
  setLeftOut(id: number, left: { skipped: number; heldBack: number; list: LeftOut[] }): void;
  leftOut(id: number): LeftOut[];
  addItems(uploadId: number, items: readonly NewItem[], at: string): void;
  /**
   * Queued items that may be sent at `now`, in order, with their drafts; read lazily, so nothing may be written
   * meanwhile.
   */
  queued(uploadId: number, now: number): IterableIterator<QueuedItem>;
  hasQueued(uploadId: number, now: number): boolean;
  /** Claims an item for a request: queued -> sending, attempts + 1. */
  claim(item: ClaimedItem, at: string): void;
  /**
   * Changes items of one state (throws on a step that is not in `outboxSteps`); returns how many were in that state.
   */
  step(ids: readonly number[], from: ItemState, change: ItemChange, at: string): number;
  /** Sets facts about done items that became known later. */
  setFound(id: number, found: { outcome: 'created' | 'overwrote'; remoteId: string }): void;
  setDue(ids: readonly number[], dueMs: number): void;
  /** Records that the record which an item overwrites was looked up, and the version stored of it. */
  setKept(item: KeptItem): void;
  /**
   * Queued items no longer require that a version is stored before they overwrite a record; returns how many items that
   * affects.
   */
  leaveUnkept(uploadId: number): number;
  /** The record that a requeued item overwrites is looked up again. */
  keepAnew(ids: readonly number[]): void;
  /**
   * Returns true if any queued item overwrites a record that has to be stored first; `isKeeping`, if that is still
   * undecided for one of them.
   */
  hasKeeping(uploadId: number): boolean;
  isKeeping(uploadId: number): boolean;
  /** How many items replaced something of which a version is stored. */
  countReplaced(uploadId: number): number;
  /** The reason why items in these states wait is no longer known: they become due at once. */
  dueNow(uploadId: number, now: number, states: readonly ItemState[]): void;
  sent(uploadId: number, state: ItemState, range?: { dueBy?: number; limit?: number }): SentItem[];
  /** Done items without a directory id that are due to be looked up at `now`. */
  withoutId(uploadId: number, now: number, limit: number): SentItem[];
  countWithoutId(uploadId: number): number;
  byTicket(ticket: string): SentItem[];
  /** Tickets with an unknown outcome, and when they were issued. */
  tickets(accountId: string): { ticket: string; uploadId: number; at: string }[];
  /** The earliest time at which an item in one of the states, or one without an id, is due; null if there is none. */
  nextDue(uploadId: number, states: readonly ItemState[]): number | null;
  counts(uploadId: number): ItemCounts;
  isHalving(uploadId: number): boolean;
  /** Returns true if any item is still queued or being sent. */
  isOpen(uploadId: number): boolean;
  /** Returns true if any item was sent and its outcome is unknown. */
  isUnderWay(uploadId: number): boolean;
  /** Finished uploads with items whose outcome or directory id is unknown. */
  unsettled(accountId: string): number[];
  draftIds(uploadId: number, state: ItemState): number[];
  /** Ordered by position; without states, all items. */
  items(
    uploadId: number,
    page: { states: readonly ItemState[]; offset: number; limit: number },
  ): { total: number; items: (UploadItem & { doi: string })[] };
  /** Refused and failed items, or those of the given ones. */
  retryable(
    uploadId: number,
    itemIds?: readonly number[],
  ): { id: number; draftId: number; state: ItemState }[];
  /** Returns true if another draft or item has this directory id. */
  isKnownElsewhere(accountId: string, remoteId: string, draftId: number): boolean;
  /** Drafts marked as queued that are in no upload's queue. */
  strayDrafts(): number[];
}

const uploadColumns = `id, account_id accountId, name, state, paused_by pausedBy, message, skipped, held_back heldBack,
  created_at createdAt, started_at startedAt, finished_at finishedAt`;

type StoredRow = Omit<UploadRow, 'message'> & { message: string };

function toUpload(row: StoredRow): UploadRow {
  return { ...row, message: readMessage(row.message) };
}

/** Creates the store of uploads. */
export function createUploadStore(db: Db): UploadStore {
  return withStorageErrors<UploadStore>({
    ...uploadRows(db),
    ...createItemQueue(db),
    ...createItemLists(db),
    transaction: (work) => write(db, work),
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
       finished_at = CASE WHEN @state IN ('done', 'cancelled') THEN @at ELSE NULL END
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
      `SELECT id FROM uploads u WHERE account_id = ? AND state IN ('done', 'cancelled') AND (
         EXISTS (SELECT 1 FROM upload_items WHERE upload_id = u.id AND state IN ('accepted', 'unsure', 'sending')) OR
         EXISTS (SELECT 1 FROM upload_items WHERE upload_id = u.id AND state = 'done' AND remote_id IS NULL
           AND due_ms < ${neverDue}))`,
    )
    .pluck();
  return {
    create: ({ accountId, name, at }: { accountId: string; name: string; at: string }) =>
      Number(create.run(accountId, name, at).lastInsertRowid),
    find: (id: number) => {
      const row = find.get(id);
      return row ? toUpload(row) : null;
    },
    list: (accountId?: string) =>
      (accountId === undefined ? all.all() : ofAccount.all(accountId)).map(toUpload),
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
    setMessage: (id: number, pausedBy: PausedBy | null, message: Message | null) =>
      void setMessage.run(pausedBy, messageColumn(message), id),
    setLeftOut: (id: number, left: { skipped: number; heldBack: number; list: LeftOut[] }) =>
      void setLeftOut.run(left.skipped, left.heldBack, JSON.stringify(left.list), id),
    leftOut: (id: number) => JSON.parse(leftOut.get(id) ?? '[]') as LeftOut[],
    unsettled: (accountId: string) => unsettled.all(accountId),
  };
}
