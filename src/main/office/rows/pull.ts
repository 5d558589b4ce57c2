import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../store/database.ts';
import { type WriteSignal, write } from '../../store/write.ts';
import type { OfficeClient } from '../connect.ts';
import { fetchPage, type Page, type RowHead } from './fetchRows.ts';
import { isAboutContent, type ReceivedRow, type ReceiveParts, receiveOne, receiveSent } from './receive.ts';

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

/** Fetches everything that others have changed since the last time, and stores it here. */
export async function pull(client: OfficeClient, parts: PullParts): Promise<void> {
  // Rows that this folder sent itself are not fetched.
  const isNews = ({ id, version }: RowHead) => (parts.store.base(id)?.version ?? -1) < version;
  for (const { officeId, accountId, lastSeq } of parts.store.accounts()) {
    if (accountId === null) continue;
    let page = await fetchPage(client, { officeId, after: lastSeq }, isNews);
    while (page) {
      // The next batch is fetched while this one is stored.
      const next = page.isFull
        ? fetchPage(client, { officeId, after: page.last }, isNews)
        : Promise.resolve(null);
      next.catch(() => undefined);
      await receivePage(parts, page, { officeId, accountId });
      page = await next;
    }
  }
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
    const from = at;
    let changed: ReceivedRow[] = [];
    try {
      write(db, () => {
        const began = performance.now();
        rows.together(() => {
          while (at < page.rows.length && !isOver(performance.now() - began)) {
            const received = receiveSent(parts, page.rows[at++]!, accountId);
            if (received) changed.push(received);
          }
        });
        if (at === page.rows.length) store.setSeq(officeId, page.last);
      });
    } catch (error) {
      if (!isAboutContent(error) || from === page.rows.length) throw error;
      at = from + 1;
      changed = receiveOne(parts, page.rows[from]!, accountId);
      if (at === page.rows.length) write(db, () => store.setSeq(officeId, page.last));
    }
    if (changed.length > 0) parts.received(changed);
    if (Atomics.exchange(signal, 0, 0) === 1) await sleep(letWrite);
  } while (at < page.rows.length);
}
