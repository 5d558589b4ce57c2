import { AppError } from '../../../shared/errors.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { underWay } from './noteRemoteState.ts';
import type { OpenRequests } from './openRequests.ts';
import { planApplications } from './planApplications.ts';
import type { Snapshots } from './snapshots.ts';
import { whatOf } from './stepAfter.ts';

/**
 * Queues the applications that the plan does not hold back, and returns their ids. AppError `key_missing`, and `state` if
 * nothing would be sent, or if there are more ignored values than the user saw.
 */
export async function queueApplications(
  deps: ApplicationDeps,
  opens: OpenRequests,
  snapshots: Snapshots,
  { accountId, ids, seenIgnored }: { accountId: string; ids: readonly number[]; seenIgnored: number },
): Promise<number[]> {
  const { store } = deps;
  if ((await deps.key(accountId)) === null) throw keyMissing();
  const { plans } = await planApplications(deps, opens, { accountId, ids, isLocal: true });
  const going = plans.filter((plan) => plan.action !== 'held-back');
  if (going.length === 0) throw nothingToSend(plans[0]?.message);
  const ignored = going.reduce((sum, plan) => sum + plan.ignored.length, 0);
  if (ignored > seenIgnored) throw moreIgnored(ignored);
  const at = isoNow(deps);
  const queued = store.transaction(() =>
    going.flatMap((plan) => {
      // While it was planned, another window may have sent it.
      if (underWay.includes(store.get(plan.id).sync)) return [];
      snapshots.forget(plan.id);
      store.change(plan.id, {
        sync: 'queued',
        attempts: 0,
        dueMs: deps.clock.now(),
        attempt: null,
        reads: 0,
        seenIgnored: plan.ignored.length,
      });
      store.addEvent(plan.id, { at, kind: 'queued', message: msg('applicationLife.event.queued') });
      return [plan.id];
    }),
  );
  if (queued.length === 0) throw nothingToSend(inQueue(going[0]!));
  changed(deps, accountId, queued);
  return queued;
}

/** Sends applications that wait for a snapshot without it, and returns their ids. */
export function queueUnkept(
  deps: ApplicationDeps,
  snapshots: Snapshots,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): number[] {
  const { store } = deps;
  const at = isoNow(deps);
  const waiting = ids.filter((id) => {
    const row = store.find(id);
    return row?.accountId === accountId && row.sync === 'queued' && snapshots.isWaiting(id);
  });
  for (const id of waiting) {
    snapshots.release(id);
    store.transaction(() => {
      store.change(id, { dueMs: deps.clock.now() });
      store.addEvent(id, { at, kind: 'queued', message: msg('applicationLife.event.unkept') });
    });
  }
  if (waiting.length > 0) changed(deps, accountId, waiting);
  return waiting;
}

/** Cancels applications that are still queued, and returns their ids. */
export function cancelQueued(
  deps: ApplicationDeps,
  snapshots: Snapshots,
  { accountId, ids }: { accountId: string; ids: readonly number[] },
): number[] {
  const { store } = deps;
  const at = isoNow(deps);
  const cancelled = store.transaction(() =>
    ids.filter((id) => {
      const row = store.find(id);
      if (row?.accountId !== accountId || row.sync !== 'queued') return false;
      snapshots.forget(id);
      store.change(id, { sync: 'settled', attempts: 0, dueMs: 0, attempt: null });
      store.addEvent(id, { at, kind: 'queued', message: msg('applicationLife.event.cancelled') });
      return true;
    }),
  );
  if (cancelled.length > 0) changed(deps, accountId, cancelled);
  return cancelled;
}

function keyMissing(): AppError {
  return new AppError('key_missing', msg('directory.problem.keyMissing.message'), {
    fix: msg('directory.problem.keyMissing.fix'),
  });
}

function inQueue({ kind }: Pick<StoredApplication, 'kind'>): Message {
  return msg('applicationLife.plan.inQueue', { what: whatOf(kind) });
}

function nothingToSend(first: Message | undefined): AppError {
  return new AppError('state', msg('applicationLife.problem.nothing.message'), {
    why: first ?? null,
    fix: msg('applicationLife.problem.nothing.fix'),
  });
}

function moreIgnored(count: number): AppError {
  return new AppError('state', msg('applicationLife.problem.moreIgnored.message', { count }), {
    fix: msg('applicationLife.problem.moreIgnored.fix'),
  });
}
