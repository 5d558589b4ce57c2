import { createHash } from 'node:crypto';
import { hasLeft } from '../../../shared/application/applicationStatus.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { fail } from '../../platform/failures.ts';
import type { Confirmed } from '../../platform/plans.ts';
import {
  deleteApplicationRequest,
  readApplication,
  readApplicationRequest,
} from '../../remote/applicationRequests.ts';
import { type DeleteOutcome, readDeleted } from '../../remote/deleteAnswer.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { toVerify } from '../../store/claims.ts';
import type { ApplicationParts } from './applicationParts.ts';
import { isInFlight, isSentSince, underWay } from './applicationWriter.ts';
import { isSameContent } from './sameContent.ts';
import { snapshotBeforeOverwrite } from './sending/snapshots.ts';
import { whatOf } from './stepAfter.ts';

type WithdrawParts = Pick<ApplicationParts, 'store' | 'versions' | 'writer' | 'clock' | 'pace'>;

/** What a person is asked to confirm: an application, and its record at the directory as it was read last. */
export interface Withdrawal {
  id: number;
  /** As `recordThere` returns it. */
  print: string;
}

/** A text that differs once the record at the directory, as far as it was read, does. */
export function recordThere({ remoteId, stored }: Pick<StoredApplication, 'remoteId' | 'stored'>): string {
  return createHash('sha256')
    .update(JSON.stringify([remoteId, stored]))
    .digest('base64');
}

/**
 * Withdraws an application at the directory, keeping its record as a version; our draft stays. While the outcome is unknown
 * it does not count as sent. AppError `state` if it cannot be withdrawn, or as `problemOf`.
 */
export async function withdraw(
  options: WithdrawParts,
  client: DirectoryClient,
  asked: StoredApplication,
  { listed }: Confirmed<Withdrawal>,
): Promise<void> {
  const { store, writer, clock, pace } = options;
  const what = whatOf(asked.kind);
  const check = (row: StoredApplication) => {
    const { remoteId } = row;
    if (underWay.includes(row.sync)) throw problem('underWay', what);
    if (remoteId === null || hasLeft(row.status)) throw problem('nothingThere', what);
    // It was read again, or sent again, after the user was asked.
    if (listed.print !== recordThere(row)) throw problem('changedThere', what);
    return { ...row, remoteId };
  };
  const { remoteId } = check(asked);
  const read = async () => readApplication(await client.ask(readApplicationRequest(remoteId)), remoteId);
  const before = await read();
  if (before.kind === 'silent') throw unread(before.error, what);
  // Another window, or a colleague, may have queued it meanwhile.
  const row = check(store.get(asked.id));
  if (before.kind === 'gone') return settle(options, row, before);
  // A colleague may have replaced it under the same id: what was never shown here is not withdrawn.
  if (row.stored !== null && !isSameContent(row.stored, before.record, row.kind)) {
    writer.noteRemoteState(row, before, { isFollowing: false });
    writer.changed(row.accountId, [row.id]);
    throw problem('changedThere', what);
  }
  snapshotBeforeOverwrite(options, row, { remoteId, record: before.record, why: 'withdrawn' });
  const sentHash = row.sentHash === null ? null : toVerify;
  store.change(row.id, {
    sentHash,
    readMs: clock.monotonic() + pace.timeoutDelay,
    reads: 0,
    sync: 'settled',
  });
  const outcome = readDeleted(await client.ask(deleteApplicationRequest(remoteId)));
  if (outcome.kind !== 'unsure' && outcome.kind !== 'gone') return settle(options, row, outcome);
  // Without an answer, the record shows whether it was withdrawn; "not found" may also mean that this account may not do it.
  const after = await read();
  const now = store.find(row.id);
  if (after.kind === 'found' && now !== null && !isSentSince(row, now))
    writer.noteRemoteState(now, after, { isFollowing: false });
  if (outcome.kind === 'unsure') settle(options, row, after.kind === 'gone' ? { kind: 'deleted' } : outcome);
  else if (after.kind === 'gone') settle(options, row, outcome);
  else if (after.kind === 'silent') settle(options, row, { kind: 'unsure', error: after.error });
  else settle(options, row, { kind: 'problem', error: problem('notAllowed', what) });
}

/** Stores the outcome. The application may have been queued and sent again while its DELETE had no answer. */
function settle(options: WithdrawParts, row: StoredApplication, outcome: DeleteOutcome): void {
  const { store, clock } = options;
  const what = whatOf(row.kind);
  switch (outcome.kind) {
    case 'problem':
      keep(options, row, row.readMs);
      throw outcome.error;
    case 'unsure':
      store.change(row.id, { readMs: clock.monotonic() });
      throw outcome.error;
    case 'not-now':
      // Our status was outdated: the record is read again at once.
      keep(options, row, clock.monotonic());
      throw new AppError('state', msg('applicationLife.refusal.not-now.message', { what }), {
        fix: msg('applicationLife.problem.notNow.fix'),
        details: outcome.words,
      });
    case 'deleted':
    case 'gone':
      markWithdrawn(options, row, outcome.kind);
  }
}

/** It was not withdrawn: it counts as sent again, unless something else became of it meanwhile. */
function keep({ store }: WithdrawParts, row: StoredApplication, readMs: number | null): void {
  const now = store.find(row.id);
  if (now === null || now.remoteId !== row.remoteId || now.sentAt !== row.sentAt) return;
  if (hasLeft(now.status)) return;
  const sync = underWay.includes(now.sync) ? {} : ({ sync: 'settled' } as const);
  store.change(row.id, { sentHash: row.sentHash, readMs, ...sync });
}

function markWithdrawn(
  { store, writer, clock }: WithdrawParts,
  row: StoredApplication,
  kind: 'deleted' | 'gone',
): void {
  const { id, accountId } = row;
  const now = store.find(id);
  // It may be about another record by now.
  if (now === null || now.remoteId !== row.remoteId) return;
  const event = { kind, message: msg(`applicationLife.event.${kind}`, { what: whatOf(row.kind) }) };
  store.transaction(() => {
    if (!isInFlight(now.sync)) writer.markGone(now, event, kind === 'deleted' ? 'withdrawn' : 'gone');
    else {
      // Its answer, or a look-up, tells what became of the record, which is read after that.
      store.change(id, { readMs: clock.monotonic() });
      if (kind === 'deleted') writer.addEvent(id, event);
    }
  });
  writer.changed(accountId, [id]);
}

/** Nothing is withdrawn without a snapshot. */
function unread(error: AppError, what: Message): AppError {
  return new AppError(error.code, msg('versions.unread.message', { what }), {
    why: error.problem,
    fix: error.fix,
    details: error.details,
  });
}

function problem(key: 'underWay' | 'nothingThere' | 'changedThere' | 'notAllowed', what: Message): AppError {
  return fail(`applicationLife.problem.${key}`, { what });
}
