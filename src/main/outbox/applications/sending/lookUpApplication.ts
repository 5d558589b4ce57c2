import { applicationSummary } from '../../../../shared/application/application.ts';
import { getAt } from '../../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../../shared/errors.ts';
import { readInstant } from '../../../../shared/instant.ts';
import { msg } from '../../../../shared/message.ts';
import { maxUnread, outboxStep } from '../../../../shared/upload/outboxSteps.ts';
import { isoNow } from '../../../platform/clock.ts';
import { UnreadableHit } from '../../../remote/answers.ts';
import type { AskOptions, DirectoryClient } from '../../../remote/directoryClient.ts';
import type { SendingAttempt, StoredApplication } from '../../../store/applications/applicationRows.ts';
import { backoff } from '../../backoff.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { isClosed, isDecided } from '../applicationWriter.ts';
import { findOwnByIssn, lookUpOwn, readOwn } from '../following/ownApplications.ts';
import { isSameContent } from '../sameContent.ts';
import { whatOf } from '../stepAfter.ts';
import { requestOf } from './claimApplication.ts';

type LookUpParts = Pick<ApplicationParts, 'store' | 'writer' | 'clock' | 'random' | 'pace'>;

/** Milliseconds by which the directory's clock may be behind ours. */
const clockSkew = 60_000;

type Found = Extract<Awaited<ReturnType<typeof readOwn>>, { kind: 'found' }>;

/** Marks an application as unclear, to be looked up, because its answer can no longer arrive. */
export function makeUnclear(
  { store, writer, clock, pace }: LookUpParts,
  { id, attempt, kind }: StoredApplication,
  why: 'lost' | 'ended',
): void {
  if (attempt === null) {
    store.change(id, { sync: 'queued', dueMs: clock.monotonic() });
    return;
  }
  const message = msg(`applicationLife.event.unsure.${why}`, { what: whatOf(kind) });
  store.transaction(() => {
    store.change(id, { sync: 'unsure', dueMs: clock.monotonic() + pace.timeoutDelay });
    writer.addEvent(id, { kind: 'unsure', message });
  });
}

/**
 * Looks up an application whose outcome is unknown: it is done if the directory has it as sent, otherwise queued again, and
 * failed after five requests. Throws AppError if the directory could not be asked.
 */
export async function lookUpApplication(
  options: LookUpParts,
  client: DirectoryClient,
  row: StoredApplication,
  ask: AskOptions,
): Promise<void> {
  const { store, writer, clock, pace, random } = options;
  const { attempt } = row;
  if (row.sync !== 'unsure' || attempt === null) return;
  try {
    const found =
      attempt.method === 'PUT'
        ? await findKnown(client, row, attempt, ask)
        : await findNew(store, client, row, attempt, ask);
    const now = store.find(row.id);
    // Another look-up may have settled it meanwhile, and another request may have made it unclear again.
    if (now?.sync !== 'unsure' || now.attempt?.at !== attempt.at) return;
    if (found === 'gone') {
      const message = msg('applicationLife.event.gone', { what: whatOf(now.kind) });
      store.transaction(() => writer.markGone(now, { kind: 'gone', message }));
    } else if (found) markFound(options, now, attempt, found);
    // An early look-up only counts if it finds the record: search may not show it yet.
    else if (now.reads === 0 && clock.monotonic() < now.dueMs) return;
    else sendAgain(options, now, attempt);
    writer.changed(row.accountId, [row.id]);
  } catch (error) {
    if (error instanceof AppError) {
      const reads = row.reads + 1;
      if (error instanceof UnreadableHit && reads >= maxUnread) {
        giveUpUnread(options, row, attempt);
        return;
      }
      store.change(row.id, { dueMs: clock.monotonic() + backoff(pace.read, reads, random), reads });
    }
    throw error;
  }
}

/**
 * Looks for an application that may have been sent, as one of a restored backup, before it is sent: it is done if the
 * directory has it, and refused if the directory has another open application for the same journal. Throws AppError if
 * the directory could not be asked.
 */
export async function lookUpRestored(
  options: LookUpParts & Pick<ApplicationParts, 'rules'>,
  client: DirectoryClient,
  row: StoredApplication,
  ask: AskOptions,
): Promise<void> {
  const { store, writer, rules, clock } = options;
  const { attempt } = requestOf(row, rules.dialect(row.accountId), isoNow({ clock }));
  let same: Found | null = null;
  let isOtherOpen = false;
  for await (const { seen } of candidates(store, client, row, attempt, ask)) {
    if (seen.journalId !== row.journalId && !hasLostJournal(seen, row)) continue;
    if (isSameContent(attempt.body, seen.record, row.kind)) same ??= seen;
    else if (!isClosed(seen.status) && seen.id !== attempt.remoteId) isOtherOpen = true;
  }
  const now = store.find(row.id);
  if (now?.sync !== 'queued' || now.hash !== row.hash) return;
  store.transaction(() => {
    // An Update Request replaces the open one for its journal.
    if (same) markFound(options, now, attempt, same);
    else if (isOtherOpen && row.kind === 'new')
      writer.refuse(row.id, writer.ownRefusal(row, 'already-open'), { hash: row.hash, state: 'refused' });
    else store.change(row.id, { mayBeSent: false });
  });
  writer.changed(row.accountId, [row.id]);
}

