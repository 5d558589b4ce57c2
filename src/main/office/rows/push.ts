import { randomUUIDv7 } from 'node:crypto';
import { isObject } from '../../../shared/json.ts';
import type { Db } from '../../store/database.ts';
import { flushLater } from '../../store/flush.ts';
import type { OfficeBase, WaitingChange } from '../../store/office/officeStore.ts';
import { storedJson } from '../../store/storedJson.ts';
import { write } from '../../store/write.ts';
import type { OfficeClient } from '../connect.ts';
import { fetchRows, type SentRow } from './fetchRows.ts';
import { readRow } from './readRow.ts';
import { isAboutContent, type ReceivedRow, type ReceiveParts, receiveOne, receiveSent } from './receive.ts';

/** Maximum number of changes sent in one transaction, and characters after which no more are added. */
const batchSize = 500;
const batchLength = 1_000_000;
/**
 * How often a change is sent that the office does not take. A second time, because it may depend on another one that was sent
 * together with it: an application that takes over the directory's id of another one.
 */
const maxTries = 2;

export interface PushParts extends ReceiveParts {
  db: Db;
  received: (rows: readonly ReceivedRow[]) => void;
  /** Called after each batch that the office has stored. */
  pushed: () => void;
  declined: Declined;
}

/**
 * What the office did not take. It is sent again once the row is changed, which gives the change another number, or this person
 * may do something else: each attempt counts as something that the person stores.
 */
interface Declined {
  /** What this person might do then, as JSON. */
  permissions: string;
  /** By the number of the change. */
  changes: Map<number, { why: 'strange' | 'refused'; tries: number }>;
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

/** What waits because the office does not take it. */
export interface Pushed {
  /** This person may not change some of the records. */
  isRefused: boolean;
  /** Records whose content the office does not accept. */
  strange: number;
}

/** Sends the waiting changes of the accounts that this person may edit. */
export async function push(client: OfficeClient, parts: PushParts): Promise<Pushed> {
  const { store } = parts;
  if (!store.hasWaiting() && store.unrecorded().length === 0) return { isRefused: false, strange: 0 };
  const accounts = await editableAccounts(client, parts);
  await recordConflicts(client, parts, accounts);
  const hidden = countHidden(parts, accounts);
  const ids = [...accounts.keys()];
  const notTaken: { changes: number[]; why: 'strange' | 'refused' }[] = [];
  let sending = startSending(client, await readBatch(parts, 0, accounts));
  while (sending) {
    const { batch, versions: sent } = sending;
    const after = batch.at(-1)!.change;
    const own = new Set(batch.map(({ base }) => base.officeId));
    // The next batch is read, and flushed to disk, while the office writes this one.
    const reading = readBatch(parts, after, accounts, own);
    await Promise.allSettled([reading, sent]);
    const [next, versions] = [await reading, await sent];
    const strange = batch.filter(({ base }) => versions.get(base.officeId) === notAccepted);
    const others = batch.filter(({ base }) => !versions.has(base.officeId));
    // Merged rows, and rows changed again meanwhile, are sent once they start from the version that the office has now.
    const isReady = others.length === 0 && !next.some(({ base }) => own.has(base.officeId));
    // The office writes the next batch while this one is settled.
    sending = isReady ? startSending(client, next) : null;
    await settle(parts, batch, versions);
    await meet(client, parts, others);
    notTaken.push({ changes: numbersOf(strange), why: 'strange' });
    notTaken.push({ changes: store.stillWaiting(ids, numbersOf(others)), why: 'refused' });
    parts.pushed();
    if (!isReady) sending = startSending(client, await readBatch(parts, after, accounts));
  }
  // Only in a round that went through has everything been sent that another change may have waited for.
  for (const { changes, why } of notTaken) decline(parts, changes, why);
  const declined = whatWaits(parts, ids);
  const count = (why: 'strange' | 'refused') => declined.filter((one) => one.why === why).length;
  return { isRefused: hidden > 0 || count('refused') > 0, strange: count('strange') };
}

function decline({ declined }: PushParts, changes: readonly number[], why: 'strange' | 'refused'): void {
  for (const change of changes) {
    const tries = (declined.changes.get(change)?.tries ?? 0) + 1;
    declined.changes.set(change, { why, tries });
  }
}

/** What the office declined and still waits, in these accounts; the rest is forgotten. */
function whatWaits({ store, declined }: PushParts, accountIds: readonly string[]) {
  const still = new Set(store.stillWaiting(accountIds, [...declined.changes.keys()]));
  for (const change of declined.changes.keys()) if (!still.has(change)) declined.changes.delete(change);
  return [...declined.changes.values()];
}

const numbersOf = (items: readonly Item[]) => items.map(({ change }) => change);

/**
 * Ids in the office of the accounts that this person may edit, by their ids here. Forgets what the office declined if this
 * person may do something else now.
 */
async function editableAccounts(
  client: OfficeClient,
  { store, declined }: PushParts,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ account_id: string; may_send: boolean }>(
    'SELECT account_id, may_send FROM colophon.permissions WHERE may_edit ORDER BY account_id',
  );
  const permissions = JSON.stringify(rows);
  if (permissions !== declined.permissions) declined.changes.clear();
  declined.permissions = permissions;
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
  const hidden = ids.filter((id) => !editable.has(id));
  return store.waiting(0, hidden, { limit: 1 }).length;
}

