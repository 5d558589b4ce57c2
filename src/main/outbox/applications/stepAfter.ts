import type { ApplicationEvent, ApplicationKind } from '../../../shared/application/applicationDraft.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { type OutboxEvent, type OutboxState, outboxStep } from '../../../shared/upload/outboxSteps.ts';
import type { SendOutcome } from '../../remote/applicationRequests.ts';
import { type AccountOutcome, type AccountWords, fine, outcomeOfAnswer, trouble } from '../accountOutcome.ts';
import { backoff } from '../backoff.ts';
import type { ApplicationPace } from '../outboxPace.ts';

/** The state of an application after an answer, and its side effects. */
export interface Step {
  to: OutboxState;
  /** Milliseconds until it is sent again (`queued`) or looked up (`unsure`). */
  pause: number;
  /** The request counts as an attempt. */
  counts: boolean;
  /** Milliseconds until the record is read back; null: not at all. */
  readIn: number | null;
  event: Pick<ApplicationEvent, 'kind' | 'message'> | null;
  /** Why it was refused or failed, with messages `applicationLife.refusal.<code>`; null: the directory's own words. */
  code: RefusalCode | null;
  account: AccountOutcome;
}

/** Refusals that we explain; `applicationErrors.ts` reads the others. */
export type RefusalCode =
  | 'not-now'
  | 'other-open'
  | 'decided'
  | 'no-journal'
  | 'foreign-journal'
  | 'checking'
  | 'locked'
  | 'gave-up'
  | 'hit-unreadable'
  | 'held-back'
  | 'changed-since-plan'
  | 'open-since-plan'
  | 'already-open'
  | 'unseen-ignored';

/** The outcome of a request; `checking`: the record's automatic checks are running. */
export type SentOutcome = SendOutcome | { kind: 'checking' };

/** Returns the event for the outbox's state table. */
function eventOf({ kind }: SentOutcome): OutboxEvent {
  switch (kind) {
    case 'created':
    case 'updated':
      return 'stored';
    case 'refused':
    case 'no-journal':
    case 'foreign-journal':
    case 'not-now':
    case 'decided':
      return 'refused';
    case 'gone':
      return 'not there';
    case 'too-soon':
    case 'locked':
    case 'turned-away':
    case 'checking':
      return 'try later';
    case 'unsure':
      return 'no answer';
    default:
      return 'not processed';
  }
}

/** Returns the next step of an application after an answer; `attempts` includes this request. */
export function stepAfter(
  outcome: SentOutcome,
  sent: SentAs,
  options: { pace: ApplicationPace; random: () => number; words: AccountWords },
): Step {
  const { to, attempts } = outboxStep('applications', 'sending', eventOf(outcome), sent.attempts);
  const plain = { pause: 0, readIn: null, event: null, code: null, account: fine };
  return { ...plain, ...detailsOf(outcome, to, sent, options), to, counts: attempts !== 'take back' };
}

interface SentAs {
  kind: ApplicationKind;
  attempts: number;
  /** The directory already had the record. */
  isKnown: boolean;
}

function detailsOf(
  outcome: SentOutcome,
  to: OutboxState,
  { kind, attempts, isKnown }: SentAs,
  { pace, random, words }: { pace: ApplicationPace; random: () => number; words: AccountWords },
): Partial<Step> {
  const what = whatOf(kind);
  const event = (of: ApplicationEvent['kind'], name: string, params = {}) => ({
    event: { kind: of, message: msg(`applicationLife.event.${name}`, params) },
  });
  switch (outcome.kind) {
    case 'created':
    case 'updated': {
      const name = outcome.kind === 'updated' || isKnown ? 'updated' : 'sent';
      return { ...event(isKnown ? 'updated' : 'sent', name), readIn: 0 };
    }
    case 'refused':
      return {};
    case 'no-journal':
    case 'foreign-journal':
      return { code: outcome.kind };
    case 'not-now':
      return kind === 'update' && !isKnown ? { code: 'other-open' } : { code: 'not-now', readIn: 0 };
    case 'decided':
      return { code: 'decided', readIn: 0 };
    case 'gone':
      return event('gone', 'gone', { what });
    case 'checking':
      if (to === 'failed') return { code: 'checking' };
      return { ...event('queued', 'checking', { what }), pause: backoff(pace.checks, attempts, random) };
    case 'too-soon':
      if (to === 'failed') return { code: 'locked' };
      return { ...event('queued', 'tooSoon', { what }), pause: pace.tooSoon };
    case 'locked':
    case 'turned-away':
      if (to === 'failed') return { code: 'locked' };
      return { ...event('queued', 'locked', { what }), pause: backoff(pace.retry, attempts, random) };
    case 'unclear':
      // The request of the other computer may still be at work.
      return { ...event('queued', 'unclear', { what }), pause: pace.timeoutDelay };
    case 'unsure': {
      const isSlow = outcome.why === 'timeout' || outcome.why === 'stopped';
      return {
        ...event('unsure', `unsure.${outcome.why}`, { what }),
        pause: isSlow ? pace.timeoutDelay : pace.indexDelay,
        account: outcome.why === 'stopped' || outcome.why === 'locked' ? fine : trouble,
      };
    }
    default: {
      const account = outcomeOfAnswer(outcome, words);
      if (account.kind === 'blocked') return { event: { kind: 'queued', message: account.reason }, account };
      const isReported = outcome.kind === 'maintenance' || outcome.kind === 'offline';
      return { ...(isReported ? event('queued', outcome.kind) : {}), account };
    }
  }
}

/** "the Update Request" or "the application", for use in sentences. */
export function whatOf(kind: ApplicationKind): Message {
  return msg(`applicationLife.what.${kind}`);
}