/** Reads the record that was to be changed; returns it if its content is as sent. */
async function findKnown(
  client: DirectoryClient,
  row: StoredApplication,
  attempt: SendingAttempt,
  ask: AskOptions,
): Promise<Found | 'gone' | null> {
  const seen = await readOwn(client, attempt.remoteId!, ask);
  if (seen.kind === 'gone') return 'gone';
  // A change of an Update Request ends the request for revisions (reference/directory-api-addenda.md 5.7).
  if (row.kind === 'update' && seen.status === 'revisions') return null;
  return isSameContent(attempt.body, seen.record, row.kind) ? seen : null;
}

/** Looks for a record that the request may have created, by ISSN among the account's applications. */
async function findNew(
  store: LookUpParts['store'],
  client: DirectoryClient,
  row: StoredApplication,
  attempt: SendingAttempt,
  ask: AskOptions,
): Promise<Found | null> {
  for await (const { seen, wasKnown } of candidates(store, client, row, attempt, ask))
    if (isFromAttempt(seen, row, attempt, wasKnown)) return seen;
  return null;
}

/**
 * Reads the account's records with the ISSNs of an application, or all if it has none, except closed ones of other drafts
 * and those that were decided before the application existed here.
 */
async function* candidates(
  store: LookUpParts['store'],
  client: DirectoryClient,
  row: StoredApplication,
  attempt: SendingAttempt,
  ask: AskOptions,
): AsyncGenerator<{ seen: Found; wasKnown: boolean }> {
  const ours = applicationSummary(attempt.body);
  const issns = [row.pissn, row.eissn, ours.pissn, ours.eissn].filter((issn) => issn !== '');
  const hits =
    issns.length > 0 ? await findOwnByIssn(client, issns, ask) : (await lookUpOwn(client, ask)).hits;
  const remotes = new Map(store.remotes(row.accountId).map((one) => [one.remoteId, one]));
  for (const hit of hits) {
    const known = remotes.get(hit.id);
    if (known && known.id !== row.id) {
      // A closed record cannot be the one that was just sent.
      if (isClosed(known.status) || known.kind !== row.kind) continue;
    }
    const seen = await readOwn(client, hit.id, ask);
    if (seen.kind !== 'found' || wasDecidedBefore(seen, row.createdAt)) continue;
    yield { seen, wasKnown: known !== undefined };
  }
}

/** Whoever proposes again what was decided once may send the same content. */
function wasDecidedBefore({ status, record }: Found, at: string): boolean {
  const updated = readInstant(getAt(record, 'last_updated'));
  return isDecided(status) && updated !== null && Date.parse(updated) < Date.parse(at) - clockSkew;
}

/** Returns true if the request created the record: same journal and content, or unknown to us and as new. */
function isFromAttempt(
  seen: Found,
  row: StoredApplication,
  attempt: SendingAttempt,
  wasKnown: boolean,
): boolean {
  const { kind } = row;
  const ours = applicationSummary(attempt.body);
  if (seen.journalId !== ours.journalId && !hasLostJournal(seen, row)) return false;
  if (isSameContent(attempt.body, seen.record, kind)) return true;
  const created = readInstant(getAt(seen.record, 'created_date'));
  const isSameJournal = kind === 'update' || applicationSummary(seen.record).title === ours.title;
  const isSince = created !== null && Date.parse(created) >= Date.parse(attempt.at) - clockSkew;
  return !wasKnown && isSince && isSameJournal;
}

/** A decided Update Request no longer names its journal (reference/directory-api.md 5.7). */
function hasLostJournal({ journalId, status }: Found, { kind }: StoredApplication): boolean {
  return kind === 'update' && journalId === null && isDecided(status);
}

function markFound(
  { store, writer }: LookUpParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  found: Found,
): void {
  const message = msg('applicationLife.event.foundThere', { what: whatOf(row.kind) });
  store.transaction(() => {
    writer.markSent(row, attempt, found.id, { event: { kind: 'settled', message }, readIn: null });
    writer.noteRemoteState(store.get(row.id), found, { isFollowing: false, wasSent: true });
  });
}

/** The directory may have the application, so it is not sent again before a person decides that. */
function giveUpUnread({ store, writer }: LookUpParts, { id }: StoredApplication, sent: SendingAttempt): void {
  const now = store.find(id);
  if (now?.sync !== 'unsure' || now.attempt?.at !== sent.at) return;
  store.transaction(() => {
    const { to } = outboxStep('applications', 'unsure', 'unreadable');
    writer.refuse(id, writer.ownRefusal(now, 'hit-unreadable'), { hash: sent.hash, state: to as 'failed' });
    store.change(id, { reads: 0 });
  });
  writer.changed(now.accountId, [id]);
}

/** Queues an application that was not found again, or fails it after enough attempts. */
function sendAgain(
  { store, writer, clock, pace, random }: LookUpParts,
  row: StoredApplication,
  { method, isLocked, hash }: SendingAttempt,
): void {
  const { id, attempts } = row;
  store.transaction(() => {
    if (outboxStep('applications', 'unsure', 'not found', attempts).to === 'failed') {
      const refusal = writer.ownRefusal(row, isLocked ? 'locked' : 'gave-up', { count: attempts });
      writer.refuse(id, refusal, { hash, state: 'failed' });
      store.change(id, { reads: 0 });
      return;
    }
    const dueMs = clock.monotonic() + backoff(pace.retry, attempts, random);
    // Should the directory store it after all, it would have a new one twice, while a change may be made twice.
    const lookUp = method === 'POST' ? { mayBeSent: true } : {};
    store.change(id, { sync: 'queued', attempt: null, dueMs, reads: 0, ...lookUp });
    const key = isLocked ? 'notThereLocked' : 'notThere';
    const message = msg(`applicationLife.event.${key}`, { what: whatOf(row.kind) });
    writer.addEvent(id, { kind: 'settled', message });
  });
}
