import { countWithMore } from '../../../shared/countFindings.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { ApplicationChange } from '../../store/applications/applicationRows.ts';
import type { ApplicationParts } from './applicationParts.ts';
import { isInFlight, underWay } from './applicationWriter.ts';
import type { SendingPlan } from './planApplications.ts';
import { whatOf } from './stepAfter.ts';

type QueueParts = Pick<ApplicationParts, 'store' | 'writer' | 'snapshots' | 'clock'>;

/** Applications of one account. */
export interface Chosen {
  accountId: string;
  ids: readonly number[];
}

/**
 * Queues what the plan does not hold back; AppError `state` if nothing is left, or if more values are ignored than the
 * user saw.
 */
export function queueApplications(
  options: QueueParts,
  accountId: string,
  { plans }: Pick<SendingPlan, 'plans'>,
  seenIgnored: number,
): number[] {
  const { store, writer, snapshots, clock } = options;
  const going = plans.filter((plan) => plan.action !== 'held-back');
  if (going.length === 0) throw nothingToSend(plans[0]?.message);
  const ignored = going.reduce((sum, plan) => sum + countWithMore(plan.ignored), 0);
  if (ignored > seenIgnored) throw moreIgnored(ignored);
  const dueMs = clock.monotonic();
  const queued = store.transaction(() =>
    going.flatMap((plan) => {
      // Another window may have sent it since it was planned.
      if (underWay.includes(store.get(plan.id).sync)) return [];
      snapshots.forget(plan.id);
      const seenIgnored = countWithMore(plan.ignored);
      store.change(plan.id, { ...beginsQueue, dueMs, seenIgnored });
      writer.addEvent(plan.id, { kind: 'queued', message: msg('applicationLife.event.queued') });
      return [plan.id];
    }),
  );
  if (queued.length === 0) {
    const message = msg('applicationLife.plan.inQueue', { what: whatOf(going[0]!.kind) });
    throw nothingToSend(message);
  }
  writer.changed(accountId, queued);
  return queued;
}

const beginsQueue = { sync: 'queued', attempts: 0, attempt: null, reads: 0 } as const;

/** Queues what colleagues in the office planned and queued; returns the ids of those that were not under way here. */
export function adoptQueued(
  { store, writer, snapshots, clock }: QueueParts,
  given: readonly { id: number; person: string; seenIgnored: number }[],
  noting: (ids: number[]) => void,
): number[] {
  return store.transaction(() => {
    const adopted = given.filter(({ id }) => {
      const row = store.find(id);
      return row !== null && !underWay.includes(row.sync) && row.trashedAt === null;
    });
    for (const { id, person, seenIgnored } of adopted) {
      snapshots.forget(id);
      store.change(id, { ...beginsQueue, dueMs: clock.monotonic(), seenIgnored });
      writer.addEvent(id, { kind: 'queued', message: msg('applicationLife.event.queuedBy', { person }) });
    }
    const ids = adopted.map(({ id }) => id);
    noting(ids);
    return ids;
  });
}

/** Sends applications that wait for a snapshot without one; returns how many. */
export function sendUnkept(options: QueueParts, chosen: Chosen): number {
  const { clock, snapshots } = options;
  return changeQueued(options, chosen, 'unkept', (id) => {
    if (!snapshots.isWaiting(id)) return null;
    snapshots.release(id);
    return { dueMs: clock.monotonic() };
  });
}

/** Cancels queued applications; returns how many. */
export function cancelQueued(options: QueueParts, chosen: Chosen): number {
  return changeQueued(options, chosen, 'cancelled', (id) => {
    options.snapshots.forget(id);
    return { sync: 'settled', attempts: 0, dueMs: 0, attempt: null };
  });
}

/**
 * Cancels the account's applications that were removed from the office's queue, except those whose request is under
 * way.
 */
export function cancelTakenOut(
  options: QueueParts & Pick<ApplicationParts, 'takenOut'>,
  accountId: string,
): void {
  const { store, takenOut } = options;
  for (const id of takenOut) {
    const row = store.find(id);
    if (row && (row.accountId !== accountId || isInFlight(row.sync))) continue;
    takenOut.delete(id);
    cancelQueued(options, { accountId, ids: [id] });
  }
}

/** Changes queued applications and adds an event to each; `changeOf` returns null to leave one unchanged. */
function changeQueued(
  { store, writer }: QueueParts,
  { accountId, ids }: Chosen,
  event: 'unkept' | 'cancelled',
  changeOf: (id: number) => ApplicationChange | null,
): number {
  const changed = store.transaction(() =>
    ids.filter((id) => {
      const row = store.find(id);
      const isQueued = row?.accountId === accountId && row.sync === 'queued';
      const change = isQueued ? changeOf(id) : null;
      if (change === null) return false;
      store.change(id, change);
      writer.addEvent(id, { kind: 'queued', message: msg(`applicationLife.event.${event}`) });
      return true;
    }),
  );
  if (changed.length > 0) writer.changed(accountId, changed);
  return changed.length;
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
