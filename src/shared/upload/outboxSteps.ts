/** Articles go in batches, applications one by one; both go through one outbox. */
export type OutboxKind = 'articles' | 'applications';

export type OutboxState =
  | 'queued'
  | 'sending'
  | 'accepted' // the directory will store it later and gave a ticket
  | 'unsure' // sent, but it is unknown whether it was stored
  | 'done'
  | 'refused'
  | 'failed'
  | 'gone' // the record to change no longer exists at the directory
  | 'draft'; // not in the outbox

export type OutboxEvent =
  | 'claimed'
  | 'held back' // by our own rules: edited since it was queued
  | 'cancelled'
  | 'stored'
  | 'accepted'
  | 'refused'
  | 'batch refused' // together with the other records of its request
  | 'not processed' // too many requests, maintenance, no connection, or a problem of the whole account
  | 'try later' // locked, checked or changed a moment ago at the directory
  | 'no answer'
  | 'interrupted' // the program ended, or an error of ours
  | 'not there'
  | 'found'
  | 'not found'
  | 'batch not found' // together with the other records of its request
  | 'ticket lost'
  | 'unreadable' // what the directory has cannot be read, several times
  | 'retried'; // or edited

/** The effect of an event on the number of attempts: a claim adds one. */
type Attempts = 'add' | 'take back' | 'reset' | 'keep';

interface OutboxStep {
  from: OutboxState;
  event: OutboxEvent;
  to: OutboxState;
  attempts: Attempts;
  /** Limits the step to this kind; absent: both. */
  only?: OutboxKind;
  /** After `maxAttempts` attempts it is given up instead. */
  mayFail?: true;
}

/** A record, or its deletion, is given up after this many unsuccessful attempts. */
export const maxAttempts = 5;
/** It is also given up after this many look-ups whose hits cannot be read. */
export const maxUnread = 3;

const step = (
  from: OutboxState,
  event: OutboxEvent,
  to: OutboxState,
  attempts: Attempts = 'keep',
  more: Pick<OutboxStep, 'only' | 'mayFail'> = {},
): OutboxStep => ({ from, event, to, attempts, ...more });

const articles = { only: 'articles' } as const;
const applications = { only: 'applications' } as const;

/** The state table of the outbox (src/main/outbox/README.md); a step that is not in it is a bug. */
export const outboxSteps: readonly OutboxStep[] = [
  step('queued', 'claimed', 'sending', 'add'),
  step('queued', 'held back', 'refused'),
  step('queued', 'cancelled', 'draft', 'reset', applications),
  step('queued', 'not there', 'draft', 'reset', applications),
  step('queued', 'found', 'done', 'reset'),
  step('sending', 'stored', 'done'),
  step('sending', 'accepted', 'accepted', 'keep', articles),
  step('sending', 'refused', 'refused'),
  step('sending', 'batch refused', 'queued', 'take back', articles),
  step('sending', 'not processed', 'queued', 'take back'),
  step('sending', 'try later', 'queued', 'keep', { ...applications, mayFail: true }),
  step('sending', 'no answer', 'unsure'),
  step('sending', 'interrupted', 'unsure'),
  step('sending', 'not there', 'gone', 'reset', applications),
  step('accepted', 'stored', 'done', 'keep', articles),
  step('accepted', 'refused', 'refused', 'keep', articles),
  step('accepted', 'batch refused', 'queued', 'take back', articles),
  step('accepted', 'ticket lost', 'unsure', 'keep', articles),
  step('unsure', 'found', 'done'),
  step('unsure', 'not found', 'queued', 'keep', { mayFail: true }),
  step('unsure', 'batch not found', 'queued', 'keep', articles),
  step('unsure', 'not there', 'gone', 'reset', applications),
  step('unsure', 'unreadable', 'failed'),
  step('refused', 'retried', 'queued', 'reset'),
  step('failed', 'retried', 'queued', 'reset'),
  step('gone', 'retried', 'queued', 'reset', applications),
];

/** Returns where an event takes a record of the outbox after so many attempts; throws on a step that is not in the table. */
export function outboxStep(
  kind: OutboxKind,
  from: OutboxState,
  event: OutboxEvent,
  attempts = 0,
): { to: OutboxState; attempts: Attempts } {
  const found = outboxSteps.find(
    (one) => one.from === from && one.event === event && (one.only ?? kind) === kind,
  );
  if (!found) throw new Error(`There is no step from ${from} for "${event}" of ${kind}.`);
  return found.mayFail && attempts >= maxAttempts
    ? { to: 'failed', attempts: found.attempts }
    : { to: found.to, attempts: found.attempts };
}

/** Returns the states that a record may have after this one. */
export function nextStates(kind: OutboxKind, from: OutboxState): OutboxState[] {
  const steps = outboxSteps.filter((one) => one.from === from && (one.only ?? kind) === kind);
  const states = steps.flatMap((one) => (one.mayFail ? [one.to, 'failed' as const] : [one.to]));
  return [...new Set(states)];
}
