import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../store/database.ts';
import { flushLater } from '../store/flush.ts';
import type { OfficeBase, WaitingChange } from '../store/office/officeStore.ts';
import { write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import { inTransaction } from './inTransaction.ts';
import { type OfficeRow, type ReceivedRow, type ReceiveParts, receiveRow, rowColumns } from './receive.ts';

/** Maximum number of changes sent in one transaction, and characters after which no more are added. */
const batchSize = 500;
const batchLength = 1_000_000;

export interface PushParts extends ReceiveParts {
  db: Db;
  received: (rows: readonly ReceivedRow[]) => void;
  /** Called after each batch that the office has stored. */
  pushed: () => void;
}

interface NewVersion {
  id: string;
  version: number;
}

/** A waiting change with its row as it is now; `json` null: it was deleted. */
interface Item extends WaitingChange {
  base: OfficeBase;
  officeAccountId: string;
  json: string | null;
}

/** Sends the waiting changes of the accounts that this person may edit; `isRefused` if the office does not accept some changes. */
export async function push(client: OfficeClient, parts: PushParts): Promise<{ isRefused: boolean }> {
  if (!parts.store.hasWaiting() && parts.store.unrecorded().length === 0) return { isRefused: false };
  const accounts = await editableAccounts(client, parts);
  await recordConflicts(client, parts, accounts);
  let refused = countHidden(parts, accounts);
  let sending = startSending(client, parts, await readBatch(parts, 0, accounts));
  while (sending) {
    const { batch, versions: sent } = sending;
    const after = batch.at(-1)!.change;
    // The next batch is read, and flushed to disk, while the office writes this one.
    const reading = readBatch(parts, after, accounts);
    await Promise.allSettled([reading, sent]);
    const [next, versions] = [await reading, await sent];
    const others = batch.filter(({ base }) => !versions.has(base.officeId));
    const own = new Set(batch.map(({ base }) => base.officeId));
    // Merged rows, and rows changed again meanwhile, are sent once they start from the version that the office has now.
    const isReady = others.length === 0 && !next.some(({ base }) => own.has(base.officeId));
    // The office writes the next batch while this one is settled.
    sending = isReady ? startSending(client, parts, next) : null;
    await settle(parts, batch, versions);
    for (const id of own) parts.sent.delete(id);
    refused += await meet(client, parts, others);
    parts.pushed();
    if (!isReady) sending = startSending(client, parts, await readBatch(parts, after, accounts));
  }
  return { isRefused: refused > 0 };
}

/** Ids in the office of the accounts that this person may edit, by their ids here. */
async function editableAccounts(client: OfficeClient, { store }: PushParts): Promise<Map<string, string>> {
  const { rows } = await client.query<{ account_id: string }>(
    'SELECT account_id FROM colophon.permissions WHERE may_edit',
  );
  const editable = new Set(rows.map(({ account_id }) => account_id));
  return new Map(
    store
      .accounts()
      .flatMap(({ officeId, accountId }) =>
        accountId !== null && editable.has(officeId) ? [[accountId, officeId] as const] : [],
      ),
  );
}

/** How many changes wait, at least, in accounts that this person may not edit. */
function countHidden({ store }: PushParts, editable: Map<string, string>): number {
  const ids = store.accounts().flatMap(({ accountId }) => accountId ?? []);
  return store.waiting(
    0,
    ids.filter((id) => !editable.has(id)),
    1,
  ).length;
}

/** Reads the next changes; rows that the office does not know yet get an id, stored before it is sent. */
function readBatch(
  { db, store, rows }: PushParts,
  after: number,
  accounts: Map<string, string>,
): Promise<Item[]> {
  const read = () => {
    const batch: Item[] = [];
    let length = 0;
    for (const waiting of store.waiting(after, [...accounts.keys()], batchSize)) {
      if (length > batchLength) break;
      const { kind, accountId, localId } = waiting;
      const json = rows.read(kind, localId);
      const known = store.baseOf(kind, localId);
      if (json === null && (known === null || known.version === 0)) {
        // Created and deleted before the office knew it.
        store.removeWaiting(kind, localId);
        if (known) store.removeBase(known.officeId);
        continue;
      }
      // Ids that sort by time are next to each other in indexes, so that fewer pages are written.
      const base = known ?? { officeId: randomUUIDv7(), kind, accountId, localId, version: 0, record: null };
      if (!known) store.setBase(base);
      batch.push({ ...waiting, base, officeAccountId: accounts.get(accountId)!, json });
      length += json?.length ?? 0;
    }
    return batch;
  };
  return flushLater(db, () => write(db, read));
}

interface Sending {
  batch: readonly Item[];
  /** The new versions of the rows that had the expected version. */
  versions: Promise<Map<string, number>>;
}

function startSending(client: OfficeClient, { sent }: PushParts, batch: readonly Item[]): Sending | null {
  if (batch.length === 0) return null;
  for (const { base, json } of batch) sent.set(base.officeId, json);
  const versions = send(client, batch);
  // Whoever waits for it reports an error; without a handler, one that comes earlier would end the thread.
  versions.catch(() => undefined);
  return { batch, versions };
}

/** Sends a batch, all or nothing; returns the new versions of the rows that had the expected version. */
async function send(client: OfficeClient, batch: readonly Item[]): Promise<Map<string, number>> {
  const added = batch.filter(({ base }) => base.version === 0);
  const changed = batch.filter(({ base }) => base.version > 0);
  if (changed.length === 0) return insert(client, added);
  if (added.length === 0) return update(client, changed);
  return inTransaction(
    client,
    async () => new Map([...(await insert(client, added)), ...(await update(client, changed))]),
  );
}

// JSON contains no line breaks, and lines are faster than a list with quoted entries. An empty line is null.
const lines = `string_to_table($1, E'\\n', '')`;
const toLines = (items: readonly Item[]) => items.map(({ json }) => json ?? '').join('\n');

async function insert(client: OfficeClient, items: readonly Item[]): Promise<Map<string, number>> {
  const { rows } = await client.query<NewVersion>(
    `INSERT INTO colophon.records (record, id, kind, account_id)
     SELECT c.record::json, c.id, c.kind, c.account_id
     FROM ROWS FROM (${lines}, unnest($2::uuid[]), unnest($3::text[]), unnest($4::uuid[])) AS c (record, id, kind, account_id)
     ON CONFLICT DO NOTHING RETURNING id, version`,
    [
      toLines(items),
      items.map(({ base }) => base.officeId),
      items.map(({ kind }) => kind),
      items.map(({ officeAccountId }) => officeAccountId),
    ],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function update(client: OfficeClient, items: readonly Item[]): Promise<Map<string, number>> {
  const { rows } = await client.query<NewVersion>(
    `UPDATE colophon.records r SET record = coalesce(c.record::json, r.record), deleted = c.record IS NULL
     FROM ROWS FROM (${lines}, unnest($2::uuid[]), unnest($3::integer[])) AS c (record, id, version)
     WHERE r.id = c.id AND r.version = c.version RETURNING r.id, r.version`,
    [toLines(items), items.map(({ base }) => base.officeId), items.map(({ base }) => base.version)],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The next change starts from the version that the office has now. */
function settle(
  { db, store }: PushParts,
  batch: readonly Item[],
  versions: Map<string, number>,
): Promise<void> {
  const settleAll = () => {
    for (const { base, change, json } of batch) {
      const version = versions.get(base.officeId);
      if (version === undefined) continue;
      const isChangedSince = !store.removeChange(change);
      store.setVersion(base.officeId, version, isChangedSince ? json : null);
    }
  };
  return flushLater(db, () => write(db, settleAll));
}

/**
 * Merges rows that somebody else changed; they are sent again. Returns how many the office does not permit us to
 * change.
 */
async function meet(client: OfficeClient, parts: PushParts, items: readonly Item[]): Promise<number> {
  if (items.length === 0) return 0;
  const { rows } = await client.query<OfficeRow>(
    `SELECT ${rowColumns} FROM colophon.records WHERE id = ANY ($1)`,
    [items.map(({ base }) => base.officeId)],
  );
  const changed = write(parts.db, () => {
    const received = rows.flatMap((row) => {
      const item = items.find(({ base }) => base.officeId === row.id);
      return (item && receiveRow(parts, row, item.accountId)) ?? [];
    });
    parts.rows.finish();
    return received;
  });
  parts.received(changed);
  return items.length - changed.length;
}

/** The history of the office gets the versions that were not chosen in a conflict. */
async function recordConflicts(
  client: OfficeClient,
  { db, store }: PushParts,
  accounts: Map<string, string>,
): Promise<void> {
  const conflicts = store.unrecorded().flatMap((conflict) => {
    const base = store.base(conflict.officeId);
    const officeAccountId = base && accounts.get(base.accountId);
    return base && officeAccountId ? [{ ...conflict, kind: base.kind, officeAccountId }] : [];
  });
  if (conflicts.length === 0) return;
  await client.query(
    `INSERT INTO colophon.history (entry, id, account_id, kind, version, record, deleted)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::integer[], $6::json[], $7::boolean[])
     ON CONFLICT DO NOTHING`,
    [
      conflicts.map(({ id }) => id),
      conflicts.map(({ officeId }) => officeId),
      conflicts.map(({ officeAccountId }) => officeAccountId),
      conflicts.map(({ kind }) => kind),
      conflicts.map(({ version }) => version),
      conflicts.map(({ mine }) => JSON.stringify(mine ?? {})),
      conflicts.map(({ mine }) => mine === null),
    ],
  );
  write(db, () => {
    for (const { id } of conflicts) store.setRecorded(id);
  });
}
