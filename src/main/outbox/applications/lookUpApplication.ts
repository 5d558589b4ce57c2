import { applicationSummary } from '../../../shared/application/application.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { outboxStep } from '../../../shared/upload/outboxSteps.ts';
import { isoNow } from '../../platform/clock.ts';
import type { AskOptions } from '../../remote/directoryClient.ts';
import type { SendingAttempt, StoredApplication } from '../../store/applications/applicationRows.ts';
import { backoff } from '../backoff.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { goneChange, type NoteDeps, noteRemoteState, type Seen, settledStatuses } from './noteRemoteState.ts';
import { findOwnByIssn, listOwn, readOwn } from './ownApplications.ts';
import { isSameContent } from './sameContent.ts';
import { markSent, ownRefusal, refuse } from './settleApplication.ts';
import { whatOf } from './stepAfter.ts';

/** Clocks differ: a record dated so much before the request may still come from it, in milliseconds. */
const clockSkew = 60_000;

type LookUpDeps = NoteDeps & Pick<ApplicationDeps, 'directory' | 'pace' | 'random'>;

type Found = Extract<Seen, { kind: 'found' }> & { id: string; journalId: string | null };

/** Nobody waits for an answer about this application any more: it is looked up. */
export function makeUnclear(deps: LookUpDeps, row: StoredApplication, why: 'lost' | 'ended'): void {
  const { store, clock, pace } = deps;
  if (row.attempt === null) {
    store.change(row.id, { sync: 'queued', dueMs: clock.now() });
    return;
  }
  const message = msg(`applicationLife.event.unsure.${why}`, { what: whatOf(row.kind) });
  store.transaction(() => {
    store.change(row.id, { sync: 'unsure', dueMs: clock.now() + pace.indexDelay });
    store.addEvent(row.id, { at: isoNow(deps), kind: 'unsure', message });
  });
}

/**
 * Looks up an unclear application: if the directory has it as it was sent, it is done; otherwise it is queued again, and
 * given up after five requests. Returns the error if the directory could not be asked.
 */
export async function lookUpApplication(
  deps: LookUpDeps,
  row: StoredApplication,
  options: AskOptions,
): Promise<AppError | null> {
  const { attempt } = row;
  if (row.sync !== 'unsure' || attempt === null) return null;
  try {
    const found =
      attempt.method === 'PUT'
        ? await findKnown(deps, row, attempt, options)
        : await findNew(deps, row, attempt, options);
    const now = deps.store.find(row.id);
    // Somebody else looked it up meanwhile, and it may be unclear again after another request.
    if (now?.sync !== 'unsure' || now.attempt?.at !== attempt.at) return null;
    if (found === 'gone') markGone(deps, now);
    else if (found === null && isTooSoon(deps, now)) return null;
    else if (found === null) sendAgain(deps, now, attempt);
    else markFound(deps, now, attempt, found);
    changed(deps, row.accountId, [row.id]);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const pause = backoff(deps.pace.read, row.reads + 1, deps.random);
    deps.store.change(row.id, { dueMs: deps.clock.now() + pause, reads: row.reads + 1 });
    return error;
  }
}

/** Before its time a look-up counts only if it finds the record: search may not show it yet, or the directory still be processing it. */
function isTooSoon({ clock }: LookUpDeps, { reads, dueMs }: StoredApplication): boolean {
  return reads === 0 && clock.now() < dueMs;
}

/** Reads the record that was to be changed, and returns it if it is as it was sent. */
async function findKnown(
  deps: LookUpDeps,
  row: StoredApplication,
  attempt: SendingAttempt,
  options: AskOptions,
): Promise<Found | 'gone' | null> {
  const client = deps.directory.client(row.accountId);
  const seen = await readOwn(client, attempt.remoteId!, options);
  if (seen.kind === 'silent') throw seen.error;
  if (seen.kind === 'gone') return 'gone';
  return isSameContent(attempt.body, seen.record, row.kind) ? seen : null;
}

