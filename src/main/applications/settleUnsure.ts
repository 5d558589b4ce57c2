import { applicationSummary } from '../../shared/application/application.ts';
import { getAt } from '../../shared/draft/fieldPath.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { backoff } from '../outbox/backoff.ts';
import { isoNow } from '../platform/clock.ts';
import type { AskOptions } from '../remote/directoryClient.ts';
import type { SendingAttempt, StoredApplication } from '../store/applications/applicationRows.ts';
import { mostTries } from './applicationPace.ts';
import { type ApplicationParts, changed } from './applicationParts.ts';
import { goneChange, noteSeen, type Seen, settledStatuses } from './noteState.ts';
import { findOwnByIssn, listOwn, readOwn } from './ownApplications.ts';
import { isSameContent } from './sameContent.ts';
import { markSent, ownRefusal, refuse } from './settleSent.ts';
import { whatOf } from './steps.ts';

/** Clocks differ: a record dated so much before the request may still come from it, in milliseconds. */
const clockSkew = 60_000;

type Found = Extract<Seen, { kind: 'found' }> & { id: string; journalId: string | null };

/** Nobody waits for an answer about this application any more: sending -> unsure. */
export function unsureAboutSending(
  parts: ApplicationParts,
  row: StoredApplication,
  why: 'lost' | 'ended',
): void {
  const { store, clock, pace } = parts;
  if (row.attempt === null) {
    store.change(row.id, { sync: 'queued', dueMs: clock.now() });
    return;
  }
  const message = msg(`applicationLife.event.unsure.${why}`, { what: whatOf(row.kind) });
  store.transaction(() => {
    store.change(row.id, { sync: 'unsure', dueMs: clock.now() + pace.indexDelay });
    store.addEvent(row.id, { at: isoNow(parts), kind: 'unsure', message });
  });
}

/**
 * Looks up an application of which it is not known whether the directory stored it: found as sent, it is sent; not found,
 * it goes into the queue again, and is given up after five requests. Answers the error where nothing could be learnt.
 */
export async function settleUnsure(
  parts: ApplicationParts,
  row: StoredApplication,
  options: AskOptions,
): Promise<AppError | null> {
  const { attempt } = row;
  if (row.sync !== 'unsure' || attempt === null) return null;
  try {
    const found =
      attempt.method === 'PUT'
        ? await findKnown(parts, row, attempt, options)
        : await findNew(parts, row, attempt, options);
    const now = parts.store.find(row.id);
    if (now?.sync !== 'unsure') return null;
    if (found === 'gone') markGone(parts, now);
    else if (found === null && isTooSoon(parts, now)) return null;
    else if (found === null) sendAgain(parts, now, attempt);
    else markFound(parts, now, attempt, found);
    changed(parts, row.accountId, [row.id]);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const pause = backoff(parts.pace.read, row.reads + 1, parts.random);
    parts.store.change(row.id, { dueMs: parts.clock.now() + pause, reads: row.reads + 1 });
    return error;
  }
}

/** Before its time a look believes only what it finds: search may not show the record yet, or the directory be still at work. */
function isTooSoon({ clock }: ApplicationParts, { reads, dueMs }: StoredApplication): boolean {
  return reads === 0 && clock.now() < dueMs;
}

/** The record that was to be changed: it is as it was sent, or it is not. */
async function findKnown(
  parts: ApplicationParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  options: AskOptions,
): Promise<Found | 'gone' | null> {
  const client = parts.directory.client(row.accountId);
  const seen = await readOwn(client, attempt.remoteId!, options);
  if (seen.kind === 'silent') throw seen.error;
  if (seen.kind === 'gone') return 'gone';
  return isSameContent(attempt.body, seen.record, row.kind) ? seen : null;
}

/** A record that may have come into being: looked for by the journal's ISSNs among the account's own. */
async function findNew(
  parts: ApplicationParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  options: AskOptions,
): Promise<Found | null> {
  const client = parts.directory.client(row.accountId);
  const ours = applicationSummary(attempt.body);
  const issns = [row.pissn, row.eissn, ours.pissn, ours.eissn].filter((issn) => issn !== '');
  const hits =
    issns.length > 0 ? await findOwnByIssn(client, issns, options) : (await listOwn(client, options)).hits;
  const remotes = new Map(parts.store.remotes(row.accountId).map((one) => [one.remoteId, one]));
  for (const hit of hits) {
    // What was decided about before cannot be what was sent just now.
    const known = remotes.get(hit.id);
    if (known && known.id !== row.id && known.kind !== row.kind) continue;
    if (known?.status && settledStatuses.includes(known.status) && known.id !== row.id) continue;
    const seen = await readOwn(client, hit.id, options);
    if (seen.kind === 'silent') throw seen.error;
    if (seen.kind === 'found' && isFromAttempt(seen, row, attempt, known !== undefined)) return seen;
  }
  return null;
}

/** Whether a record came of the request: the same journal and content, or one that nobody knew and that is as young. */
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

function markFound(
  parts: ApplicationParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  found: Found,
): void {
  const message = msg('applicationLife.event.foundThere', { what: whatOf(row.kind) });
  parts.store.transaction(() => {
    markSent(parts, row, attempt, found.id, { event: { kind: 'settled', message }, readIn: null });
    noteSeen(parts, parts.store.get(row.id), found, { isFollowing: false });
  });
}

function markGone(parts: ApplicationParts, row: StoredApplication): void {
  const at = isoNow(parts);
  const message = msg('applicationLife.event.gone', { what: whatOf(row.kind) });
  parts.store.transaction(() => {
    parts.store.change(row.id, {
      ...goneChange,
      status: 'gone',
      statusAt: at,
      checkedAt: at,
      attempt: null,
      attempts: 0,
      dueMs: 0,
      reads: 0,
    });
    parts.store.addEvent(row.id, { at, kind: 'gone', status: 'gone', message });
  });
}

/** Not there: unsure -> queued, or failed when it was tried often enough. */
function sendAgain(parts: ApplicationParts, row: StoredApplication, attempt: SendingAttempt): void {
  const { store, clock, pace } = parts;
  store.transaction(() => {
    if (row.attempts >= mostTries) {
      const refusal = ownRefusal(parts, row, attempt.isLocked ? 'locked' : 'gave-up', {
        count: row.attempts,
      });
      refuse(parts, row, refusal, { hash: attempt.hash, state: 'failed' });
      store.change(row.id, { reads: 0 });
      return;
    }
    const pause = backoff(pace.retry, row.attempts, parts.random);
    store.change(row.id, { sync: 'queued', attempt: null, dueMs: clock.now() + pause, reads: 0 });
    const key = attempt.isLocked ? 'notThereLocked' : 'notThere';
    const message = msg(`applicationLife.event.${key}`, { what: whatOf(row.kind) });
    store.addEvent(row.id, { at: isoNow(parts), kind: 'settled', message });
  });
}
