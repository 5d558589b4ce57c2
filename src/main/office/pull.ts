import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../store/database.ts';
import { type WriteSignal, write } from '../store/write.ts';
import type { OfficeClient } from './connect.ts';
import { type OfficeRow, type ReceivedRow, type ReceiveParts, receiveRow, rowColumns } from './receive.ts';

/** Rows fetched at once. */
const pageSize = 500;
/** Milliseconds that a slice writes, and how long it lets the main thread write afterwards if that waits. */
const sliceTime = 25;
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
    for (let seq = lastSeq; ; ) {
      const { rows } = await client.query<OfficeRow>(
        `SELECT ${rowColumns} FROM colophon.records WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT ${pageSize}`,
        [officeId, seq],
      );
      await receivePage(parts, rows, { officeId, accountId });
      seq = rows.at(-1)?.seq ?? seq;
      if (rows.length < pageSize) break;
    }
  }
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
      do {
        const row = page[at++]!;
        const received = receiveRow(parts, row, accountId);
        if (received) changed.push(received);
        store.setSeq(officeId, row.seq);
      } while (at < page.length && performance.now() - began < sliceTime);
      rows.finish();
    });
    if (changed.length > 0) parts.received(changed);
    if (Atomics.exchange(signal, 0, 0) === 1) await sleep(letWrite);
  }
}
