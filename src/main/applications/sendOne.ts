import { applicationHash, applicationToWire } from '../../shared/application/application.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import { backoff } from '../outbox/backoff.ts';
import { isoNow } from '../platform/clock.ts';
import {
  createApplicationRequest,
  readSent,
  updateApplicationRequest,
} from '../remote/applicationRequests.ts';
import type { AskOptions, DirectoryRequest } from '../remote/directoryClient.ts';
import type { DerivedApplication } from '../store/applications/applicationColumns.ts';
import type { SendingAttempt, StoredApplication } from '../store/applications/applicationRows.ts';
import { type ApplicationParts, changed, derive } from './applicationParts.ts';
import { editableNow } from './decidePlan.ts';
import { type Keeping, keepApplication } from './keepApplication.ts';
import { noteSeen } from './noteState.ts';
import { readOwn } from './ownApplications.ts';
import { ignoredOf } from './planApplications.ts';
import { addOnce, ownRefusal, refuse, settleSent } from './settleSent.ts';
import { type Consequence, type SentOutcome, whatOf } from './steps.ts';

/** An application that was claimed from the queue, and the request about to go out. */
export interface ApplicationClaim {
  id: number;
  accountId: string;
  attempt: SendingAttempt;
  request: DirectoryRequest;
  requestId: number;
}

/**
 * Marks a queued application as being sent and keeps its request, in one transaction, before anything goes out; null where
 * it is not queued any more, or was edited since so that it stays here.
 */
export function claimToSend(parts: ApplicationParts, id: number): ApplicationClaim | null {
  const { store } = parts;
  const row = store.find(id);
  if (row?.sync !== 'queued') return null;
  const derived = derive(parts, row.accountId, row.record, row.base);
  // The account may speak another dialect by now.
  if (derived.columns.hash !== row.hash) store.rederive(id, derived);
  const held = holdBack(parts, row, derived);
  if (held !== null) {
    const refusal = ownRefusal(parts, row, 'held-back', { reason: held });
    store.transaction(() => refuse(parts, row, refusal, { hash: derived.columns.hash, state: 'refused' }));
    changed(parts, row.accountId, [id]);
    return null;
  }
  const { attempt, request } = requestOf(parts, row);
  const requestId = store.transaction(() => {
    store.change(id, { sync: 'sending', attempts: row.attempts + 1, attempt });
    return parts.directory.client(row.accountId).begin(request, null);
  });
  changed(parts, row.accountId, [id]);
  return { id, accountId: row.accountId, attempt, request, requestId };
}

/**
 * Whatever an application would be sent over, our own or the open Update Request that the directory would overwrite, is
 * read and kept before. A plain one that was sent back would be stored a second time (reference/directory-api.md 5.7), so
 * that its state counts, too; everything else is judged by the directory itself. Answers the error where it cannot be read,
 * and then it waits, unless the person wants it to go without.
 */
export async function lookBefore(
  parts: ApplicationParts,
  id: number,
  options: AskOptions & { openAbout: (row: StoredApplication) => string | null; keeping: Keeping },
): Promise<AppError | null> {
  const { openAbout, keeping, ...ask } = options;
  const row = parts.store.find(id);
  if (row?.sync !== 'queued') return null;
  const ownId = row.status === 'gone' ? null : row.remoteId;
  const remoteId = ownId ?? openAbout(row);
  if (remoteId === null) return null;
  const seen = await readOwn(parts.directory.client(row.accountId), remoteId, ask);
  const now = parts.store.find(id);
  if (now?.sync !== 'queued') return null;
  if (seen.kind === 'silent') {
    if (keeping.mayGoWithout(id)) return null;
    sayWaiting(parts, now, seen.error);
    keeping.waits(id);
    const reads = now.reads + 1;
    const pause = backoff(parts.pace.read, reads, parts.random);
    parts.store.change(id, { reads, dueMs: parts.clock.now() + pause });
    return seen.error;
  }
  keeping.settled(id);
  if (seen.kind === 'found')
    keepApplication(parts, now, { remoteId, record: seen.record, why: 'overwritten' });
  if (ownId === null || now.kind !== 'new') return null;
  // What is not there any more is not made anew without being asked.
  if (seen.kind === 'gone') parts.store.change(id, { sync: 'settled', attempts: 0, dueMs: 0 });
  noteSeen(parts, parts.store.get(id), seen, { isFollowing: true });
  changed(parts, row.accountId, [id]);
  return null;
}