/**
 * Reads the next changes. Stores before they are sent: an id for rows that the office does not know yet, and what is sent,
 * except of rows that are on their way.
 */
function readBatch(
  { db, store, rows, declined }: PushParts,
  after: number,
  accounts: Map<string, string>,
  onTheirWay: ReadonlySet<string> = new Set(),
): Promise<Item[]> {
  const read = () => {
    const batch: Item[] = [];
    let length = 0;
    const except = [...declined.changes].flatMap(([change, { tries }]) =>
      change > after && tries >= maxTries ? change : [],
    );
    for (const waiting of store.waiting(after, [...accounts.keys()], { limit: batchSize, except })) {
      if (length > batchLength) break;
      const { kind, accountId, localId } = waiting;
      const json = rows.read(kind, localId);
      const known = store.baseOf(kind, localId);
      const isOnItsWay = known !== null && onTheirWay.has(known.officeId);
      if (json === null && (known === null || known.version === 0) && !isOnItsWay) {
        // Created and deleted before the office knew it. One that is on its way may be there at any moment: its deletion is
        // read again after the answer.
        store.removeWaiting(kind, localId);
        if (known) store.removeBase(known.officeId);
        continue;
      }
      // Ids that sort by time are next to each other in indexes, so that fewer pages are written.
      const base = known ?? { officeId: randomUUIDv7(), kind, accountId, localId, version: 0, record: null };
      if (!known) store.setBase(base);
      if (!onTheirWay.has(base.officeId)) store.setSent(base.officeId, json);
      batch.push({ ...waiting, base, officeAccountId: accounts.get(accountId)!, json });
      length += json?.length ?? 0;
    }
    return batch;
  };
  return flushLater(db, () => write(db, read));
}

interface Sending {
  batch: readonly Item[];
  /** The new versions of the rows that had the expected version, and `notAccepted` for content that no record can have. */
  versions: Promise<Map<string, number>>;
}

const notAccepted = 0;

function startSending(client: OfficeClient, batch: readonly Item[]): Sending | null {
  if (batch.length === 0) return null;
  const versions = send(client, batch);
  // Whoever waits for it reports an error; without a handler, one that comes earlier would end the thread.
  versions.catch(() => undefined);
  return { batch, versions };
}

