import { setTimeout as sleep } from 'node:timers/promises';
import { member } from '../../../shared/json.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db } from '../../store/database.ts';
import { withoutFlush } from '../../store/flush.ts';
import type { OfficeAccount, OfficeStore } from '../../store/office/officeStore.ts';
import type { LedgerStore } from '../../store/watch/ledgerStore.ts';
import type { WatchChange } from '../../store/watch/sharedWatchRows.ts';
import { notTaken, type SharedWatchStore } from '../../store/watch/sharedWatchStore.ts';
import { type WriteSignal, write } from '../../store/write.ts';
import type { OfficeClient } from '../connect.ts';
import { readWatched, type SentWatchRow } from '../rows/readWatched.ts';

/** Rows, and bytes of their contents, that are sent or fetched at once. */
const maxRows = 1_000;
const maxBytes = 4_000_000;
/** How often in one round, so that drafts and sending do not wait for a large account. */
const batchesInRound = { sent: 3, fetched: 5 };
/** Rows that are stored in one transaction, and milliseconds for the main thread to write. */
const sliceSize = 100;
const letWrite = 30;

export interface ShareWatchParts {
  db: Db;
  /** Set while the main thread wants to write. */
  signal: WriteSignal;
  store: Pick<OfficeStore, 'setReadable' | 'accounts'>;
  watch: SharedWatchStore;
  ledger: Pick<LedgerStore, 'lastSent'>;
  clock: { now(): number };
}

/** What a round did for the watch of an account. */
export interface SharedWatch {
  /** Something is known here now that was not before. */
  isChanged: boolean;
  /** There is more to send or to fetch. */
  isBehind: boolean;
}

/**
 * Fetches what others know of the directory, and sends what is known here, a part in each round; `newest` is the number
 * of the account's last change in the office. `maySend` is asked if there is something to send.
 */
export async function shareWatch(
  client: OfficeClient,
  parts: ShareWatchParts,
  {
    account: { officeId, accountId, lastWatch },
    newest,
    maySend,
  }: { account: OfficeAccount & { accountId: string }; newest: number; maySend: () => Promise<boolean> },
): Promise<SharedWatch> {
  let last = lastWatch;
  for (let pages = 0; last < newest && pages < batchesInRound.fetched; pages++)
    last = await fetchPage(client, parts, { officeId, accountId, after: last, newest });
  const isChanged = last > lastWatch;
  if (last < newest) return { isChanged, isBehind: true };
  for (let batches = 0; batches < batchesInRound.sent; batches++) {
    const { changes, isAll } = parts.watch.toShare(accountId, maxRows);
    const batch = firstOf(changes);
    if (batch.length > 0) {
      if (!(await maySend())) return { isChanged, isBehind: false };
      const { stored, last: own } = await send(client, { officeId, known: last, batch });
      withoutFlush(parts.db, () =>
        write(parts.db, () => {
          parts.watch.setShared(accountId, stored);
          if (own !== null) parts.watch.setLast(accountId, own);
        }),
      );
      // Others wrote meanwhile: their rows are fetched first.
      if (own === null) return { isChanged, isBehind: true };
      last = own;
    }
    if (isAll && batch.length === changes.length) return { isChanged, isBehind: false };
  }
  return { isChanged, isBehind: true };
}

/** As many as are sent at once. */
function firstOf(changes: readonly WatchChange[]): WatchChange[] {
  let bytes = 0;
  const end = changes.findIndex(({ json }, at) => {
    bytes += json.length;
    return at === maxRows || (at > 0 && bytes > maxBytes);
  });
  return end < 0 ? [...changes] : changes.slice(0, end);
}

interface Sent {
  stored: { change: WatchChange; seq: number }[];
  /** The account's last change, all of which are known here; null: others wrote meanwhile. */
  last: number | null;
}

/** Sends rows to the office; one that it can never take does not keep the others here. */
async function send(
  client: OfficeClient,
  { officeId, known, batch }: { officeId: string; known: number; batch: readonly WatchChange[] },
): Promise<Sent> {
  try {
    return await sendOnce(client, { officeId, known, batch });
  } catch (error) {
    if (!isAboutContent(error)) throw error;
    if (batch.length === 1) return { stored: [{ change: batch[0]!, seq: notTaken }], last: known };
    const middle = Math.ceil(batch.length / 2);
    const first = await send(client, { officeId, known, batch: batch.slice(0, middle) });
    const second = await send(client, { officeId, known: first.last ?? known, batch: batch.slice(middle) });
    const last = first.last === null ? null : second.last;
    return { stored: [...first.stored, ...second.stored], last };
  }
}

async function sendOnce(
  client: OfficeClient,
  { officeId, known, batch }: { officeId: string; known: number; batch: readonly WatchChange[] },
): Promise<Sent> {
  const { rows } = await client.query<{ place: number; seq: number }>(
    'SELECT place, stored_as AS seq FROM colophon.put_watch($1, $2, $3, $4, $5)',
    [
      officeId,
      known,
      batch.map(({ kind }) => kind),
      batch.map(({ key }) => key),
      batch.map(({ json }) => json).join('\n'),
    ],
  );
  const stored = rows
    .filter(({ place }) => place > 0)
    .map(({ place, seq }) => ({ change: batch[place - 1]!, seq }));
  const before = rows.find(({ place }) => place === 0)?.seq ?? 0;
  return { stored, last: before > known ? null : Math.max(known, ...stored.map(({ seq }) => seq)) };
}

/** Returns true for what PostgreSQL says of content that it cannot store (appendix A of its manual). */
function isAboutContent(error: unknown): boolean {
  return /^(22|23|54)/.test(String(member(error, 'code') ?? ''));
}

/** Fetches and stores the next rows; returns the number of the last one. */
async function fetchPage(
  client: OfficeClient,
  parts: ShareWatchParts,
  {
    officeId,
    accountId,
    after,
    newest,
  }: { officeId: string; accountId: string; after: number; newest: number },
): Promise<number> {
  const { db, signal, store, watch, clock, ledger } = parts;
  const { rows } = await client.query<SentWatchRow>(
    `SELECT kind, key, seq, content FROM (
       SELECT p.*, sum(octet_length(content::text)) OVER (ORDER BY seq) AS bytes FROM (
         SELECT kind, key, seq, content FROM colophon.watch WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT ${maxRows}
       ) p
     ) q WHERE bytes <= ${maxBytes} ORDER BY seq`,
    [officeId, after],
  );
  for (let at = 0; at < rows.length; at += sliceSize) {
    const slice = rows.slice(at, at + sliceSize);
    withoutFlush(db, () =>
      write(db, () => {
        const readable = slice.flatMap((row) => {
          const read = readWatched(row, clock.now());
          store.setReadable(`${officeId} ${row.kind} ${row.key}`, read !== null);
          return read ?? [];
        });
        watch.receive(accountId, readable, { sentHash: ledger.lastSent, now: isoNow({ clock }) });
        watch.setLast(accountId, slice.at(-1)!.seq);
      }),
    );
    if (Atomics.exchange(signal, 0, 0) === 1) await sleep(letWrite);
  }
  // The last one may have been written over since.
  const last = rows.at(-1)?.seq ?? newest;
  if (rows.length === 0) write(db, () => watch.setLast(accountId, newest));
  return last;
}
