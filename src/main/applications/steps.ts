import type { ApplicationEvent, ApplicationKind } from '../../shared/application/applicationDraft.ts';
import { type Message, msg } from '../../shared/message.ts';
import { backoff } from '../outbox/backoff.ts';
import type { SendOutcome } from '../remote/applicationRequests.ts';
import { type ApplicationPace, mostTries } from './applicationPace.ts';

/** What the account's loop has to do after a request, besides going on. */
export interface Consequence {
  /** Nothing more can be sent for the account until somebody acts; why. */
  block?: Message;
  isOffline?: boolean;
  /** The directory itself is in trouble: a growing pause before the next request. */
  isTrouble?: boolean;
}

/** One row of the state table below: where an application goes, and what else happens. */
export interface Step {
  to: 'sent' | 'queued' | 'unsure' | 'refused' | 'failed' | 'gone';
  /** Milliseconds until it is sent again (`queued`) or looked up (`unsure`). */
  pause: number;
  /** Whether the request counts among those after which it is given up. */
  counts: boolean;
  /** What the directory now has of it is read in so many milliseconds; null: not at all. */
  readIn: number | null;
  event: Pick<ApplicationEvent, 'kind' | 'message'> | null;
  /** Why it was refused or given up: the words are `applicationLife.refusal.<code>`; null: the directory's own words tell. */
  code: RefusalCode | null;
  account: Consequence;
}

/** Reasons that are ours to explain; everything else the directory says is read by `applicationErrors.ts`. */
export const refusalCodes = [
  'not-now',
  'other-open',
  'decided',
  'no-journal',
  'foreign-journal',
  'checking',
  'locked',
  'gave-up',
  'held-back',
  'unseen-ignored',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** The answer to a request, with what was learnt by looking at the record: its automatic checks run. */
export type SentOutcome = SendOutcome | { kind: 'checking' };

/**
 * The state table: what an answer to a request makes of the application that was sent. `attempts` counts this request.
 *
 * | answer | to | also |
 * |---|---|---|
 * | created, updated | sent | read back at once |
 * | refused, of another's or no journal | refused | the draft stays as it is |
 * | an editor has it, decided about | refused | the state is read |
 * | an editor has another one for the journal | refused | |
 * | automatic checks run | queued | failed after 5 |
 * | gone | gone | can be sent as new |
 * | too soon (ten seconds) | queued | failed after 5 |
 * | locked for certain, turned away | queued | failed after 5 |
 * | maintenance, 429, offline | queued | not counted; 429 holds the limiter |
 * | key, version or address wrong | queued | not counted; the account waits for somebody |
 * | no answer, 5xx | unsure | looked up before it is sent again |
 */
export function stepAfter(
  outcome: SentOutcome,
  sent: { kind: ApplicationKind; attempts: number; isKnown: boolean },
  { pace, random }: { pace: ApplicationPace; random: () => number },
): Step {
  const what = whatOf(sent.kind);
  switch (outcome.kind) {
    case 'created':
    case 'updated': {
      const text =
        outcome.kind === 'updated' || sent.isKnown
          ? 'applicationLife.event.updated'
          : 'applicationLife.event.sent';
      return step('sent', { kind: sent.isKnown ? 'updated' : 'sent', message: msg(text) }, { readIn: 0 });
    }
    case 'refused':
      return step('refused', null);
    case 'no-journal':
    case 'foreign-journal':
      return step('refused', null, { code: outcome.kind });
    case 'not-now':
      if (sent.kind === 'update' && !sent.isKnown) return step('refused', null, { code: 'other-open' });
      return step('refused', null, { code: 'not-now', readIn: 0 });
    case 'decided':
      return step('refused', null, { code: outcome.kind, readIn: 0 });
    case 'gone':
      return step('gone', { kind: 'gone', message: msg('applicationLife.event.gone', { what }) });
    case 'too-soon':
    case 'locked':
    case 'turned-away': {
      if (sent.attempts >= mostTries) return step('failed', null, { code: 'locked' });
      const isSoon = outcome.kind === 'too-soon';
      const pause = isSoon ? pace.tooSoon : backoff(pace.retry, sent.attempts, random);
      const message = msg(`applicationLife.event.${isSoon ? 'tooSoon' : 'locked'}`, { what });
      return step('queued', { kind: 'queued', message }, { pause });
    }
    case 'checking': {
      if (sent.attempts >= mostTries) return step('failed', null, { code: 'checking' });
      const pause = backoff(pace.checks, sent.attempts, random);
      return step(
        'queued',
        { kind: 'queued', message: msg('applicationLife.event.checking', { what }) },
        { pause },
      );
    }
    case 'unsure': {
      const isSlow = outcome.why === 'timeout' || outcome.why === 'stopped';
      return step(
        'unsure',
        { kind: 'unsure', message: msg(`applicationLife.event.unsure.${outcome.why}`, { what }) },
        {
          pause: isSlow ? pace.timeoutDelay : pace.indexDelay,
          account: outcome.why === 'stopped' || outcome.why === 'locked' ? {} : { isTrouble: true },
        },
      );
    }
    default:
      return waitingStep(outcome);
  }
}

/** Nothing was judged: back into the queue with the attempt taken back. */
function waitingStep(outcome: Extract<SendOutcome, { words: string | Message; reference?: never }>): Step {
  switch (outcome.kind) {
    case 'key-refused':
      return blocked(msg('applicationLife.event.keyRefused'));
    case 'version-retired':
      return blocked(msg('applicationLife.event.version'));
    case 'wrong-address':
      return blocked(msg('applicationLife.event.address', { words: outcome.words }));
    case 'maintenance':
      return waiting('maintenance', { isTrouble: true });
    case 'offline':
      return waiting('offline', { isOffline: true });
    default:
      return step('queued', null, { counts: false });
  }
}

function blocked(message: Message): Step {
  return step('queued', { kind: 'queued', message }, { counts: false, account: { block: message } });
}

function waiting(key: 'maintenance' | 'offline', account: Consequence): Step {
  const message = msg(`applicationLife.event.${key}`);
  return step('queued', { kind: 'queued', message }, { counts: false, account });
}

/** "the Update Request" or "the application", for sentences. */
export function whatOf(kind: ApplicationKind): Message {
  return msg(`applicationLife.what.${kind}`);
}

function step(to: Step['to'], event: Step['event'], more: Partial<Step> = {}): Step {
  return { to, event, pause: 0, counts: true, readIn: null, code: null, account: {}, ...more };
}
