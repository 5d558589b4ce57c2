import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../store/database.ts';
import { type WriteSignal, write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import { type OfficeRow, type ReceivedRow, type ReceiveParts, receiveRow, rowColumns } from './receive.ts';

/** Changes examined in one batch. */
const pageSize = 500;
/** Milliseconds that a slice writes: the shorter time if the main thread waits, which may write for a while afterwards. */
const minWriteTime = 6;
const maxWriteTime = 60;
const letWrite = 30;

export interface PullParts extends ReceiveParts {
  db: Db;
  /** Set while the main thread wants to write. */
  signal: WriteSignal;
  /** Called after each transaction with the rows that it changed. */
  received: (rows: readonly ReceivedRow[]) => void;
}

/** The next changes of an account: the last of them, and the rows that this folder does not have in that version. */
interface Page {
  last: number;
  /** False if there are no more; later writes are reported. */
  isFull: boolean;
  rows: OfficeRow[];
}

/** Fetches everything that others have changed since the last time, and stores it here. */
export async function pull(client: OfficeClient, parts: PullParts): Promise<void> {
  for (const { officeId, accountId, lastSeq } of parts.store.accounts()) {
    if (accountId === null) continue;
    let page = await readPage(client, parts, officeId, lastSeq);
    while (page) {
      // The next batch is fetched while this one is stored.
      const next = page.isFull ? readPage(client, parts, officeId, page.last) : Promise.resolve(null);
      next.catch(() => undefined);
      await receivePage(parts, page, { officeId, accountId });
      page = await next;
    }
  }
}

/** Returns null if there are no more changes. Rows that this folder sent itself are not fetched. */
async function readPage(
  client: OfficeClient,
  { store }: PullParts,
  officeId: string,
  after: number,
): Promise<Page | null> {
  const { rows: changes } = await client.query<{ id: string; version: number; seq: number }>(
    `SELECT id, version, seq FROM colophon.records WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT ${pageSize}`,
    [officeId, after],
  );
  const last = changes.at(-1)?.seq;
  if (last === undefined) return null;
  const isFull = changes.length === pageSize;
  const isNews = ({ id, version }: { id: string; version: number }) =>
    (store.base(id)?.version ?? -1) < version;
  const ids = changes.filter(isNews).map(({ id }) => id);
  if (ids.length === 0) return { last, isFull, rows: [] };
  const { rows } = await client.query<OfficeRow>(
    `SELECT ${rowColumns} FROM colophon.records WHERE id = ANY ($1) ORDER BY seq`,
    [ids],
  );
  return { last, isFull, rows };
}

/** Stores rows in short transactions, the last one with the place to continue from. */
async function receivePage(
  parts: PullParts,
  page: Page,
  { officeId, accountId }: { officeId: string; accountId: string },
): Promise<void> {
  const { db, signal, store, rows } = parts;
  const isOver = (took: number) =>
    took > maxWriteTime || (took > minWriteTime && Atomics.load(signal, 0) === 1);
  let at = 0;
  do {
    const changed: ReceivedRow[] = [];
    write(db, () => {
      const began = performance.now();
      while (at < page.rows.length && !isOver(performance.now() - began)) {
        const received = receiveRow(parts, page.rows[at++]!, accountId);
        if (received) changed.push(received);
      }
      rows.finish();
      if (at === page.rows.length) store.setSeq(officeId, page.last);
    });
    if (changed.length > 0) parts.received(changed);
    if (Atomics.exchange(signal, 0, 0) === 1) await sleep(letWrite);
  } while (at < page.rows.length);
}
