import { applicationSummary } from '../../../shared/application/application.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { outboxStep } from '../../../shared/upload/outboxSteps.ts';
import type { AskOptions, DirectoryClient } from '../../remote/directoryClient.ts';
import type { SendingAttempt, StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import { backoff } from '../backoff.ts';
import type { ApplicationPace } from '../outboxPace.ts';
import { type ApplicationWriter, settledStatuses } from './applicationWriter.ts';
import { findOwnByIssn, listOwn, readOwn } from './ownApplications.ts';
import { isSameContent } from './sameContent.ts';
import { whatOf } from './stepAfter.ts';

export interface LookUpOptions {
  store: ApplicationStore;
  writer: ApplicationWriter;
  clock: { now(): number };
  random: () => number;
  pace: Pick<ApplicationPace, 'indexDelay' | 'read' | 'retry'>;
}

/** Clocks differ: a record dated so much before the request may still come from it, in milliseconds. */
const clockSkew = 60_000;

type Found = Extract<Awaited<ReturnType<typeof readOwn>>, { kind: 'found' }>;

/** Nobody waits for an answer about this application any more: it is looked up. */
export function makeUnclear(
  { store, writer, clock, pace }: LookUpOptions,
  { id, attempt, kind }: StoredApplication,
  why: 'lost' | 'ended',
): void {
  if (attempt === null) {
    store.change(id, { sync: 'queued', dueMs: clock.now() });
    return;
  }
  const message = msg(`applicationLife.event.unsure.${why}`, { what: whatOf(kind) });
  store.transaction(() => {
    store.change(id, { sync: 'unsure', dueMs: clock.now() + pace.indexDelay });
    writer.addEvent(id, { kind: 'unsure', message });
  });
}

/**
 * Looks up an unclear application: if the directory has it as it was sent, it is done; otherwise it is queued again, and
 * given up after five requests. Throws AppError if the directory could not be asked.
 */
export async function lookUpApplication(
  options: LookUpOptions,
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
    // It was looked up elsewhere meanwhile, and may be unclear again after another request.
    if (now?.sync !== 'unsure' || now.attempt?.at !== attempt.at) return;
    if (found === 'gone') markGone(options, now);
    else if (found) markFound(options, now, attempt, found);
    // Before its time a look-up counts only if it finds the record, which search may not show yet.
    else if (now.reads === 0 && clock.now() < now.dueMs) return;
    else sendAgain(options, now, attempt);
    writer.changed(row.accountId, [row.id]);
  } catch (error) {
    if (error instanceof AppError) {
      const reads = row.reads + 1;
      store.change(row.id, { dueMs: clock.now() + backoff(pace.read, reads, random), reads });
    }
    throw error;
  }
}

/** Reads the record that was to be changed, and returns it if it is as it was sent. */
async function findKnown(
  client: DirectoryClient,
  row: StoredApplication,
  attempt: SendingAttempt,
  ask: AskOptions,
): Promise<Found | 'gone' | null> {
  const seen = await readOwn(client, attempt.remoteId!, ask);
  if (seen.kind === 'gone') return 'gone';
  return isSameContent(attempt.body, seen.record, row.kind) ? seen : null;
}

/** Looks for a record that the request may have created, by the journal's ISSNs among the account's own. */
async function findNew(
  store: Pick<ApplicationStore, 'remotes'>,
  client: DirectoryClient,
  row: StoredApplication,
  attempt: SendingAttempt,
  ask: AskOptions,
): Promise<Found | null> {
  const ours = applicationSummary(attempt.body);
  const issns = [row.pissn, row.eissn, ours.pissn, ours.eissn].filter((issn) => issn !== '');
  const hits = issns.length > 0 ? await findOwnByIssn(client, issns, ask) : (await listOwn(client, ask)).hits;
  const remotes = new Map(store.remotes(row.accountId).map((one) => [one.remoteId, one]));
  for (const hit of hits) {
    const known = remotes.get(hit.id);
    if (known && known.id !== row.id) {
      // A record that was decided before cannot be the one that was just sent.
      const isDecided = known.status !== null && settledStatuses.includes(known.status);
      if (isDecided || known.kind !== row.kind) continue;
    }
    const seen = await readOwn(client, hit.id, ask);
    if (seen.kind === 'found' && isFromAttempt(seen, row, attempt, known !== undefined)) return seen;
  }
  return null;
}

/** Returns true if the request created the record: it has the same journal and content, or it is unknown here and as young. */
function isFromAttempt(
  seen: Found,
  { kind }: StoredApplication,
  attempt: SendingAttempt,
  wasKnown: boolean,
): boolean {
  const ours = applicationSummary(attempt.body);
  if (seen.journalId !== ours.journalId) return false;
  if (isSameContent(attempt.body, seen.record, kind)) return true;
  const created = Date.parse(String(getAt(seen.record, 'created_date') ?? ''));
  const isSameJournal = kind === 'update' || applicationSummary(seen.record).title === ours.title;
  return !wasKnown && created >= Date.parse(attempt.at) - clockSkew && isSameJournal;
}

function markFound(
  { store, writer }: LookUpOptions,
  row: StoredApplication,
  attempt: SendingAttempt,
  found: Found,
): void {
  const message = msg('applicationLife.event.foundThere', { what: whatOf(row.kind) });
  store.transaction(() => {
    writer.markSent(row, attempt, found.id, { event: { kind: 'settled', message }, readIn: null });
    writer.noteRemoteState(store.get(row.id), found, { isFollowing: false });
  });
}

function markGone({ store, writer }: LookUpOptions, row: StoredApplication): void {
  const message = msg('applicationLife.event.gone', { what: whatOf(row.kind) });
  store.transaction(() => writer.markGone(row, { kind: 'gone', message }));
}

/** It was not found: it is queued again, or failed after enough attempts. */
function sendAgain(
  { store, writer, clock, pace, random }: LookUpOptions,
  row: StoredApplication,
  { isLocked, hash }: SendingAttempt,
): void {
  const { id, attempts } = row;
  store.transaction(() => {
    if (outboxStep('applications', 'unsure', 'not found', attempts).to === 'failed') {
      const refusal = writer.ownRefusal(row, isLocked ? 'locked' : 'gave-up', { count: attempts });
      writer.refuse(id, refusal, { hash, state: 'failed' });
      store.change(id, { reads: 0 });
      return;
    }
    const dueMs = clock.now() + backoff(pace.retry, attempts, random);
    store.change(id, { sync: 'queued', attempt: null, dueMs, reads: 0 });
    const key = isLocked ? 'notThereLocked' : 'notThere';
    const message = msg(`applicationLife.event.${key}`, { what: whatOf(row.kind) });
    writer.addEvent(id, { kind: 'settled', message });
  });
}
