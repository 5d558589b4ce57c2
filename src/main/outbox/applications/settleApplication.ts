import { toFlat } from '../../../shared/application/application.ts';
import type { Refusal } from '../../../shared/draft/draft.ts';
import { type MessageParams, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { SendingAttempt, StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore, NewEvent } from '../../store/applications/applicationStore.ts';
import type { AccountOutcome, AccountWords } from '../accountOutcome.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { explainApplication } from './explainApplication.ts';
import { goneChange } from './noteRemoteState.ts';
import { type RefusalCode, type SentOutcome, type Step, stepAfter, whatOf } from './stepAfter.ts';

/** Dependencies that change the rows of applications and show it. */
type RowDeps = Pick<ApplicationDeps, 'store' | 'clock' | 'publish'>;
type SettleDeps = RowDeps & Pick<ApplicationDeps, 'account' | 'journals' | 'pace' | 'random'>;

/** Writes down the outcome of a request, and returns what it means for the account. */
export function settleApplication(
  deps: SettleDeps,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
  words: AccountWords,
): AccountOutcome {
  const isKnown = row.remoteId !== null && (outcome.kind !== 'created' || row.remoteId === outcome.id);
  const { pace, random } = deps;
  const sent = { kind: row.kind, attempts: row.attempts, isKnown };
  const step = stepAfter(outcome, sent, { pace, random, words });
  deps.store.transaction(() => {
    if (step.to === 'done') {
      markSent(deps, row, attempt, outcome.kind === 'created' ? outcome.id : attempt.remoteId!, step);
    } else apply(deps, row, attempt, outcome, step);
  });
  changed(deps, row.accountId, [row.id]);
  return step.account;
}

/** It is stored under this id, and is read back next. */
export function markSent(
  deps: RowDeps,
  row: StoredApplication,
  attempt: SendingAttempt,
  remoteId: string,
  { event, readIn }: Pick<Step, 'event' | 'readIn'>,
): void {
  const at = isoNow(deps);
  const overwrote = releaseOther(deps, row, remoteId, at);
  deps.store.change(row.id, {
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
    readMs: readIn === null ? null : deps.clock.now() + readIn,
    reads: 0,
    sync: 'settled',
  });
  const message = overwrote ? msg('applicationLife.event.overwrote') : event?.message;
  if (event && message) deps.store.addEvent(row.id, { at, kind: event.kind, message });
}

function apply(
  deps: SettleDeps,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
  step: Step,
): void {
  const { store, clock } = deps;
  const at = isoNow(deps);
  const attempts = step.counts ? row.attempts : row.attempts - 1;
  const read =
    step.readIn === null || row.remoteId === null ? {} : { readMs: clock.now() + step.readIn, reads: 0 };
  switch (step.to) {
    case 'queued':
      store.change(row.id, { sync: 'queued', attempts, dueMs: clock.now() + step.pause, attempt: null });
      if (step.event) addOnce(store, row.id, { at, ...step.event });
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
      const refusal = explainApplication(deps, row, attempt.body, said as Said, step.code);
      refuse(store, row, refusal, { hash: attempt.hash, state: step.to === 'failed' ? 'failed' : 'refused' });
      store.change(row.id, read);
    }
  }
}

type Said = { status: number | null; words: string; reference: string };

const ended = { attempt: null, attempts: 0, dueMs: 0 } as const;

/** Takes an application out of the queue with a refusal; the draft stays as it is. */
export function refuse(
  store: ApplicationStore,
  row: Pick<StoredApplication, 'id'>,
  refusal: Refusal,
  { hash, state }: { hash: string; state: 'refused' | 'failed' },
): void {
  store.change(row.id, {
    ...ended,
    refusal,
    refusalHash: hash,
    refusalState: state,
    sync: 'settled',
  });
  store.addEvent(row.id, { at: refusal.at, kind: state, message: refusal.message });
}

/** Makes a refusal by our own rules. */
export function ownRefusal(
  deps: Pick<ApplicationDeps, 'clock'>,
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
    at: isoNow(deps),
  };
}

/** Adds an event to the timeline, unless the last one says the same: as long as something lasts it is told once. */
export function addOnce(
  store: Pick<ApplicationStore, 'events' | 'addEvent'>,
  id: number,
  event: NewEvent,
): void {
  const last = store.events(id).at(-1);
  if (last?.kind !== event.kind || last.message.key !== event.message.key) store.addEvent(id, event);
}

/** The directory overwrote a record that another draft here had sent: that draft has none there any more. */
function releaseOther(deps: RowDeps, row: StoredApplication, remoteId: string, at: string): boolean {
  const other = deps.store.byRemote(row.accountId, remoteId);
  if (other === null || other === row.id) return false;
  deps.store.change(other, { ...goneChange, remoteId: null, status: 'gone', statusAt: at });
  const message = msg('applicationLife.event.overwritten', { what: whatOf(row.kind) });
  deps.store.addEvent(other, { at, kind: 'gone', status: 'gone', message });
  changed(deps, row.accountId, [other]);
  return true;
}