/** The timeline says once why nothing goes out; having no connection is said elsewhere. */
function sayWaiting(parts: ApplicationParts, row: StoredApplication, error: AppError): void {
  if (error.code === 'offline' || error.code === 'rate_limited' || error.code === 'cancelled') return;
  const words = { what: whatOf(row.kind), words: error.problem };
  addOnce(parts, row.id, {
    at: isoNow(parts),
    kind: 'queued',
    message: msg('applicationLife.event.keeping', words),
  });
  changed(parts, row.accountId, [row.id]);
}

/** The request that sends an application: over our own record where there is one, else a new one. */
export function requestOf(
  parts: Pick<ApplicationParts, 'account' | 'clock'>,
  row: Pick<StoredApplication, 'accountId' | 'record' | 'remoteId' | 'status'>,
): { attempt: SendingAttempt; request: DirectoryRequest } {
  const body = applicationToWire(row.record, parts.account(row.accountId).dialect);
  const text = JSON.stringify(body);
  const remoteId = row.status === 'gone' ? null : row.remoteId;
  const request =
    remoteId === null ? createApplicationRequest(text) : updateApplicationRequest(remoteId, text);
  const method = remoteId === null ? 'POST' : 'PUT';
  const attempt = {
    method,
    remoteId,
    hash: applicationHash(body),
    at: isoNow(parts),
    body,
    isLocked: false,
  } as const;
  return { attempt, request };
}

/** Sends what was claimed, and writes down what became of it. */
export async function sendClaim(
  parts: ApplicationParts,
  claim: ApplicationClaim,
  signal: AbortSignal,
): Promise<Consequence> {
  const { id, accountId, attempt, request, requestId } = claim;
  const outcome = await perform();
  const looked = outcome.kind === 'not-now' ? await lookWhy() : outcome;
  const row = parts.store.find(id);
  return row ? settleSent(parts, row, attempt, looked) : {};

  async function perform(): Promise<SentOutcome> {
    try {
      const answer = await parts.directory.client(accountId).perform(request, requestId, signal);
      return readSent(answer, attempt.method);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'key_missing')) throw error;
      return { kind: 'key-refused', words: '' };
    }
  }

  /** "Not now" means an editor, or checks that are over in a moment: the record tells. */
  async function lookWhy(): Promise<SentOutcome> {
    if (attempt.remoteId === null) return outcome;
    try {
      const client = parts.directory.client(accountId);
      const seen = await readOwn(client, attempt.remoteId, { priority: 'bulk', signal });
      const row = parts.store.find(id);
      if (row === null || seen.kind !== 'found') return outcome;
      noteSeen(parts, row, seen, { isFollowing: true });
      return parts.store.get(id).status === 'checking' ? { kind: 'checking' } : outcome;
    } catch {
      return outcome;
    }
  }
}

/** Why an application that was edited while it waited cannot be sent; null if it can. */
function holdBack(
  parts: ApplicationParts,
  row: StoredApplication,
  { findings }: DerivedApplication,
): Message | null {
  const error = findings.find((finding) => finding.severity === 'error');
  if (error) return error.message;
  const { dialect } = parts.account(row.accountId);
  const isStoredTwice = row.kind === 'new' && row.remoteId !== null && row.status === 'revisions';
  if (isStoredTwice) return editableNow(row.kind, row.status, dialect).why;
  const isMore = ignoredOf(row, findings, dialect).length > row.seenIgnored;
  return isMore ? ownRefusal(parts, row, 'unseen-ignored').message : null;
}
