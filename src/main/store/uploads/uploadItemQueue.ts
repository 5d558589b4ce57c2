import { type ItemState, itemMayStep } from '../../../shared/upload/uploadStates.ts';
import type { Db } from '../database.ts';
import type { IdSet } from '../drafts/idSet.ts';
import { preparedOnce } from '../preparedOnce.ts';
import { messageColumn } from '../storedMessage.ts';
import { asWrite } from '../write.ts';
import type { ClaimedItem, ItemChange, KeptItem, NewItem, QueuedItem } from './uploadRows.ts';

/** Never due: an item that could not be looked up is not looked up again. */
export const neverDue = Number.MAX_SAFE_INTEGER;

/** The columns of `ItemChange` that are set to its values. */
const changeColumns = {
  cap: 'batch_cap',
  dueMs: 'due_ms',
  ticket: 'ticket',
  outcome: 'outcome',
  remoteId: 'remote_id',
  refusal: 'refusal',
} satisfies Partial<Record<keyof ItemChange, string>>;
type ChangeColumn = keyof typeof changeColumns;

/** SQL over drafts `d`: the directory has its article, as far as is known here. */
const isThere = '(d.remote_id IS NOT NULL OR d.sent_at IS NOT NULL)';

/** SQL over an item and its draft `d`: the hash of the content that a person confirmed; empty: none that may be sent now. */
export const confirmedOf = (item: string) =>
  `CASE WHEN ${item}.was_there AND NOT ${isThere} THEN '' ELSE coalesce(${item}.confirmed_hash, '') END`;

/** An item, and the keys that it would be sent with. */
type SentKeys = Pick<QueuedItem, 'id' | 'doiKey' | 'urlKey'> & { accountId: string };

