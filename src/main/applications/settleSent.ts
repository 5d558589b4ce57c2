import { toFlat } from '../../shared/application/application.ts';
import type { Refusal } from '../../shared/draft/draft.ts';
import { isSameMessage, type MessageParams, msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import type { SendingAttempt, StoredApplication } from '../store/applications/applicationRows.ts';
import { type ApplicationParts, changed } from './applicationParts.ts';
import { explainApplication } from './explainApplication.ts';
import { goneChange } from './noteState.ts';
import {
  type Consequence,
  type RefusalCode,
  type SentOutcome,
  type Step,
  stepAfter,
  whatOf,
} from './steps.ts';

/** Writes down what became of a request (the table in steps.ts), and answers what that means for the account. */
export function settleSent(
  parts: ApplicationParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
): Consequence {
  const isKnown = row.remoteId !== null && (outcome.kind !== 'created' || row.remoteId === outcome.id);
  const step = stepAfter(outcome, { kind: row.kind, attempts: row.attempts, isKnown }, parts);
  parts.store.transaction(() => {
    if (step.to === 'sent') {
      markSent(parts, row, attempt, outcome.kind === 'created' ? outcome.id : attempt.remoteId!, step);
    } else apply(parts, row, attempt, outcome, step);
  });
  changed(parts, row.accountId, [row.id]);
  return step.account;
}

/** It is stored under this id: sent, and to be read back. */
export function markSent(
  parts: ApplicationParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  remoteId: string,
  { event, readIn }: Pick<Step, 'event' | 'readIn'>,
): void {
  const at = isoNow(parts);
  const overwrote = releaseOther(parts, row, remoteId, at);
  parts.store.change(row.id, {
    remoteId,
    sentHash: attempt.hash,
    sent: toFlat(attempt.body),
    sentAt: attempt.at,
    // Another record than the one whose state was known.
    ...(remoteId === row.remoteId ? {} : { status: null, statusAt: null }),
    ...(row.status === 'gone' ? { status: null, statusAt: null } : {}),
    stored: null,
    storedAt: null,
    attempt: null,
    attempts: 0,
    dueMs: 0,
    refusal: null,
    refusalHash: null,
    refusalState: null,
    readMs: readIn === null ? null : parts.clock.now() + readIn,
    reads: 0,
    sync: 'settled',
  });
  const message = overwrote ? msg('applicationLife.event.overwrote') : event?.message;
  if (event && message) parts.store.addEvent(row.id, { at, kind: event.kind, message });
}

function apply(
  parts: ApplicationParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
  step: Step,
): void {
  const { store, clock } = parts;
  const at = isoNow(parts);
  const attempts = step.counts ? row.attempts : row.attempts - 1;
  const read =
    step.readIn === null || row.remoteId === null ? {} : { readMs: clock.now() + step.readIn, reads: 0 };
  switch (step.to) {
    case 'queued':
      store.change(row.id, { sync: 'queued', attempts, dueMs: clock.now() + step.pause, attempt: null });
      if (step.event) addOnce(parts, row.id, { at, ...step.event });
      return;
    case 'unsure':
      store.change(row.id, {
        sync: 'unsure',
        dueMs: clock.now() + step.pause,
        attempt: { ...attempt, isLocked: outcome.kind === 'unsure' && outcome.why === 'locked' },
      });
      if (step.event) store.addEvent(row.id, { at, ...step.event });
      return;
    case 'gone':
      store.change(row.id, { ...goneChange, status: 'gone', statusAt: at, checkedAt: at, ...ended });
      if (step.event) store.addEvent(row.id, { at, status: 'gone', ...step.event });
      return;
    default: {
      const said = 'status' in outcome ? outcome : { status: null, words: '', reference: '', ...outcome };
      const refusal = explainApplication(parts, row, attempt.body, said as Said, step.code);
      refuse(parts, row, refusal, { hash: attempt.hash, state: step.to === 'failed' ? 'failed' : 'refused' });
      store.change(row.id, read);
    }
  }
}

type Said = { status: number | null; words: string; reference: string };

const ended = { attempt: null, attempts: 0, dueMs: 0 } as const;

/** Takes an application out of the queue with the reason; the draft stays as it is. */
export function refuse(
  parts: ApplicationParts,
  row: Pick<StoredApplication, 'id'>,
  refusal: Refusal,
  { hash, state }: { hash: string; state: 'refused' | 'failed' },
): void {
  parts.store.change(row.id, {
    ...ended,
    refusal,
    refusalHash: hash,
    refusalState: state,
    sync: 'settled',
  });
  parts.store.addEvent(row.id, { at: refusal.at, kind: state, message: refusal.message });
}

/** A refusal in our own words alone. */
export function ownRefusal(
  parts: ApplicationParts,
  row: Pick<StoredApplication, 'kind'>,
  code: RefusalCode,
  params: MessageParams = {},
): Refusal {
  const words = { what: whatOf(row.kind), ...params };
  return {
    path: '',
    code,
    message: msg(`applicationLife.refusal.${code}.message`, words),
    help: msg(`applicationLife.refusal.${code}.help`, words),
    words: '',
    status: null,
    reference: '',
    uploadId: null,
    at: isoNow(parts),
  };
}

/** While something lasts, the timeline says it once. */
export function addOnce(
  parts: ApplicationParts,
  id: number,
  event: Parameters<ApplicationParts['store']['addEvent']>[1],
): void {
  const last = parts.store.events(id).at(-1);
  if (last?.kind !== event.kind || !isSameMessage(last.message, event.message))
    parts.store.addEvent(id, event);
}

/** The directory wrote it over a record that another draft here had sent: that draft has none there any more. */
function releaseOther(
  parts: ApplicationParts,
  row: StoredApplication,
  remoteId: string,
  at: string,
): boolean {
  const other = parts.store.byRemote(row.accountId, remoteId);
  if (other === null || other === row.id) return false;
  parts.store.change(other, { ...goneChange, remoteId: null, status: 'gone', statusAt: at });
  const message = msg('applicationLife.event.overwritten', { what: whatOf(row.kind) });
  parts.store.addEvent(other, { at, kind: 'gone', status: 'gone', message });
  changed(parts, row.accountId, [other]);
  return true;
}
