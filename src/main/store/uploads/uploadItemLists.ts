import type { Refusal } from '../../../shared/draft/draft.ts';
import type { UploadItem } from '../../../shared/upload/upload.ts';
import type { ItemState } from '../../../shared/upload/uploadStates.ts';
import type { Db } from '../database.ts';
import { retrySql } from '../drafts/draftSync.ts';
import { storedJson } from '../storedJson.ts';
import { readMessage } from '../storedMessage.ts';
import { neverDue } from './uploadItemQueue.ts';
import type { ItemCounts, SentItem } from './uploadRows.ts';

const sentColumns = `i.id, i.upload_id uploadId, i.draft_id draftId, i.state, i.batch_cap cap, i.attempts,
  coalesce(i.sent_hash, '') sentHash, coalesce(i.sent_content, '') sentContent, i.doi_key doiKey, i.url_key urlKey,
  i.ticket, i.outcome, d.remote_id knownId, v.remote_id keptId, d.record, i.doi, coalesce(i.request_id, 0) requestId,
  coalesce(r.records, 1) batch, coalesce(r.status, 504) = 504 isUnanswered
  FROM upload_items i LEFT JOIN drafts d ON d.id = i.draft_id LEFT JOIN requests r ON r.id = i.request_id
  LEFT JOIN earlier_versions v ON v.id = i.version_id`;

/** The part of the upload store that reads items. */
export function createItemLists(db: Db) {
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
  const counts = db.prepare<[number], { state: ItemState; outcome: string; n: number }>(
    'SELECT state, outcome, n FROM upload_counts WHERE upload_id = ?',
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
    .prepare<[number, string], number | null>(`SELECT sum(n) FROM upload_counts WHERE ${chosen}`)
    .pluck();
  // Many items are found fastest in their order; few are found by state and then sorted.
  const readItems = (index: string) =>
    db.prepare<[number, string, number, number], ItemRow>(
      `SELECT id, draft_id draftId, position, title, doi, place "from", state, outcome, remote_id remoteId, attempts,
         refusal, keeping, updated_at updatedAt,
         (SELECT v.id FROM earlier_versions v WHERE v.id = version_id
            AND (upload_items.remote_id IS NULL OR upload_items.remote_id = v.remote_id)) versionId
       FROM upload_items INDEXED BY ${index}
       WHERE ${chosen} ORDER BY position LIMIT ? OFFSET ?`,
    );
  const manyItems = readItems('upload_items_by_position');
  const fewItems = readItems('upload_items_by_state');
  const retryable = db.prepare<[number], RetryableItem>(
    `SELECT i.id, draft_id draftId, i.state, i.title, d.hash FROM upload_items i LEFT JOIN drafts d ON d.id = draft_id
     WHERE upload_id = ? AND i.state IN ('refused', 'failed') AND d.sync IS NOT 'sent' ORDER BY position`,
  );
  const problems = db.prepare<
    [number],
    { id: number; draftId: number; refusal: string | null; isFixed: number | null }
  >(
    `SELECT id, draft_id draftId, refusal, (SELECT ${retrySql} FROM drafts WHERE drafts.id = draft_id) isFixed
     FROM upload_items WHERE upload_id = ? AND state IN ('refused', 'failed') ORDER BY position LIMIT ${maxGrouped}`,
  );
  const replaced = db
    .prepare<[number], number>(
      `SELECT count(*) FROM upload_items i INDEXED BY upload_items_with_version JOIN earlier_versions v ON v.id = i.version_id
       WHERE i.upload_id = ? AND i.version_id IS NOT NULL AND i.state = 'done'
         AND (i.remote_id IS NULL OR i.remote_id = v.remote_id)`,
    )
    .pluck();
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
    /** Done items without a directory id that are due to be looked up at `now`. */
    withoutId: (uploadId: number, now: number, limit: number) => withoutId.all(uploadId, now, limit),
    countWithoutId: (uploadId: number) => countWithoutId.get(uploadId) ?? 0,
    byTicket: (ticket: string) => byTicket.all(ticket),
    /** Tickets with an unknown outcome, and when they were issued. */
    tickets: (accountId: string) => tickets.all(accountId),
    /** The earliest time at which an item in one of the states, or one without an id, is due; null if there is none. */
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
    /** Returns true if any item is still queued or being sent. */
    isOpen: (uploadId: number) => open.get(uploadId) !== undefined,
    /** Returns true if any item was sent and its outcome is unknown. */
    isUnderWay: (uploadId: number) => underWay.get(uploadId) !== undefined,
    draftIds: (uploadId: number, state: ItemState) => draftIds.all(uploadId, state),
    /** Ordered by position; without states, all items. */
    items(uploadId: number, page: { states: readonly ItemState[]; offset: number; limit: number }) {
      const states = JSON.stringify(page.states.length > 0 ? page.states : allStates);
      const total = countItems.get(uploadId, states) ?? 0;
      const read = total > 5000 ? manyItems : fewItems;
      return { total, items: read.all(uploadId, states, page.limit, page.offset).map(toItem) };
    },
    /** Refused and failed items, or those of the given ones, except those whose drafts the directory has by now as they are. */
    retryable(uploadId: number, itemIds?: readonly number[]) {
      const wanted = itemIds && new Set(itemIds);
      return retryable.all(uploadId).filter((item) => !wanted || wanted.has(item.id));
    },
    /** Refused and failed items with their reasons; at most 10,000. */
    problems: (uploadId: number): ProblemItem[] =>
      problems
        .all(uploadId)
        .map(({ refusal, isFixed, ...item }) => ({
          ...item,
          refusal: refusal === null ? null : (storedJson(refusal) as Refusal),
          isFixed: isFixed === 1,
        })),
    /** Returns true if another draft or item has this directory id. */
    isKnownElsewhere: (accountId: string, remoteId: string, draftId: number) =>
      elsewhere.get(accountId, remoteId, draftId) !== undefined,
    /** How many items replaced a record with a stored version. */
    countReplaced: (uploadId: number) => replaced.get(uploadId) ?? 0,
    /** Drafts marked as queued that are in no upload's queue. */
    strayDrafts: () => stray.all(),
  };
}

/** A refused or failed item that may be sent again; `hash`: the content of its draft, null if that is gone. */
export interface RetryableItem {
  id: number;
  draftId: number;
  state: ItemState;
  title: string;
  hash: string | null;
}

/** A refused or failed item; `isFixed`: its draft was corrected and can be sent again. */
export interface ProblemItem extends Pick<UploadItem, 'id' | 'draftId' | 'refusal'> {
  isFixed: boolean;
}

const maxGrouped = 10_000;

type ItemRow = Omit<UploadItem, 'refusal' | 'from'> & { refusal: string | null; from: string; doi: string };

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

function toItem({ refusal, from, ...item }: ItemRow): UploadItem & { doi: string } {
  return {
    ...item,
    from: readMessage(from),
    refusal: refusal === null ? null : (storedJson(refusal) as Refusal),
  };
}