/** The part of the upload store that changes items: each function is one statement per row. */
export function createItemQueue(db: Db) {
  const add = db.prepare<Omit<NewItem, 'place'> & { place: string; uploadId: number; at: string }>(
    `INSERT INTO upload_items (upload_id, draft_id, title, place, doi, position, state, bytes, keeping,
       planned_hash, confirmed_hash, was_there, updated_at)
     VALUES (@uploadId, @draftId, @title, @place, @doi, @position, 'queued', @bytes, @keeping, @plannedHash,
       @confirmedHash, @wasThere OR coalesce((SELECT ${isThere} FROM drafts d WHERE id = @draftId), 0), @at)`,
  );
  // Neither done nor looked up: a queued item never has an outcome, so the index can provide the order.
  const queued = db.prepare<[number, number], QueuedItem>(
    `SELECT i.id, i.draft_id draftId, i.batch_cap cap, i.attempts, d.record, d.hash, d.doi_key doiKey,
       d.url_key urlKey, d.remote_id remoteId, d.errors, d.has_identifier hasIdentifier, d.trashed_at trashedAt,
       i.bytes, i.keeping, i.kept_ms keptMs, i.kept_hash keptHash, i.sent_content sentContent,
       i.version_id versionId, i.planned_hash plannedHash, i.confirmed_hash confirmedHash,
       i.was_there AND NOT (${isThere}) isDeletedThere, d.sent_at draftSentAt, d.sent_doi_key sentDoiKey, d.sent_url_key sentUrlKey
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
  // Uses the indexes of the keys, never that of the account's uploads.
  const sentWith = (name: 'doi' | 'url') =>
    `SELECT i.state, i.updated_at at FROM upload_items i INDEXED BY upload_items_by_sent_${name}
     CROSS JOIN uploads u ON u.id = i.upload_id
     WHERE i.${name}_key = @${name}Key AND i.${name}_key IS NOT NULL AND i.id <> @id AND u.account_id = @accountId
       AND (i.state IN ('sending', 'accepted', 'unsure') OR (i.state = 'done' AND i.updated_at >= @since))`;
  const sentAlike = db.prepare<SentKeys & { since: string }, { state: ItemState; at: string }>(
    `${sentWith('doi')} UNION ${sentWith('url')} ORDER BY at DESC`,
  );
  const carry = db.prepare<[number, number]>('INSERT INTO request_items (request_id, item_id) VALUES (?, ?)');
  const prepare = preparedOnce(db);
  const setFound = db.prepare<[string, string, number]>(
    `UPDATE upload_items SET outcome = coalesce(outcome, ?), remote_id = ? WHERE id = ?`,
  );
  const setDue = db.prepare<[number, number]>('UPDATE upload_items SET due_ms = ? WHERE id = ?');
  const dueBy = db.prepare<{ uploadId: number; states: string; latest: number }>(
    `UPDATE upload_items SET due_ms = @latest WHERE upload_id = @uploadId
       AND state IN (SELECT value FROM json_each(@states)) AND due_ms > @latest AND due_ms < ${neverDue}`,
  );
  const setKept = db.prepare(
    `UPDATE upload_items SET keeping = @keeping, kept_hash = @hash, kept_ms = @ms,
       version_id = CASE WHEN @setVersion THEN @versionId ELSE version_id END WHERE id = @id`,
  );
  // By default SQLite reads every queued item, of which there may be hundreds of thousands.
  const itemsToKeep = 'upload_items INDEXED BY upload_items_to_keep';
  const toKeep = `upload_id = ? AND state = 'queued' AND keeping IN ('wanted', 'kept', 'nothing')`;
  const leaveUnkept = db.prepare<[number]>(
    `UPDATE ${itemsToKeep} SET keeping = 'left' WHERE ${toKeep} AND keeping = 'wanted'`,
  );
  const readUnkept = db.prepare<[number], { id: number; title: string }>(
    `SELECT id, title FROM ${itemsToKeep} WHERE ${toKeep} AND keeping = 'wanted'`,
  );
  const leaveOneUnkept = db.prepare<[number]>(
    `UPDATE upload_items SET keeping = 'left' WHERE id = ? AND state = 'queued' AND keeping = 'wanted'`,
  );
  const confirm = db.prepare<[string, number]>(
    `UPDATE upload_items SET confirmed_hash = ?,
       was_there = coalesce((SELECT ${isThere} FROM drafts d WHERE d.id = draft_id), 0) WHERE id = ?`,
  );
  const keepAnew = db.prepare<[number]>(
    `UPDATE upload_items SET keeping = 'wanted' WHERE id = ? AND (keeping IN ('kept', 'nothing')
       OR (keeping = 'no' AND EXISTS (SELECT 1 FROM drafts d WHERE d.id = draft_id AND ${isThere})))`,
  );
  const hasKeeping = db.prepare<[number]>(`SELECT 1 FROM ${itemsToKeep} WHERE ${toKeep} LIMIT 1`);
  const isKeeping = db.prepare<[number]>(
    `SELECT 1 FROM ${itemsToKeep} WHERE ${toKeep} AND keeping = 'wanted' LIMIT 1`,
  );
  return {
    /** Records that the record which an item overwrites was looked up, and the version stored of it. */
    setKept: ({ versionId, ...item }: KeptItem) =>
      void setKept.run({
        ...item,
        ms: Math.round(item.ms),
        setVersion: versionId === undefined ? 0 : 1,
        versionId: versionId ?? null,
      }),
    /** Queued items that require a version before they overwrite a record. */
    unkept: (uploadId: number) => readUnkept.all(uploadId),
    /** Those of the listed items no longer require it; returns the number of others that do. */
    leaveUnkept: asWrite(db, (uploadId: number, listed: IdSet): number => {
      const now = readUnkept.all(uploadId);
      const others = now.filter(({ id }) => !listed.has(id)).length;
      if (others === 0) leaveUnkept.run(uploadId);
      else for (const { id } of now) if (listed.has(id)) leaveOneUnkept.run(id);
      return others;
    }),
    /** A person confirmed that the item is sent again, with this content. */
    confirm: (id: number, hash: string) => void confirm.run(hash, id),
    /** Has the record that a requeued item overwrites looked up again, or for the first time if its draft was stored since. */
    keepAnew(ids: readonly number[]) {
      for (const id of ids) keepAnew.run(id);
    },
    /** Returns true if a queued item overwrites an unstored record; `isKeeping`: for an undecided one. */
    hasKeeping: (uploadId: number) => hasKeeping.get(uploadId) !== undefined,
    isKeeping: (uploadId: number) => isKeeping.get(uploadId) !== undefined,
    addItems(uploadId: number, items: readonly NewItem[], at: string) {
      for (const { place, ...item } of items)
        add.run({
          keeping: 'no',
          confirmedHash: item.plannedHash,
          wasThere: 0,
          ...item,
          place: messageColumn(place),
          uploadId,
          at,
        });
    },
    /** Queued items that may be sent at `now`, in order; read lazily, so nothing may be written meanwhile. */
    queued: (uploadId: number, now: number) => queued.iterate(uploadId, now),
    hasQueued: (uploadId: number, now: number) => hasQueued.get(uploadId, now) !== undefined,
    /** Other items of the account that are being sent with one of these keys, or were stored `since` then; newest first. */
    sentAlike: (keys: SentKeys, since: string) => sentAlike.all({ ...keys, since }),
    /** Claims an item for a request: queued -> sending, attempts + 1. */
    claim(item: ClaimedItem, at: string) {
      claim.run({ ...item, at });
      carry.run(item.requestId, item.id);
    },
    /** Returns how many items were in `from`; throws on a step that is not in `outboxSteps`. */
    step(ids: readonly number[], from: ItemState, change: ItemChange, at: string) {
      if (!itemMayStep(from, change.state))
        throw new Error(`An item may not go from ${from} to ${change.state}.`);
      const { state, attempts = 0, dueMs, refusal, ...rest } = change;
      const values = {
        ...rest,
        dueMs: dueMs && Math.round(dueMs),
        refusal: refusal && JSON.stringify(refusal),
      };
      const names = Object.keys(changeColumns).filter((name) => values[name as ChangeColumn] !== undefined);
      const sets = names.map((name) => `${changeColumns[name as ChangeColumn]} = @${name}, `).join('');
      const update = prepare(
        `UPDATE upload_items SET ${sets}state = @state, updated_at = @at,
           attempts = ${attempts === 'reset' ? '0' : 'attempts + @attempts'} WHERE id = @id AND state = @from`,
      );
      let changed = 0;
      for (const id of ids) changed += update.run({ ...values, id, from, state, at, attempts }).changes;
      return changed;
    },
    /** Sets facts about done items that became known later. */
    setFound: (id: number, { outcome, remoteId }: { outcome: 'created' | 'overwrote'; remoteId: string }) =>
      void setFound.run(outcome, remoteId, id),
    /** Items in these states are due at `latest` (monotonic milliseconds) or earlier. */
    dueBy: (uploadId: number, latest: number, states: readonly ItemState[]) =>
      void dueBy.run({ uploadId, states: JSON.stringify(states), latest: Math.round(latest) }),
    setDue(ids: readonly number[], dueMs: number) {
      for (const id of ids) setDue.run(Math.min(neverDue, Math.round(dueMs)), id);
    },
  };
}
