import { isoNow } from '../../platform/clock.ts';
import { readSent } from '../../remote/applicationRequests.ts';
import { fine, type Reason } from '../accountOutcome.ts';
import type { OutboxAdapter } from '../outboxAdapter.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { applicationWords } from './applicationWords.ts';
import { type ApplicationClaim, claimApplication } from './claimApplication.ts';
import { lookUpApplication, makeUnclear } from './lookUpApplication.ts';
import type { OpenRequests } from './openRequests.ts';
import { readBack } from './readBack.ts';
import { addOnce, settleApplication } from './settleApplication.ts';
import type { Snapshots } from './snapshots.ts';
import { overwrittenId, takeSnapshot } from './takeSnapshot.ts';
import { whyNotNow } from './whyNotNow.ts';

/** No pause is that long, in milliseconds: the computer's clock was set back since it was written down. */
const implausible = 30 * 60_000;

/** Makes the adapter that sends the applications of one account: one at a time, each read back after it was sent. */
export function createApplicationAdapter(
  deps: ApplicationDeps,
  accountId: string,
  opens: Pick<OpenRequests, 'about'>,
  snapshots: Snapshots,
): OutboxAdapter<ApplicationClaim> {
  const { store, clock, directory } = deps;
  const words = applicationWords;
  const isOffline = () => directory.connection(accountId).state === 'offline';
  let isBlocked = false;

  /** Brings forward what waits for a time that is too far away; returns true if there was any. */
  function bringForward(now: number): boolean {
    const isFar = (at: number | null) => at !== null && at - now > implausible;
    const due = store.inSync(['queued', 'unsure'], accountId).filter((id) => isFar(store.get(id).dueMs));
    const reads = store.remotes(accountId).filter(({ readMs }) => isFar(readMs));
    for (const id of due) store.change(id, { dueMs: now });
    for (const { id } of reads) store.change(id, { readMs: now });
    return due.length + reads.length > 0;
  }

  /** The reason goes into the timeline of everything that waits. */
  function tellWaiting(reason: Reason): void {
    const at = isoNow({ clock });
    const waiting = store.inSync(['queued'], accountId);
    for (const id of waiting) addOnce(store, id, { at, kind: 'queued', message: reason });
    changed(deps, accountId, waiting);
  }

  return {
    kind: 'applications',
    words,
    // The record is read back before the next one is sent.
    othersFirstEvery: 1,
    needsKey: () => true,
    tidy() {
      for (const id of store.inSync(['sending'], accountId)) makeUnclear(deps, store.get(id), 'lost');
    },
    hasWork: () => !isBlocked && store.nextDue(accountId) !== null,
    due(kind, now) {
      switch (kind) {
        case 'send':
          return store.due(accountId, ['queued'], now);
        case 'look-up':
          return store.due(accountId, ['unsure'], now);
        case 'follow':
          return store.dueRead(accountId, now);
        case 'find-ids':
          return null;
      }
    },
    nextDueIn(now) {
      const next = store.nextDue(accountId);
      if (next === null || next - now <= implausible) return next === null ? null : next - now;
      return bringForward(now) ? 0 : implausible;
    },
    snapshotBeforeOverwrite(id, signal) {
      const row = store.find(id);
      const remoteId = row?.sync === 'queued' ? overwrittenId(row, opens) : null;
      if (remoteId === null || snapshots.isTaken(id, remoteId)) return null;
      return takeSnapshot(deps, { id, accountId, remoteId, snapshots, words, isOffline, signal });
    },
    claim(id) {
      const claim = claimApplication(deps, id);
      if (store.find(id)?.sync !== 'queued') snapshots.forget(id);
      return claim;
    },
    async settle(claim, answer, signal) {
      const { id, attempt } = claim;
      const outcome =
        answer === null ? ({ kind: 'key-refused', words: '' } as const) : readSent(answer, attempt.method);
      const known = outcome.kind === 'not-now' ? await whyNotNow(deps, claim, outcome, signal) : outcome;
      const row = store.find(id);
      return row?.sync === 'sending' ? settleApplication(deps, row, attempt, known, words) : fine;
    },
    async lookUp(id, signal) {
      const row = store.find(id);
      const error = row && (await lookUpApplication(deps, row, { priority: 'bulk', signal }));
      if (error) throw error;
    },
    async follow(id, signal) {
      const row = store.find(id);
      const error = row && (await readBack(deps, row, { priority: 'bulk', signal }));
      if (error) throw error;
      return fine;
    },
    findIds: async () => undefined,
    ended: () => undefined,
    block(_by, reason) {
      isBlocked = true;
      tellWaiting(reason);
    },
    unblock() {
      isBlocked = false;
    },
    // The timeline of each application tells what it waits for.
    offline: () => undefined,
    online: () => undefined,
    setWaitingReason: () => undefined,
    fail: () => undefined,
  };
}
