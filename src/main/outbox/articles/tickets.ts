import { readArticle } from '../../../shared/article/article.ts';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { serviceIssn } from '../../../shared/text/identifiers.ts';
import { isoNow } from '../../platform/clock.ts';
import { readStatus, type StatusOutcome } from '../../remote/answers.ts';
import { type DirectoryClient, statusRequest } from '../../remote/directoryClient.ts';
import type { SentItem } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import { type AccountOutcome, type AccountWords, fine, outcomeOfAnswer, trouble } from '../accountOutcome.ts';
import { backoff } from '../backoff.ts';
import type { ArticlePace } from '../outboxPace.ts';
import type { ItemSteps } from './itemSteps.ts';
import { directoryRefusal } from './refusals.ts';

/** Follows the batches that dialect 4.0 accepted for later: asks about one ticket at a time, with growing pauses. */
export interface Tickets {
  add(ticket: string, uploadId: number): void;
  /** Returns the monotonic time at which the next ticket of an upload is due; null if it has none. */
  nextDue(uploadId: number): number | null;
  /** Asks about the next ticket of an upload, and writes down what became of its records. */
  ask(uploadId: number, signal: AbortSignal): Promise<AccountOutcome>;
}

export interface TicketOptions {
  accountId: string;
  uploads: Pick<UploadStore, 'transaction' | 'tickets' | 'byTicket'>;
  steps: Pick<ItemSteps, 'store' | 'refuse' | 'queueAgain' | 'makeUnclear'>;
  client: () => Pick<DirectoryClient, 'ask'>;
  context: () => ArticleContext;
  words: AccountWords;
  clock: { now(): number; monotonic(): number };
  pace: Pick<ArticlePace, 'poll' | 'indexDelay' | 'ticketPatience'>;
  random: () => number;
}

interface Ticket {
  ticket: string;
  uploadId: number;
  /** How often it was asked about. */
  count: number;
  /** Monotonic milliseconds. */
  dueAt: number;
  /** Monotonic milliseconds; before this run for a ticket that is older. */
  since: number;
}

/** So few records of a refused batch go alone at once: every step of halving costs a job's time, and they cost seconds. */
const fewEnough = 8;
/** A clock that was set forward between two runs must not cut a ticket's time short: it is asked about a few times first. */
const fewestQuestions = 3;

/** Makes the tickets of one account from what is in the database. */
export function createTickets(options: TicketOptions): Tickets {
  const { accountId, uploads, clock, pace, random } = options;
  const open: Ticket[] = uploads.tickets(accountId).map(({ ticket, uploadId, at }) => {
    // The clock may have been set back since.
    const age = Math.max(0, clock.now() - Date.parse(at));
    return { ticket, uploadId, count: 0, dueAt: clock.monotonic(), since: clock.monotonic() - age };
  });

  const next = (uploadId: number): Ticket | undefined =>
    open.filter((one) => one.uploadId === uploadId).sort((a, b) => a.dueAt - b.dueAt)[0];

  return {
    add(ticket, uploadId) {
      const now = clock.monotonic();
      open.push({ ticket, uploadId, count: 0, dueAt: now + backoff(pace.poll, 1, random), since: now });
    },
    nextDue: (uploadId) => next(uploadId)?.dueAt ?? null,
    async ask(uploadId, signal) {
      const ticket = next(uploadId);
      if (!ticket) return fine;
      const request = statusRequest(ticket.ticket);
      const answer = await options.client().ask(request, { priority: 'bulk', signal, uploadId });
      ticket.count += 1;
      ticket.dueAt = clock.monotonic() + backoff(pace.poll, ticket.count + 1, random);
      if (signal.aborted) return fine;
      const outcome = readStatus(answer);
      if (isFinal(outcome) || isOverdue(ticket, outcome, clock.monotonic(), pace.ticketPatience)) {
        uploads.transaction(() => close(options, ticket, outcome));
        open.splice(open.indexOf(ticket), 1);
      }
      return accountOutcomeOf(outcome, options.words);
    },
  };
}