/** Looks for a record that the request may have created, by the journal's ISSNs among the account's own. */
async function findNew(
  deps: LookUpDeps,
  row: StoredApplication,
  attempt: SendingAttempt,
  options: AskOptions,
): Promise<Found | null> {
  const client = deps.directory.client(row.accountId);
  const ours = applicationSummary(attempt.body);
  const issns = [row.pissn, row.eissn, ours.pissn, ours.eissn].filter((issn) => issn !== '');
  const hits =
    issns.length > 0 ? await findOwnByIssn(client, issns, options) : (await listOwn(client, options)).hits;
  const remotes = new Map(deps.store.remotes(row.accountId).map((one) => [one.remoteId, one]));
  for (const hit of hits) {
    // A record that was decided before cannot be the one that was just sent.
    const known = remotes.get(hit.id);
    if (known && known.id !== row.id && known.kind !== row.kind) continue;
    if (known?.status && settledStatuses.includes(known.status) && known.id !== row.id) continue;
    const seen = await readOwn(client, hit.id, options);
    if (seen.kind === 'silent') throw seen.error;
    if (seen.kind === 'found' && isFromAttempt(seen, row, attempt, known !== undefined)) return seen;
  }
  return null;
}

/** Returns true if the request created the record: it has the same journal and content, or it is unknown here and as young. */
function isFromAttempt(
  seen: Found,
  row: StoredApplication,
  attempt: SendingAttempt,
  wasKnown: boolean,
): boolean {
  const ours = applicationSummary(attempt.body);
  if (seen.journalId !== ours.journalId) return false;
  if (isSameContent(attempt.body, seen.record, row.kind)) return true;
  const created = Date.parse(String(getAt(seen.record, 'created_date') ?? ''));
  return !wasKnown && created >= Date.parse(attempt.at) - clockSkew && isSameJournal(seen, row, attempt);
}

function isSameJournal(seen: Found, row: StoredApplication, attempt: SendingAttempt): boolean {
  return (
    row.kind === 'update' || applicationSummary(seen.record).title === applicationSummary(attempt.body).title
  );
}

function markFound(deps: LookUpDeps, row: StoredApplication, attempt: SendingAttempt, found: Found): void {
  const message = msg('applicationLife.event.foundThere', { what: whatOf(row.kind) });
  deps.store.transaction(() => {
    markSent(deps, row, attempt, found.id, { event: { kind: 'settled', message }, readIn: null });
    noteRemoteState(deps, deps.store.get(row.id), found, { isFollowing: false });
  });
}

function markGone(deps: LookUpDeps, row: StoredApplication): void {
  const at = isoNow(deps);
  const message = msg('applicationLife.event.gone', { what: whatOf(row.kind) });
  deps.store.transaction(() => {
    deps.store.change(row.id, {
      ...goneChange,
      status: 'gone',
      statusAt: at,
      checkedAt: at,
      attempt: null,
      attempts: 0,
      dueMs: 0,
      reads: 0,
    });
    deps.store.addEvent(row.id, { at, kind: 'gone', status: 'gone', message });
  });
}

/** It was not found: it is queued again, or failed after enough attempts. */
function sendAgain(deps: LookUpDeps, row: StoredApplication, attempt: SendingAttempt): void {
  const { store, clock, pace } = deps;
  store.transaction(() => {
    if (outboxStep('applications', 'unsure', 'not found', row.attempts).to === 'failed') {
      const refusal = ownRefusal(deps, row, attempt.isLocked ? 'locked' : 'gave-up', {
        count: row.attempts,
      });
      refuse(store, row, refusal, { hash: attempt.hash, state: 'failed' });
      store.change(row.id, { reads: 0 });
      return;
    }
    const pause = backoff(pace.retry, row.attempts, deps.random);
    store.change(row.id, { sync: 'queued', attempt: null, dueMs: clock.now() + pause, reads: 0 });
    const key = attempt.isLocked ? 'notThereLocked' : 'notThere';
    const message = msg(`applicationLife.event.${key}`, { what: whatOf(row.kind) });
    store.addEvent(row.id, { at: isoNow(deps), kind: 'settled', message });
  });
}
