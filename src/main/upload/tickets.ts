import { readArticle } from '../../shared/article/article.ts';
import { msg } from '../../shared/message.ts';
import { serviceIssn } from '../../shared/text/identifiers.ts';
import { isoNow } from '../platform/clock.ts';
import { readStatus, type StatusOutcome } from '../remote/answers.ts';
import { statusRequest } from '../remote/directoryClient.ts';
import type { SentItem } from '../store/uploads/uploadRows.ts';
import { explain } from './explain.ts';
import { growing } from './pace.ts';
import type { QueueParts } from './queueParts.ts';
import { type Consequence, releaseIfCancelled } from './settle.ts';

/** The bulk uploads of dialect 4.0 whose outcome is open: asked about one by one, with pauses that grow. */
export interface Tickets {
  add(ticket: string, uploadId: number): void;
  /** The next ticket to ask about, if one is due; only of uploads that `mayAsk` allows. */
  due(mayAsk: (uploadId: number) => boolean): string | null;
  /** Milliseconds until the next one is due; null if there is none. */
  nextIn(mayAsk: (uploadId: number) => boolean): number | null;
  /** Asks once and writes down what became of the ticket's records. */
  ask(ticket: string, signal: AbortSignal): Promise<Consequence>;
}

interface Open {
  uploadId: number;
  count: number;
  /** Monotonic milliseconds. */
  dueAt: number;
  /** Monotonic milliseconds; before this run for a ticket that is older. */
  since: number;
}

/** So few records of a refused batch go alone at once: halving costs a job's time for every step, and they cost seconds. */
const fewEnough = 8;

/** Makes the tickets of one account from what is in the database. */
export function createTickets(parts: QueueParts, accountId: string): Tickets {
  const { clock, pace } = parts;
  const open = new Map<string, Open>();
  for (const { ticket, uploadId, at } of parts.uploads.tickets(accountId)) {
    // The clock may have been set back since.
    const age = Math.max(0, clock.now() - Date.parse(at));
    open.set(ticket, { uploadId, count: 0, dueAt: clock.monotonic(), since: clock.monotonic() - age });
  }
  const waiting = (mayAsk: (uploadId: number) => boolean) =>
    [...open].filter(([, one]) => mayAsk(one.uploadId)).sort(([, a], [, b]) => a.dueAt - b.dueAt);

  /** What a ticket has come to, as steps of its items. */
  function write(ticket: string, one: Open, outcome: StatusOutcome): Consequence {
    switch (outcome.kind) {
      case 'processed':
        close(ticket, (items) => {
          const { tally } = outcome;
          const isOfAll = tally === null || tally.created + tally.overwrote === items.length;
          if (isOfAll) markStored(parts, items, tally);
          else forget(items);
        });
        return {};
      case 'refused':
        close(ticket, (items) => partSuspects(parts, accountId, one.uploadId, items, outcome));
        return {};
      case 'lost-ticket':
        close(ticket, forget);
        return {};
      case 'key-refused':
        return { pause: { by: 'key', message: msg('queue.paused.keyRefused') } };
      case 'offline':
        return { isOffline: true };
      default:
        // A clock that was set forward between two runs must not cut it short: ask a few times first.
        if (clock.monotonic() - one.since > pace.ticketPatience && one.count > 3) close(ticket, forget);
        return outcome.kind === 'unknown' ? { trouble: { message: null } } : {};
    }
  }

  function close(ticket: string, work: (items: readonly SentItem[]) => void): void {
    const items = parts.uploads.byTicket(ticket);
    work(items);
    open.delete(ticket);
    parts.progress.draftsChanged(
      accountId,
      items.map((item) => item.draftId),
    );
  }

  /** The directory does not say, or says what cannot be: its records are looked up. */
  function forget(items: readonly SentItem[]): void {
    const ids = items.map((item) => item.id);
    parts.uploads.step(
      ids,
      'accepted',
      { state: 'unsure', dueMs: clock.now() + pace.indexDelay, ticket: null },
      isoNow(parts),
    );
  }

  return {
    add(ticket, uploadId) {
      const dueAt = clock.monotonic() + growing(pace.poll, 1, parts.random);
      open.set(ticket, { uploadId, count: 0, dueAt, since: clock.monotonic() });
    },
    due(mayAsk) {
      const [first] = waiting(mayAsk);
      return first && first[1].dueAt <= clock.monotonic() ? first[0] : null;
    },
    nextIn(mayAsk) {
      const [first] = waiting(mayAsk);
      return first ? Math.max(0, first[1].dueAt - clock.monotonic()) : null;
    },
    async ask(ticket, signal) {
      const one = open.get(ticket);
      if (!one) return {};
      const request = statusRequest(ticket);
      const client = parts.directory.client(accountId);
      const answer = await client.perform(request, client.begin(request, one.uploadId), signal);
      one.count += 1;
      one.dueAt = clock.monotonic() + growing(pace.poll, one.count + 1, parts.random);
      if (signal.aborted) return {};
      const consequence = parts.uploads.transaction(() => write(ticket, one, readStatus(answer)));
      parts.progress.changed(one.uploadId);
      return consequence;
    },
  };
}