type FinalOutcome = Extract<StatusOutcome, { kind: 'processed' | 'refused' | 'lost-ticket' }>;

function isFinal(outcome: StatusOutcome): outcome is FinalOutcome {
  return outcome.kind === 'processed' || outcome.kind === 'refused' || outcome.kind === 'lost-ticket';
}

/** Returns true if the directory was asked for so long that the records are rather looked up. */
function isOverdue(
  { since, count }: Ticket,
  { kind }: StatusOutcome,
  now: number,
  patience: number,
): boolean {
  if (kind === 'key-refused' || kind === 'offline') return false;
  return now - since > patience && count > fewestQuestions;
}

function accountOutcomeOf(outcome: StatusOutcome, words: AccountWords): AccountOutcome {
  switch (outcome.kind) {
    case 'key-refused':
    case 'offline':
      return outcomeOfAnswer({ kind: outcome.kind, words: '' }, words);
    case 'unknown':
      return trouble;
    default:
      return fine;
  }
}

/** Writes down what became of a ticket's records. */
function close(options: TicketOptions, { ticket, uploadId }: Ticket, outcome: StatusOutcome): void {
  const { uploads, steps, clock, pace } = options;
  const items = uploads.byTicket(ticket);
  const lookUpAt = clock.now() + pace.indexDelay;
  if (outcome.kind === 'processed' && isTallyOf(items, outcome.tally)) {
    const kind = outcomeOfTally(items, outcome.tally);
    const stored = items.map((item) => ({ item, outcome: kind, remoteId: null }));
    steps.store(uploadId, 'accepted', stored, lookUpAt);
  } else if (outcome.kind === 'refused') partSuspects(options, uploadId, items, outcome);
  else steps.makeUnclear('accepted', 'ticket lost', items, lookUpAt);
}

type Tally = { created: number; overwrote: number } | null;

function isTallyOf(items: readonly SentItem[], tally: Tally): boolean {
  return tally === null || tally.created + tally.overwrote === items.length;
}

/** Null where the tally does not tell which ones were new: that is looked up with the ids. */
function outcomeOfTally(items: readonly SentItem[], tally: Tally): 'created' | 'overwrote' | null {
  if (tally?.created === items.length) return 'created';
  return tally?.overwrote === items.length ? 'overwrote' : null;
}

/**
 * None of the records was stored. Records with an ISSN that the directory calls somebody else's are sure to be refused: if
 * they are few they go alone, for the directory's exact words, and the others together; otherwise the batch is halved.
 */
function partSuspects(
  { steps, context, clock }: TicketOptions,
  uploadId: number,
  items: readonly SentItem[],
  said: Extract<StatusOutcome, { kind: 'refused' }>,
): void {
  const [only] = items;
  if (only && items.length === 1) {
    const record = only.record === null ? null : JSON.parse(only.record);
    const about = { uploadId, at: isoNow({ clock }) };
    steps.refuse('accepted', only, directoryRefusal({ ...said, status: null }, record, context(), about));
    return;
  }
  const foreign = new Set(said.foreignIssns.map(serviceIssn));
  const suspects = foreign.size === 0 ? [] : items.filter((item) => hasIssnOf(item, foreign));
  const areFew = suspects.length > 0 && suspects.length <= Math.log2(items.length) + 1;
  const queue = (some: readonly SentItem[], cap: number) =>
    steps.queueAgain(uploadId, 'accepted', 'batch refused', some, { cap });
  if (areFew) {
    queue(suspects, 1);
    const others = items.filter((item) => !suspects.includes(item));
    if (others[0]) queue(others, others[0].cap);
  } else queue(items, items.length <= fewEnough ? 1 : Math.floor(items.length / 2));
}

function hasIssnOf(item: SentItem, issns: ReadonlySet<string>): boolean {
  if (item.record === null) return false;
  const { pissn, eissn } = readArticle(JSON.parse(item.record));
  return [pissn, eissn].some((issn) => issn !== '' && issns.has(serviceIssn(issn)));
}
