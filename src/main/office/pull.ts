import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../store/database.ts';
import { type WriteSignal, write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import { type OfficeRow, type ReceivedRow, type ReceiveParts, receiveRow, rowColumns } from './receive.ts';

/** Rows fetched at once. */
const pageSize = 500;
/** Milliseconds that a slice writes: the shorter time if the main thread waits, which may write for a while afterwards. */
const leastWriteTime = 6;
const mostWriteTime = 60;
const letWrite = 30;

export interface PullParts extends ReceiveParts {
  db: Db;
  /** Set when the main thread wants to write. */
  signal: WriteSignal;
  /** Called after each transaction with the rows that it changed. */
  received: (rows: readonly ReceivedRow[]) => void;
}

/** Fetches everything that others have changed since the last time, and stores it here. */
export async function pull(client: OfficeClient, parts: PullParts): Promise<void> {
  for (const { officeId, accountId, lastSeq } of parts.store.accounts()) {
    if (accountId === null) continue;
    let page = await readPage(client, officeId, lastSeq);
    while (page.length > 0) {
      // Fetched while this one is stored.
      const next = readPage(client, officeId, page.at(-1)!.seq);
      next.catch(() => undefined);
      await receivePage(parts, page, { officeId, accountId });
      page = await next;
    }
  }
}

async function readPage(client: OfficeClient, officeId: string, after: number): Promise<OfficeRow[]> {
  const { rows } = await client.query<OfficeRow>(
    `SELECT ${rowColumns} FROM colophon.records WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT ${pageSize}`,
    [officeId, after],
  );
  return rows;
}

/** Stores rows in short transactions, each with the place to continue from. */
async function receivePage(
  parts: PullParts,
  page: readonly OfficeRow[],
  { officeId, accountId }: { officeId: string; accountId: string },
): Promise<void> {
  const { db, signal, store, rows } = parts;
  for (let at = 0; at < page.length; ) {
    const changed: ReceivedRow[] = [];
    write(db, () => {
      const began = performance.now();
      const isOver = (took: number) =>
        took > mostWriteTime || (took > leastWriteTime && Atomics.load(signal, 0) === 1);
      do {
        const row = page[at++]!;
        const received = receiveRow(parts, row, accountId);
        if (received) changed.push(received);
        store.setSeq(officeId, row.seq);
      } while (at < page.length && !isOver(performance.now() - began));
      rows.finish();
    });
    if (changed.length > 0) parts.received(changed);
    if (Atomics.exchange(signal, 0, 0) === 1) await sleep(letWrite);
  }
}