/** Sends a batch, all or nothing: one line for each row, and an empty line is a deletion. */
async function send(client: OfficeClient, batch: readonly Item[]): Promise<Map<string, number>> {
  const { rows } = await client.query<NewVersion>(
    'SELECT saved_id AS id, saved_version AS version FROM colophon.save_records($1, $2, $3, $4, $5)',
    [
      batch.map(({ json }) => (json === null ? '' : lineOf(json))).join('\n'),
      batch.map(({ base }) => base.officeId),
      batch.map(({ kind }) => kind),
      batch.map(({ officeAccountId }) => officeAccountId),
      batch.map(({ base }) => base.version),
    ],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** What is no JSON is sent as `null`, which the office does not accept but counts; it must not stop the other rows. */
function lineOf(json: string): string {
  const content = storedJson<unknown>(json);
  if (content === undefined) return 'null';
  return json.includes('\n') ? JSON.stringify(content) : json;
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
      if (version === undefined || version === notAccepted) continue;
      const isChangedSince = !store.removeChange(change);
      store.setVersion(base.officeId, version, isChangedSince ? json : null);
    }
  };
  return flushLater(db, () => write(db, settleAll));
}

/**
 * Merges rows that somebody else changed, and overrules what nobody can read; they are sent again, as other changes. Those that
 * still wait as the same ones, the office does not permit us to change.
 */
async function meet(client: OfficeClient, parts: PushParts, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const byId = new Map(items.map((item) => [item.base.officeId, item]));
  await fetchRows(client, [...byId.keys()], (rows) => {
    const met = rows.flatMap((row): Met[] => {
      const item = byId.get(row.id);
      return item ? [{ row, item }] : [];
    });
    parts.received(receiveMet(parts, met));
    overrule(parts, met);
  });
}

/** A change, and the row as somebody else has changed it. */
interface Met {
  row: SentRow;
  item: Item;
}

/** Merges rows; one that this folder cannot store is left out. */
function receiveMet(parts: PushParts, met: readonly Met[]): ReceivedRow[] {
  try {
    return write(parts.db, () =>
      parts.rows.together(() =>
        met.flatMap(({ row, item }) => receiveSent(parts, row, item.accountId) ?? []),
      ),
    );
  } catch (error) {
    if (!isAboutContent(error)) throw error;
    return met.flatMap(({ row, item }) => receiveOne(parts, row, item.accountId));
  }
}

/**
 * An edit wins over a version that nobody can read, as over a deletion: the next batch overwrites it, and the history of the
 * office keeps it.
 */
function overrule({ db, store }: PushParts, met: readonly Met[]): void {
  const isEdited = ({ row, item }: Met) => item.json !== null && row.kind === item.kind;
  const edited = met.filter((one) => isEdited(one) && isUnreadable(one.row));
  if (edited.length === 0) return;
  write(db, () => {
    for (const { row } of edited) {
      const base = store.base(row.id);
      if (base === null || base.version >= row.version) continue;
      store.setReadable(row.id, true);
      // Whoever changes it next is still merged with the last version that could be read.
      store.setBase({ ...base, version: row.version, record: base.record ?? '{}' });
      store.addWaiting(base.kind, base.accountId, base.localId);
    }
  });
}

/** Returns true for a version with a content that no Colophon can store, but which the history can keep. */
function isUnreadable(row: SentRow): boolean {
  return readRow(row) === null && row.record !== null && isObject(storedJson<unknown>(row.record));
}

/** The history of the office gets the versions that were not chosen in a conflict. */
async function recordConflicts(
  client: OfficeClient,
  { db, store }: PushParts,
  accounts: Map<string, string>,
): Promise<void> {
  const conflicts = store.unrecorded().filter((conflict) => {
    const base = store.base(conflict.officeId);
    return base !== null && accounts.has(base.accountId);
  });
  if (conflicts.length === 0) return;
  await client.query('SELECT colophon.add_history($1, $2, $3, $4, $5)', [
    conflicts.map(({ id }) => id),
    conflicts.map(({ officeId }) => officeId),
    conflicts.map(({ version }) => version),
    conflicts.map(({ mine }) => JSON.stringify(mine ?? {})),
    conflicts.map(({ mine }) => mine === null),
  ]);
  write(db, () => {
    for (const { id } of conflicts) store.setRecorded(id);
  });
}
