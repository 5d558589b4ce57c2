import { countWithMore } from '../../../../shared/countFindings.ts';
import { AppError } from '../../../../shared/errors.ts';
import { type Message, msg } from '../../../../shared/message.ts';
import type { Since } from '../../../../shared/plan.ts';
import type { Confirmed } from '../../../platform/plans.ts';
import type { ApplicationChange } from '../../../store/applications/applicationRows.ts';
import { createSince } from '../../../store/drafts/listedDrafts.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { underWay } from '../applicationWriter.ts';
import { type ApplicationsPlan, printOf, type SendingPlan } from '../planApplications.ts';
import { whatOf } from '../stepAfter.ts';

type QueueParts = Pick<ApplicationParts, 'store' | 'writer' | 'snapshots' | 'opens' | 'clock'>;

/** Applications of one account. */
export interface Chosen {
  accountId: string;
  ids: readonly number[];
}

/**
 * Queues what a person confirmed, as far as it is still so in `plans`, which were made just now. AppError `state` if
 * nothing is left.
 */
export function queueApplications(
  options: QueueParts,
  { listed: { accountId, toSend } }: Confirmed<ApplicationsPlan>,
  { plans }: Pick<SendingPlan, 'plans'>,
): { queued: number[]; since: Since } {
  const { store, writer, snapshots, clock } = options;
  const going = plans.filter(
    (plan) => plan.action !== 'held-back' && toSend.get(plan.id)?.print === printOf(store, plan),
  );
  if (going.length === 0) {
    const held = plans.find(({ action }) => action === 'held-back');
    throw nothingToSend(
      held?.message ?? (toSend.size > 0 ? msg('applicationLife.problem.nothing.changed') : undefined),
    );
  }
  const dueMs = clock.monotonic();
  const queued = store.transaction(() =>
    going.flatMap((plan) => {
      const { sync, hash } = store.get(plan.id);
      // Another window may have sent it since it was planned.
      if (underWay.includes(sync)) return [];
      snapshots.forget(plan.id);
      const seenIgnored = countWithMore(plan.ignored);
      const confirmedOpenId = plan.action === 'overwrite' ? plan.open!.remoteId : null;
      store.change(plan.id, { ...beginsQueue, dueMs, seenIgnored, confirmedHash: hash, confirmedOpenId });
      writer.addEvent(plan.id, { kind: 'queued', message: msg('applicationLife.event.queued') });
      return [plan.id];
    }),
  );
  if (queued.length === 0) {
    const message = msg('applicationLife.plan.inQueue', { what: whatOf(going[0]!.kind) });
    throw nothingToSend(message);
  }
  writer.changed(accountId, queued);
  const { since, changed } = createSince();
  const isQueued = new Set(queued);
  for (const [id, { title }] of toSend) if (!isQueued.has(id)) changed(title);
  for (const { id, title, action } of plans) if (action !== 'held-back' && !toSend.has(id)) changed(title);
  return { queued, since };
}

const beginsQueue = { sync: 'queued', isCancelled: false, attempts: 0, attempt: null, reads: 0 } as const;

/** Queues what colleagues in the office planned and queued; returns the ids of those that were not under way here. */
export function adoptQueued(
  { store, writer, snapshots, opens, clock }: QueueParts,
  given: readonly {
    id: number;
    person: string;
    seenIgnored: number;
    content: string;
    openId: string | null;
  }[],
  noting: (ids: number[]) => void,
): number[] {
  return store.transaction(() => {
    const adopted = given.filter(({ id }) => {
      const row = store.find(id);
      return row !== null && !underWay.includes(row.sync) && row.trashedAt === null;
    });
    for (const { id, person, seenIgnored, content, openId } of adopted) {
      snapshots.forget(id);
      // The colleague may have seen more than was found here.
      opens.forget(store.get(id));
      const confirmed = { seenIgnored, confirmedHash: content, confirmedOpenId: openId };
      store.change(id, { ...beginsQueue, ...confirmed, dueMs: clock.monotonic() });
      writer.addEvent(id, { kind: 'queued', message: msg('applicationLife.event.queuedBy', { person }) });
    }
    const ids = adopted.map(({ id }) => id);
    noting(ids);
    return ids;
  });
}

/** What a person is asked to confirm: applications that wait for a snapshot of what they overwrite. */
export interface UnkeptPlan {
  accountId: string;
  /** `content`: what is sent, as `confirmedHash`. */
  waiting: ReadonlyMap<number, { content: string | null; title: string }>;
}

export function listUnkept(
  { store, snapshots }: Pick<QueueParts, 'store' | 'snapshots'>,
  { accountId, ids }: Chosen,
): UnkeptPlan {
  const rows = [...new Set(ids)].flatMap((id) => store.find(id) ?? []);
  const waiting = rows.filter(
    (row) => row.accountId === accountId && row.sync === 'queued' && snapshots.isWaiting(row.id),
  );
  return {
    accountId,
    waiting: new Map(waiting.map(({ id, confirmedHash, title }) => [id, { content: confirmedHash, title }])),
  };
}

/** Sends the applications of a plan without snapshots, except what no longer waits, or would be sent with another content. */
export function sendUnkept(
  options: QueueParts,
  { listed: { accountId, waiting } }: Confirmed<UnkeptPlan>,
): { count: number; since: Since } {
  const { store, clock, snapshots } = options;
  const { since, changed } = createSince();
  const ids = [...waiting.keys()];
  const count = changeQueued(options, { accountId, ids }, 'unkept', (id) => {
    if (!snapshots.isWaiting(id) || store.get(id).confirmedHash !== waiting.get(id)!.content) return null;
    snapshots.release(id);
    return { dueMs: clock.monotonic() };
  });
  for (const [id, { title }] of waiting) if (!snapshots.isReleased(id)) changed(title);
  return { count, since };
}

/**
 * Cancels queued applications; returns how many. One whose request is under way is cancelled when it returns to the
 * queue, also after a restart.
 */
export function cancelQueued(options: QueueParts, chosen: Chosen): number {
  // Called before each task, mostly without ids, and a transaction takes the lock.
  if (chosen.ids.length === 0) return 0;
  options.store.cancelUnderWay(chosen.accountId, chosen.ids);
  return changeQueued(options, chosen, 'cancelled', (id) => {
    options.snapshots.forget(id);
    return { sync: 'settled', attempts: 0, dueMs: 0, attempt: null };
  });
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