/** All of it was stored; the ids are looked up later, and what was new where the tally does not tell. */
function markStored(
  parts: QueueParts,
  items: readonly SentItem[],
  tally: { created: number; overwrote: number } | null,
): void {
  const at = isoNow(parts);
  const isAll = (count: number | undefined) => count === items.length;
  const outcome = isAll(tally?.created) ? 'created' : isAll(tally?.overwrote) ? 'overwrote' : null;
  const dueMs = parts.clock.now() + parts.pace.indexDelay;
  const ids = items.map((item) => item.id);
  parts.uploads.step(ids, 'accepted', { state: 'done', outcome, remoteId: null, dueMs }, at);
  parts.draftSync.setSent(
    items.map(({ draftId: id, sentHash: hash, doiKey, urlKey }) => ({
      id,
      hash,
      doiKey,
      urlKey,
      remoteId: null,
      at,
    })),
  );
  if (items[0]) parts.progress.finished(items[0].uploadId, items.length);
}

/**
 * None of it was stored. Records with an ISSN that the directory calls somebody else's are sure to be refused: when
 * they are few they go alone, for the directory's exact words, and the others together; else the batch is halved.
 */
function partSuspects(
  parts: QueueParts,
  accountId: string,
  uploadId: number,
  items: readonly SentItem[],
  said: Extract<StatusOutcome, { kind: 'refused' }>,
): void {
  const at = isoNow(parts);
  const [only] = items;
  if (only && items.length === 1) {
    const record = only.record === null ? null : JSON.parse(only.record);
    const refusal = {
      ...explain(parts, accountId, record, { status: null, words: said.words }),
      words: said.words,
      status: null,
      reference: said.reference,
      uploadId,
      at,
    };
    parts.uploads.step([only.id], 'accepted', { state: 'refused', refusal }, at);
    parts.draftSync.setRefused({ id: only.draftId, refusal, hash: only.sentHash });
    parts.progress.finished(uploadId, 1);
    return;
  }
  const foreign = new Set(said.foreignIssns.map(serviceIssn));
  const suspects = foreign.size === 0 ? [] : items.filter((item) => hasIssnOf(item, foreign));
  const areFew = suspects.length > 0 && suspects.length <= Math.log2(items.length) + 1;
  const queue = (some: readonly SentItem[], cap: number) =>
    parts.uploads.step(
      some.map((item) => item.id),
      'accepted',
      { state: 'queued', attempts: -1, cap, ticket: null },
      at,
    );
  if (areFew) {
    queue(suspects, 1);
    const others = items.filter((item) => !suspects.includes(item));
    if (others[0]) queue(others, others[0].cap);
  } else queue(items, items.length <= fewEnough ? 1 : Math.floor(items.length / 2));
  releaseIfCancelled(parts, { uploadId, items });
}

function hasIssnOf(item: SentItem, issns: ReadonlySet<string>): boolean {
  if (item.record === null) return false;
  const { pissn, eissn } = readArticle(JSON.parse(item.record));
  return [pissn, eissn].some((issn) => issn !== '' && issns.has(serviceIssn(issn)));
}
