import { readArticle } from '../../../../shared/article/article.ts';
import { readInstant } from '../../../../shared/instant.ts';
import { serviceIssn } from '../../../../shared/text/identifiers.ts';
import { isoNow } from '../../../platform/clock.ts';
import { readStatus, type StatusOutcome } from '../../../remote/answers.ts';
import { statusRequest } from '../../../remote/directoryClient.ts';
import { storedRecord } from '../../../store/storedJson.ts';
import type { SentItem } from '../../../store/uploads/uploadRows.ts';
import {
  type AccountOutcome,
  type AccountWords,
  fine,
  outcomeOfAnswer,
  trouble,
} from '../../accountOutcome.ts';
import { backoff } from '../../backoff.ts';
import type { ArticleParts } from '../articleParts.ts';
import { directoryRefusal, tellsOfOaStart } from '../refusals.ts';
import type { ItemSteps } from './itemSteps.ts';

type TicketParts = Pick<
  ArticleParts,
  'accountId' | 'uploads' | 'client' | 'context' | 'learned' | 'clock' | 'pace' | 'random'
> & { steps: ItemSteps; words: AccountWords };

interface Ticket {
  ticket: string;
  uploadId: number;
  /** How many times it was polled. */
  count: number;
  /** Monotonic milliseconds. */
  dueAt: number;
  /** Monotonic milliseconds; for an older ticket, before the start of this run. */
  since: number;
}

/** Records of a refused batch that are sent alone at once, because halving takes longer. */
const maxSentAlone = 8;
/** Minimum polls before a ticket is given up, even if the clock was set forward between two runs. */
const minQuestions = 3;

/** Follows the batches that dialect 4.0 accepted for later: polls one ticket at a time, with growing pauses. */
export function createTickets(options: TicketParts) {
  const { accountId, uploads, clock, pace, random } = options;
  const open: Ticket[] = uploads.tickets(accountId).map(({ ticket, uploadId, at }) => {
    // The clock may have been set back since.
    const since = readInstant(at);
    const age = since === null ? 0 : Math.max(0, clock.now() - Date.parse(since));
    return { ticket, uploadId, count: 0, dueAt: clock.monotonic(), since: clock.monotonic() - age };
  });

  const next = (uploadId: number): Ticket | undefined =>
    open.filter((one) => one.uploadId === uploadId).sort((a, b) => a.dueAt - b.dueAt)[0];

  return {
    add(ticket: string, uploadId: number): void {
      const now = clock.monotonic();
      open.push({ ticket, uploadId, count: 0, dueAt: now + backoff(pace.poll, 1, random), since: now });
    },
    /** Returns the monotonic time at which an upload's next ticket is due; null if it has none. */
    nextDue: (uploadId: number) => next(uploadId)?.dueAt ?? null,
    /** Polls an upload's next ticket, and stores the outcome of its records. */
    async ask(uploadId: number, signal: AbortSignal): Promise<AccountOutcome> {
      const ticket = next(uploadId);
      if (!ticket) return fine;
      const request = statusRequest(ticket.ticket);
      const answer = await options.client().ask(request, { priority: 'bulk', signal, uploadId });
      ticket.count += 1;
      ticket.dueAt = clock.monotonic() + backoff(pace.poll, ticket.count + 1, random);
      if (signal.aborted) return fine;
      const outcome = readStatus(answer);
      if (isFinal(outcome) || isOverdue(ticket, outcome, clock.monotonic(), pace.ticketTimeout)) {
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

/** Returns true if a ticket has been open for so long that its records are looked up instead. */
function isOverdue({ since, count }: Ticket, { kind }: StatusOutcome, now: number, timeout: number): boolean {
  if (kind === 'key-refused' || kind === 'offline') return false;
  return now - since > timeout && count > minQuestions;
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

/** Stores the outcome of a ticket's records. */
function close(options: TicketParts, { ticket, uploadId }: Ticket, outcome: StatusOutcome): void {
  const { uploads, steps, clock, pace } = options;
  const items = uploads.byTicket(ticket);
  const lookUpAt = clock.monotonic() + pace.indexDelay;
  if (outcome.kind === 'processed' && isTallyOf(items, outcome.tally)) {
    const kind = outcomeOfTally(items, outcome.tally);
    const stored = items.map((item) => ({ item, outcome: kind, remoteId: null }));
    steps.store(uploadId, 'accepted', stored, lookUpAt);
  } else if (outcome.kind === 'refused') separateSuspects(options, uploadId, items, outcome);
  else steps.makeUnclear('accepted', 'ticket lost', items, lookUpAt);
}

type Tally = { created: number; overwrote: number } | null;

function isTallyOf(items: readonly SentItem[], tally: Tally): boolean {
  return tally === null || tally.created + tally.overwrote === items.length;
}

/** Returns null if the tally does not say which ones are new; the look-up of ids finds out. */
function outcomeOfTally(items: readonly SentItem[], tally: Tally): 'created' | 'overwrote' | null {
  if (tally?.created === items.length) return 'created';
  return tally?.overwrote === items.length ? 'overwrote' : null;
}

/**
 * Handles a refused batch, none of which was stored. Records with an ISSN that belongs to somebody else are sent alone
 * if they are few, for the directory's exact message; otherwise the batch is halved.
 */
function separateSuspects(
  { steps, context, learned, clock }: TicketParts,
  uploadId: number,
  items: readonly SentItem[],
  said: Extract<StatusOutcome, { kind: 'refused' }>,
): void {
  if (items.length === 1) {
    const only = items[0]!;
    const record = storedRecord(only.record);
    const about = { uploadId, at: isoNow({ clock }) };
    const refusal = directoryRefusal({ ...said, status: null }, record, context(), about);
    if (tellsOfOaStart(refusal, record)) learned({ oaStart: true });
    steps.refuse('accepted', only, refusal);
    return;
  }
  const foreign = new Set(said.foreignIssns.map(serviceIssn));
  const suspects = foreign.size === 0 ? [] : items.filter((item) => hasIssnOf(item, foreign));
  const areFew = suspects.length > 0 && suspects.length <= Math.log2(items.length) + 1;
  const queue = (some: readonly SentItem[], change?: { cap: number }) =>
    steps.queueAgain(uploadId, 'accepted', 'batch refused', some, change);
  if (areFew) {
    queue(suspects, { cap: 1 });
    // The others: the suspects are in the queue already.
    queue(items);
  } else queue(items, { cap: items.length <= maxSentAlone ? 1 : Math.floor(items.length / 2) });
}

function hasIssnOf(item: SentItem, issns: ReadonlySet<string>): boolean {
  const { pissn, eissn } = readArticle(storedRecord(item.record));
  return [pissn, eissn].some((issn) => issn !== '' && issns.has(serviceIssn(issn)));
}
