import type { Refusal } from '../../shared/draft.ts';
import type { HeldBackReason, UploadItem } from '../../shared/upload.ts';
import { type ItemState, itemMayStep, type UploadState, uploadMayStep } from '../../shared/uploadStates.ts';
import type { Db } from './database.ts';

export type PausedBy = 'person' | 'offline' | 'key' | 'version' | 'problem';

/** An upload as its row has it; times are ISO 8601. */
export interface UploadRow {
  id: number;
  accountId: string;
  name: string;
  state: UploadState;
  pausedBy: PausedBy | null;
  message: string;
  skipped: number;
  heldBack: number;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** A draft that was selected and is not sent, with the reason in words. */
export interface LeftOut {
  draftId: number;
  title: string;
  reason: HeldBackReason;
  path: string;
  message: string;
}

export interface NewItem {
  draftId: number;
  position: number;
  title: string;
  place: string;
  doi: string;
  bytes: number;
}

/** A queued item with the draft it sends, as the draft is now; `record` null: the draft is gone. */
export interface QueuedItem {
  id: number;
  draftId: number;
  cap: number;
  attempts: number;
  record: string | null;
  hash: string;
  doiKey: string | null;
  urlKey: string | null;
  remoteId: string | null;
  errors: number;
  hasIdentifier: number;
  trashedAt: string | null;
}

/** An item that was sent: what was sent in it, and the directory id that its draft had before. */
export interface SentItem {
  id: number;
  uploadId: number;
  draftId: number;
  state: ItemState;
  cap: number;
  attempts: number;
  sentHash: string;
  sentContent: string;
  doiKey: string | null;
  urlKey: string | null;
  ticket: string | null;
  outcome: 'created' | 'overwrote' | null;
  /** Directory id that its draft has, and the draft's JSON as it is now; null if they are not there. */
  knownId: string | null;
  record: string | null;
  doi: string;
  /** The request, how many records it carried, and when it went out. */
  requestId: number;
  batch: number;
  sentAt: string;
}

/** What changes in an item with its state; whatever is absent stays. */
export interface ItemChange {
  state: ItemState;
  cap?: number;
  /** Added to the attempts; `reset` makes them 0. */
  attempts?: number | 'reset';
  dueMs?: number;
  ticket?: string | null;
  outcome?: 'created' | 'overwrote' | null;
  remoteId?: string | null;
  refusal?: Refusal | null;
}

export interface ItemCounts {
  queued: number;
  sending: number;
  accepted: number;
  unsure: number;
  created: number;
  overwrote: number;
  stored: number;
  refused: number;
  failed: number;
}

/** Rows of `uploads` and `upload_items` are the queue; every function may be called inside a transaction of the caller. */
export interface UploadStore {
  transaction<T>(work: () => T): T;
  create(upload: { accountId: string; name: string; at: string }): number;
  /** null if there is none. */
  find(id: number): UploadRow | null;
  /** Newest first. */
  list(accountId?: string): UploadRow[];
  /** Changes the state (throws if that step is not in `uploadSteps`) and what goes with it. */
  setState(
    id: number,
    state: UploadState,
    change: { at: string; pausedBy?: PausedBy | null; message?: string },
  ): void;
  /** Says why, or that something is being waited for, without a change of state. */
  setMessage(id: number, pausedBy: PausedBy | null, message: string): void;
  setLeftOut(id: number, left: { skipped: number; heldBack: number; list: LeftOut[] }): void;
  leftOut(id: number): LeftOut[];
  addItems(uploadId: number, items: readonly NewItem[], at: string): void;
  /** Queued items that may go at `now`, in order, with their drafts; read lazily, nothing may be written meanwhile. */
  queued(uploadId: number, now: number): IterableIterator<QueuedItem>;
  hasQueued(uploadId: number, now: number): boolean;
  /** Claims an item for a request: queued -> sending, attempts + 1. */
  claim(
    item: {
      id: number;
      requestId: number;
      hash: string;
      content: string;
      doiKey: string | null;
      urlKey: string | null;
      bytes: number;
    },
    at: string,
  ): void;
  /** Changes items of one state (throws on a step that is not in `itemSteps`); answers how many were in that state. */
  step(ids: readonly number[], from: ItemState, change: ItemChange, at: string): number;
  /** Sets what was learnt later about done items. */
  setFound(id: number, found: { outcome: 'created' | 'overwrote'; remoteId: string }): void;
  setDue(ids: readonly number[], dueMs: number): void;
  /** Nobody remembers what the queued items of an upload wait for: they may go at once. */
  dueNow(uploadId: number, now: number): void;
  sent(uploadId: number, state: ItemState, range?: { dueBy?: number; limit?: number }): SentItem[];
  /** Done items without a directory id, due to be looked up at `now`. */
  withoutId(uploadId: number, now: number, limit: number): SentItem[];
  countWithoutId(uploadId: number): number;
  byTicket(ticket: string): SentItem[];
  /** Tickets whose outcome is open, with the time they were given. */
  tickets(accountId: string): { ticket: string; uploadId: number; at: string }[];
  /** The earliest time at which an item in one of the states, or one without an id, is due; null if there is none. */
  nextDue(uploadId: number, states: readonly ItemState[]): number | null;
  counts(uploadId: number): ItemCounts;
  isHalving(uploadId: number): boolean;
  /** Whether any item is still queued or on its way. */
  isOpen(uploadId: number): boolean;
  /** Whether any item was sent and its outcome is open. */
  isUnderWay(uploadId: number): boolean;
  /** Uploads that are over, with items whose outcome or directory id is open. */
  unsettled(accountId: string): number[];
  draftIds(uploadId: number, state: ItemState): number[];
  /** By position; no states: all. */
  items(
    uploadId: number,
    page: { states: readonly ItemState[]; offset: number; limit: number },
  ): { total: number; items: (UploadItem & { doi: string })[] };
  /** Refused and failed items, or those of the given ones. */
  retryable(
    uploadId: number,
    itemIds?: readonly number[],
  ): { id: number; draftId: number; state: ItemState }[];
  /** Whether a record with this directory id is known of another draft or item than this one. */
  isKnownElsewhere(accountId: string, remoteId: string, draftId: number): boolean;
  /** Drafts marked as queued which no upload has in its queue. */
  strayDrafts(): number[];
}

/** Never due: what could not be looked up is left at that. */
export const neverDue = Number.MAX_SAFE_INTEGER;

const uploadColumns = `id, account_id accountId, name, state, paused_by pausedBy, message, skipped, held_back heldBack,
  created_at createdAt, started_at startedAt, finished_at finishedAt`;
const sentColumns = `i.id, i.upload_id uploadId, i.draft_id draftId, i.state, i.batch_cap cap, i.attempts,
  coalesce(i.sent_hash, '') sentHash, coalesce(i.sent_content, '') sentContent, i.doi_key doiKey, i.url_key urlKey,
  i.ticket, i.outcome, d.remote_id knownId, d.record, i.doi, coalesce(i.request_id, 0) requestId,
  coalesce(r.records, 1) batch,
  coalesce(r.at, i.updated_at) sentAt
  FROM upload_items i LEFT JOIN drafts d ON d.id = i.draft_id LEFT JOIN requests r ON r.id = i.request_id`;

/** Makes the store of uploads. */
export function createUploadStore(db: Db): UploadStore {
  return {
    ...uploadRows(db),
    ...itemQueue(db),
    ...itemLists(db),
    transaction: (work) => db.transaction(work).immediate(),
  };
}

function uploadRows(db: Db) {
  const create = db.prepare<[string, string, string]>(
    `INSERT INTO uploads (account_id, name, state, created_at) VALUES (?, ?, 'reading', ?)`,
  );
  const find = db.prepare<[number], UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE id = ?`);
  const all = db.prepare<[], UploadRow>(`SELECT ${uploadColumns} FROM uploads ORDER BY id DESC`);
  const ofAccount = db.prepare<[string], UploadRow>(
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
    find: (id: number) => find.get(id) ?? null,
    list: (accountId?: string) => (accountId === undefined ? all.all() : ofAccount.all(accountId)),
    setState(
      id: number,
      state: UploadState,
      change: { at: string; pausedBy?: PausedBy | null; message?: string },
    ) {
      const from = find.get(id)?.state;
      if (!from || !uploadMayStep(from, state))
        throw new Error(`An upload may not go from ${from} to ${state}.`);
      setState.run({
        id,
        state,
        pausedBy: change.pausedBy ?? null,
        message: change.message ?? '',
        at: change.at,
      });
    },
    setMessage: (id: number, pausedBy: PausedBy | null, message: string) =>
      void setMessage.run(pausedBy, message, id),
    setLeftOut: (id: number, left: { skipped: number; heldBack: number; list: LeftOut[] }) =>
      void setLeftOut.run(left.skipped, left.heldBack, JSON.stringify(left.list), id),
    leftOut: (id: number) => JSON.parse(leftOut.get(id) ?? '[]') as LeftOut[],
    unsettled: (accountId: string) => unsettled.all(accountId),
  };
}

function itemQueue(db: Db) {
  const add = db.prepare<NewItem & { uploadId: number; at: string }>(
    `INSERT INTO upload_items (upload_id, draft_id, title, place, doi, position, state, bytes, updated_at)
     VALUES (@uploadId, @draftId, @title, @place, @doi, @position, 'queued', @bytes, @at)`,
  );
  // Neither done nor looked up: the outcome of a queued item is never set, which lets the index give the order.
  const queued = db.prepare<[number, number], QueuedItem>(
    `SELECT i.id, i.draft_id draftId, i.batch_cap cap, i.attempts, d.record, d.hash, d.doi_key doiKey,
       d.url_key urlKey, d.remote_id remoteId, d.errors, d.has_identifier hasIdentifier, d.trashed_at trashedAt
     FROM upload_items i LEFT JOIN drafts d ON d.id = i.draft_id
     WHERE i.upload_id = ? AND i.state = 'queued' AND i.outcome IS NULL AND i.due_ms <= ? ORDER BY i.position`,
  );
  const hasQueued = db.prepare<[number, number]>(
    `SELECT 1 FROM upload_items WHERE upload_id = ? AND state = 'queued' AND due_ms <= ? LIMIT 1`,
  );
  const claim = db.prepare(
    `UPDATE upload_items SET state = 'sending', attempts = attempts + 1, request_id = @requestId, sent_hash = @hash,
       sent_content = @content, doi_key = @doiKey, url_key = @urlKey, bytes = @bytes, ticket = NULL, refusal = NULL,
       updated_at = @at WHERE id = @id AND state = 'queued'`,
  );
  const carry = db.prepare<[number, number]>('INSERT INTO request_items (request_id, item_id) VALUES (?, ?)');
  const step = db.prepare(
    `UPDATE upload_items SET state = @state, updated_at = @at,
       batch_cap = CASE WHEN @setCap THEN @cap ELSE batch_cap END,
       attempts = CASE WHEN @reset THEN 0 ELSE attempts + @attempts END,
       due_ms = CASE WHEN @setDue THEN @dueMs ELSE due_ms END,
       ticket = CASE WHEN @setTicket THEN @ticket ELSE ticket END,
       outcome = CASE WHEN @setOutcome THEN @outcome ELSE outcome END,
       remote_id = CASE WHEN @setRemoteId THEN @remoteId ELSE remote_id END,
       refusal = CASE WHEN @setRefusal THEN @refusal ELSE refusal END
     WHERE id = @id AND state = @from`,
  );
  const setFound = db.prepare<[string, string, number]>(
    `UPDATE upload_items SET outcome = coalesce(outcome, ?), remote_id = ? WHERE id = ?`,
  );
  const setDue = db.prepare<[number, number]>('UPDATE upload_items SET due_ms = ? WHERE id = ?');
  const dueNow = db.prepare<[number, number]>(
    `UPDATE upload_items SET due_ms = 0 WHERE upload_id = ? AND state = 'queued' AND due_ms > ?`,
  );
  return {
    addItems(uploadId: number, items: readonly NewItem[], at: string) {
      for (const item of items) add.run({ ...item, uploadId, at });
    },
    queued: (uploadId: number, now: number) => queued.iterate(uploadId, now),
    hasQueued: (uploadId: number, now: number) => hasQueued.get(uploadId, now) !== undefined,
    claim(item: Parameters<UploadStore['claim']>[0], at: string) {
      claim.run({ ...item, at });
      carry.run(item.requestId, item.id);
    },
    step(ids: readonly number[], from: ItemState, change: ItemChange, at: string) {
      if (!itemMayStep(from, change.state))
        throw new Error(`An item may not go from ${from} to ${change.state}.`);
      const values = {
        from,
        state: change.state,
        at,
        setCap: change.cap === undefined ? 0 : 1,
        cap: change.cap ?? 0,
        reset: change.attempts === 'reset' ? 1 : 0,
        attempts: typeof change.attempts === 'number' ? change.attempts : 0,
        setDue: change.dueMs === undefined ? 0 : 1,
        dueMs: Math.round(change.dueMs ?? 0),
        setTicket: change.ticket === undefined ? 0 : 1,
        ticket: change.ticket ?? null,
        setOutcome: change.outcome === undefined ? 0 : 1,
        outcome: change.outcome ?? null,
        setRemoteId: change.remoteId === undefined ? 0 : 1,
        remoteId: change.remoteId ?? null,
        setRefusal: change.refusal === undefined ? 0 : 1,
        refusal: change.refusal ? JSON.stringify(change.refusal) : null,
      };
      let changed = 0;
      for (const id of ids) changed += step.run({ ...values, id }).changes;
      return changed;
    },
    setFound: (id: number, { outcome, remoteId }: { outcome: 'created' | 'overwrote'; remoteId: string }) =>
      void setFound.run(outcome, remoteId, id),
    dueNow: (uploadId: number, now: number) => void dueNow.run(uploadId, now),
    setDue(ids: readonly number[], dueMs: number) {
      for (const id of ids) setDue.run(Math.min(neverDue, Math.round(dueMs)), id);
    },
  };
}

function itemLists(db: Db) {
  const sent = db.prepare<[number, string, number, number], SentItem>(
    `SELECT ${sentColumns} WHERE i.upload_id = ? AND i.state = ? AND i.due_ms <= ? ORDER BY i.position LIMIT ?`,
  );
  const withoutId = db.prepare<[number, number, number], SentItem>(
    `SELECT ${sentColumns} WHERE i.upload_id = ? AND i.state = 'done' AND i.remote_id IS NULL AND i.due_ms <= ?
     ORDER BY i.due_ms LIMIT ?`,
  );
  const countWithoutId = db
    .prepare<[number], number>(
      `SELECT count(*) FROM upload_items WHERE upload_id = ? AND state = 'done' AND remote_id IS NULL
         AND due_ms < ${neverDue}`,
    )
    .pluck();
  const byTicket = db.prepare<[string], SentItem>(
    `SELECT ${sentColumns} WHERE i.ticket = ? AND i.state = 'accepted' ORDER BY i.position`,
  );
  const tickets = db.prepare<[string], { ticket: string; uploadId: number; at: string }>(
    `SELECT i.ticket, i.upload_id uploadId, min(i.updated_at) at FROM uploads u JOIN upload_items i ON i.upload_id = u.id
     WHERE u.account_id = ? AND i.state = 'accepted' AND i.ticket IS NOT NULL GROUP BY i.ticket ORDER BY min(i.id)`,
  );
  const nextDue = db
    .prepare<[number, string, number], number | null>(
      `SELECT min(due) FROM (
         SELECT min(due_ms) due FROM upload_items
         WHERE upload_id = ? AND state IN (SELECT value FROM json_each(?))
         UNION ALL
         SELECT min(due_ms) FROM upload_items WHERE upload_id = ? AND state = 'done' AND remote_id IS NULL
           AND due_ms < ${neverDue})`,
    )
    .pluck();
  const counts = db.prepare<[number], { state: ItemState; outcome: string | null; n: number }>(
    'SELECT state, outcome, count(*) n FROM upload_items WHERE upload_id = ? GROUP BY state, outcome',
  );
  const halving = db.prepare<[number]>(
    `SELECT 1 FROM upload_items WHERE upload_id = ? AND state IN ('queued', 'sending', 'accepted', 'unsure')
       AND batch_cap < 1000000 LIMIT 1`,
  );
  const inStates = (states: string) =>
    db.prepare<[number]>(`SELECT 1 FROM upload_items WHERE upload_id = ? AND state IN (${states}) LIMIT 1`);
  const open = inStates(`'queued', 'sending', 'accepted', 'unsure'`);
  const underWay = inStates(`'sending', 'accepted', 'unsure'`);
  const draftIds = db
    .prepare<[number, string], number>('SELECT draft_id FROM upload_items WHERE upload_id = ? AND state = ?')
    .pluck();
  const chosen = 'upload_id = ? AND state IN (SELECT value FROM json_each(?))';
  const countItems = db
    .prepare<[number, string], number>(`SELECT count(*) FROM upload_items WHERE ${chosen}`)
    .pluck();
  // Many of them are found fastest in their order, few by their state and sorted afterwards.
  const readItems = (index: string) =>
    db.prepare<[number, string, number, number], ItemRow>(
      `SELECT id, draft_id draftId, position, title, doi, place "from", state, outcome, remote_id remoteId, attempts,
         refusal, updated_at updatedAt FROM upload_items INDEXED BY ${index}
       WHERE ${chosen} ORDER BY position LIMIT ? OFFSET ?`,
    );
  const manyItems = readItems('upload_items_by_position');
  const fewItems = readItems('upload_items_by_state');
  const retryable = db.prepare<[number], { id: number; draftId: number; state: ItemState }>(
    `SELECT id, draft_id draftId, state FROM upload_items WHERE upload_id = ? AND state IN ('refused', 'failed')
     ORDER BY position`,
  );
  const elsewhere = db.prepare<[string, string, number]>(
    'SELECT 1 FROM drafts INDEXED BY drafts_by_remote WHERE account_id = ? AND remote_id = ? AND id <> ? LIMIT 1',
  );
  const stray = db
    .prepare<[], number>(
      `SELECT d.id FROM drafts d INDEXED BY drafts_by_facts WHERE d.staged = 0 AND d.sync = 'queued' AND NOT EXISTS (
         SELECT 1 FROM upload_items i JOIN uploads u ON u.id = i.upload_id
         WHERE i.draft_id = d.id AND u.state <> 'cancelled' AND i.state IN ('queued', 'sending', 'accepted', 'unsure'))`,
    )
    .pluck();
  return {
    sent: (uploadId: number, state: ItemState, { dueBy = neverDue, limit = -1 } = {}) =>
      sent.all(uploadId, state, dueBy, limit),
    withoutId: (uploadId: number, now: number, limit: number) => withoutId.all(uploadId, now, limit),
    countWithoutId: (uploadId: number) => countWithoutId.get(uploadId) ?? 0,
    byTicket: (ticket: string) => byTicket.all(ticket),
    tickets: (accountId: string) => tickets.all(accountId),
    nextDue: (uploadId: number, states: readonly ItemState[]) =>
      nextDue.get(uploadId, JSON.stringify(states), uploadId) ?? null,
    counts(uploadId: number) {
      const found: ItemCounts = { ...noItems };
      for (const { state, outcome, n } of counts.all(uploadId)) {
        if (state !== 'done') found[state] += n;
        else if (outcome === 'created' || outcome === 'overwrote') found[outcome] += n;
        else found.stored += n;
      }
      return found;
    },
    isHalving: (uploadId: number) => halving.get(uploadId) !== undefined,
    isOpen: (uploadId: number) => open.get(uploadId) !== undefined,
    isUnderWay: (uploadId: number) => underWay.get(uploadId) !== undefined,
    draftIds: (uploadId: number, state: ItemState) => draftIds.all(uploadId, state),
    items(uploadId: number, page: { states: readonly ItemState[]; offset: number; limit: number }) {
      const states = JSON.stringify(page.states.length > 0 ? page.states : allStates);
      const total = countItems.get(uploadId, states) ?? 0;
      const read = total > 5000 ? manyItems : fewItems;
      return { total, items: read.all(uploadId, states, page.limit, page.offset).map(toItem) };
    },
    retryable(uploadId: number, itemIds?: readonly number[]) {
      const wanted = itemIds && new Set(itemIds);
      return retryable.all(uploadId).filter((item) => !wanted || wanted.has(item.id));
    },
    isKnownElsewhere: (accountId: string, remoteId: string, draftId: number) =>
      elsewhere.get(accountId, remoteId, draftId) !== undefined,
    strayDrafts: () => stray.all(),
  };
}

type ItemRow = Omit<UploadItem, 'refusal'> & { refusal: string | null; doi: string };

const allStates: ItemState[] = ['queued', 'sending', 'accepted', 'unsure', 'done', 'refused', 'failed'];
const noItems: ItemCounts = {
  queued: 0,
  sending: 0,
  accepted: 0,
  unsure: 0,
  created: 0,
  overwrote: 0,
  stored: 0,
  refused: 0,
  failed: 0,
};

function toItem({ refusal, ...item }: ItemRow): UploadItem & { doi: string } {
  return { ...item, refusal: refusal === null ? null : (JSON.parse(refusal) as Refusal) };
}
