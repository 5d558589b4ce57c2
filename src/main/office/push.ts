import { randomUUID } from 'node:crypto';
import type { Db } from '../store/database.ts';
import type { OfficeBase, WaitingChange } from '../store/office/officeStore.ts';
import { write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import { inTransaction } from './inTransaction.ts';
import { type OfficeRow, type ReceivedRow, type ReceiveParts, receiveRow, rowColumns } from './receive.ts';

/** Changes sent in one transaction, and characters after which it gets no more. */
const batchSize = 500;
const batchLength = 4_000_000;

export interface PushParts extends ReceiveParts {
  db: Db;
  received: (rows: readonly ReceivedRow[]) => void;
  /** Called after each batch that the office has. */
  pushed: () => void;
}

/** A waiting change with its row as it is now; `json` null: it was deleted. */
interface Item extends WaitingChange {
  base: OfficeBase;
  officeAccountId: string;
  json: string | null;
}

/** Sends the waiting changes of the accounts that this person may edit; returns how many of them the office refused. */
export async function push(client: OfficeClient, parts: PushParts): Promise<{ refused: number }> {
  const accounts = await editableAccounts(client, parts);
  await recordConflicts(client, parts, accounts);
  let refused = 0;
  for (let after = 0; ; ) {
    const batch = readBatch(parts, after, accounts);
    after = batch.at(-1)?.change ?? after;
    if (batch.length === 0) return { refused };
    for (const { base, json } of batch) parts.sent.set(base.officeId, json);
    const versions = await send(client, batch);
    settle(parts, batch, versions);
    for (const { base } of batch) parts.sent.delete(base.officeId);
    refused += await meet(
      client,
      parts,
      batch.filter(({ base }) => !versions.has(base.officeId)),
    );
    parts.pushed();
  }
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

/** Reads the next changes; rows that the office does not know yet get an id, stored before it is sent. */
function readBatch({ db, store, rows }: PushParts, after: number, accounts: Map<string, string>): Item[] {
  return write(db, () => {
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
      const base = known ?? { officeId: randomUUID(), kind, accountId, localId, version: 0, record: null };
      if (!known) store.setBase(base);
      batch.push({ ...waiting, base, officeAccountId: accounts.get(accountId)!, json });
      length += json?.length ?? 0;
    }
    return batch;
  });
}

/** Sends a batch in one transaction; returns the new versions of the rows that had the expected version. */
async function send(client: OfficeClient, batch: readonly Item[]): Promise<Map<string, number>> {
  const added = batch.filter(({ base }) => base.version === 0);
  const changed = batch.filter(({ base }) => base.version > 0);
  return inTransaction(client, async () => {
    const inserted = await client.query<{ id: string; version: number }>(
      `INSERT INTO colophon.records (id, kind, account_id, record)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::json[])
       ON CONFLICT DO NOTHING RETURNING id, version`,
      [
        added.map(({ base }) => base.officeId),
        added.map(({ kind }) => kind),
        added.map(({ officeAccountId }) => officeAccountId),
        added.map(({ json }) => json),
      ],
    );
    const updated = await client.query<{ id: string; version: number }>(
      `UPDATE colophon.records r SET record = coalesce(c.record, r.record), deleted = c.record IS NULL
       FROM unnest($1::uuid[], $2::integer[], $3::json[]) AS c (id, version, record)
       WHERE r.id = c.id AND r.version = c.version RETURNING r.id, r.version`,
      [
        changed.map(({ base }) => base.officeId),
        changed.map(({ base }) => base.version),
        changed.map(({ json }) => json),
      ],
    );
    return new Map([...inserted.rows, ...updated.rows].map(({ id, version }) => [id, version]));
  });
}

/** What the office has now is what the next change starts from. */
function settle({ db, store }: PushParts, batch: readonly Item[], versions: Map<string, number>): void {
  write(db, () => {
    for (const { base, kind, localId, change, json } of batch) {
      const version = versions.get(base.officeId);
      if (version === undefined) continue;
      const isChangedSince = store.waitingOf(kind, localId)?.change !== change;
      store.setBase({ ...base, version, record: isChangedSince ? json : null });
      if (!isChangedSince) store.removeWaiting(kind, localId);
    }
  });
}

/** Merges rows that somebody else changed; they are sent again. Returns how many the office does not let us change. */
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
