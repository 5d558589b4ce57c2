import { AppError } from '../../../shared/errors.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import {
  type DeleteOutcome,
  deleteApplicationRequest,
  readDeleted,
} from '../../remote/applicationRequests.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { toVerify } from '../../store/claims.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { goneChange, noteRemoteState, underWay } from './noteRemoteState.ts';
import { readOwn } from './ownApplications.ts';
import { snapshotBeforeOverwrite } from './snapshots.ts';
import { whatOf } from './stepAfter.ts';

/**
 * Withdraws an application at the directory, which is kept as it was there; the draft stays here. From the moment when
 * the request leaves it is not called sent before its outcome is stored or it was read back. AppError `state` where there
 * is nothing to withdraw or an editor has it, and as `problemOf` where the directory cannot be asked.
 */
export async function withdraw(deps: ApplicationDeps, row: StoredApplication): Promise<void> {
  const { accountId, remoteId } = row;
  const what = whatOf(row.kind);
  if (underWay.includes(row.sync)) throw problem('underWay', what);
  if (remoteId === null || row.status === 'gone') throw problem('nothingThere', what);
  const client = deps.directory.client(accountId);
  const before = await readOwn(client, remoteId, {});
  if (before.kind === 'silent') throw unread(before.error, what);
  if (before.kind === 'gone') return settle(deps, row, before, true);
  snapshotBeforeOverwrite(deps, row, { remoteId, record: before.record, why: 'withdrawn' });
  const sentHash = row.sentHash === null ? null : toVerify;
  const readMs = deps.clock.now() + deps.pace.timeoutDelay;
  deps.store.change(row.id, { sentHash, readMs, reads: 0, sync: 'settled' });
  const outcome = readDeleted(await client.ask(deleteApplicationRequest(remoteId)));
  const isGone = outcome.kind === 'unsure' ? await isGoneNow() : false;
  settle(deps, row, outcome, isGone);

  /** No answer: the record tells whether it was withdrawn. */
  async function isGoneNow(): Promise<boolean> {
    const seen = await readOwn(client, remoteId!, {});
    if (seen.kind === 'found') noteRemoteState(deps, deps.store.get(row.id), seen, { isFollowing: false });
    return seen.kind === 'gone';
  }
}

function settle(
  deps: ApplicationDeps,
  row: StoredApplication,
  outcome: DeleteOutcome,
  isGone: boolean,
): void {
  const what = whatOf(row.kind);
  const isUnknown = outcome.kind === 'unsure' && !isGone;
  if (outcome.kind === 'problem') {
    deps.store.change(row.id, { sentHash: row.sentHash, readMs: row.readMs, sync: 'settled' });
  } else if (isUnknown) deps.store.change(row.id, { readMs: deps.clock.now() });
  if (outcome.kind === 'not-now') {
    // Its status here was old: the next look tells which one it has.
    deps.store.change(row.id, { sentHash: row.sentHash, readMs: deps.clock.now(), sync: 'settled' });
    throw new AppError('state', msg('applicationLife.refusal.not-now.message', { what }), {
      fix: msg('applicationLife.problem.notNow.fix'),
      details: outcome.words,
    });
  }
  if (outcome.kind === 'problem' || isUnknown) throw outcome.error;
  const at = isoNow(deps);
  const isDeleted = outcome.kind !== 'gone';
  const message = msg(`applicationLife.event.${isDeleted ? 'deleted' : 'gone'}`, { what });
  deps.store.transaction(() => {
    deps.store.change(row.id, { ...goneChange, status: 'gone', statusAt: at, checkedAt: at });
    deps.store.addEvent(row.id, { at, kind: isDeleted ? 'deleted' : 'gone', status: 'gone', message });
  });
  changed(deps, row.accountId, [row.id]);
}

/** Nothing is withdrawn without a snapshot. */
function unread(error: AppError, what: Message): AppError {
  return new AppError(error.code, msg('versions.unread.message', { what }), {
    why: error.problem,
    fix: error.fix,
    details: error.details,
  });
}

function problem(key: 'underWay' | 'nothingThere', what: Message): AppError {
  return new AppError('state', msg(`applicationLife.problem.${key}.message`, { what }), {
    fix: msg(`applicationLife.problem.${key}.fix`, { what }),
  });
}
