import type { Application, BulkChange } from '../../shared/application/applicationDraft.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { Task } from '../platform/scope.ts';
import { inSlices } from '../store/inSlices.ts';
import { createAccountLoops } from '../upload/accountLoops.ts';
import { type ApplicationPace, usualApplicationPace } from './applicationPace.ts';
import { type ApplicationParts, changed, derive } from './applicationParts.ts';
import { applicationView } from './applicationView.ts';
import { beginApplication, refreshBase } from './beginApplication.ts';
import { createMany, type ManyNotes, type Proposal, previewMany } from './bulkProposals.ts';
import { type Followed, followApplications } from './follow.ts';
import { createFollowLoop } from './followLoop.ts';
import { createKeeping } from './keepApplication.ts';
import { createOpenRequests } from './openRequests.ts';
import { planApplications, type SendingPlan } from './planApplications.ts';
import { cancelQueued, queueApplications, queueUnkept } from './queueApplications.ts';
import { createSendLoop } from './sendLoop.ts';
import { requestOf } from './sendOne.ts';
import { settleUnsure, unsureAboutSending } from './settleUnsure.ts';
import { withdraw } from './withdraw.ts';

type ManyInput = { accountId: string; journalIds: readonly string[]; changes: readonly BulkChange[] };

/** The life of applications and Update Requests: made from a journal, sent, settled, read back, followed, withdrawn. */
export interface Applications {
  /** Recovers what an earlier run left and goes on with it. */
  start(): void;
  /** Ends the requests under way, or breaks them off after `graceMs`; everything else waits for the next start. */
  stop(graceMs?: number): Promise<void>;
  /** The account has a key again, or another address. */
  accountReady(accountId: string): void;
  /** Ends all work for an account that is about to be removed. */
  forget(accountId: string): Promise<void>;
  /** Whether it is open what became of something that went to the account's address. */
  isBusy(accountId: string): boolean;
  /** Checks the applications of an account again, in the background, after its dialect or its journals changed. */
  recheck(accountId: string): Task;
  view(id: number): Application;
  /** `journalId` null: a new application. AppError `not_found` for a journal that is not in the directory. */
  create(input: { accountId: string; journalId: string | null; record?: DraftRecord }): Promise<Application>;
  refreshBase(id: number): Promise<Application>;
  plan(input: { accountId: string; ids: readonly number[] }): Promise<SendingPlan>;
  send(input: { accountId: string; ids: readonly number[]; seenIgnored: number }): Promise<number>;
  /** Sends what waits because it cannot keep what it overwrites, without keeping it; answers how many. */
  sendUnkept(input: { accountId: string; ids: readonly number[] }): number;
  cancel(input: { accountId: string; ids: readonly number[] }): number;
  payload(id: number): { method: string; address: string; body: DraftRecord };
  lookUp(id: number): Promise<Application>;
  refresh(input: { accountId: string; ids?: readonly number[] }): Promise<Followed>;
  delete(id: number): Promise<Application>;
  previewMany(input: ManyInput): Promise<Proposal[]>;
  /** `notes` is told of each draft that is made or changed, in the transaction that does it. */
  createMany(input: ManyInput, notes?: ManyNotes): Promise<number[]>;
}

const usualGrace = 3_000;

/** Makes the life of applications; nothing is sent or followed before `start`. */
export function createApplications(
  given: Omit<ApplicationParts, 'pace' | 'random'> & {
    random?: () => number;
    /** Other pauses, for tests. */
    pace?: Partial<ApplicationPace>;
  },
): Applications {
  const parts: ApplicationParts = {
    random: Math.random,
    ...given,
    pace: { ...usualApplicationPace, ...given.pace },
  };
  const { store } = parts;
  const opens = createOpenRequests(parts);
  const keeping = createKeeping();
  const following = createFollowLoop(parts);
  const loops = createAccountLoops(parts.directory, (accountId) =>
    createSendLoop(parts, accountId, opens, keeping),
  );
  let isStarted = false;

  function wake(accountId: string, isAsked = false): void {
    if (isStarted) loops.wake(accountId, isAsked);
  }

  function isWaiting(id: number): boolean {
    return store.get(id).sync === 'queued' && keeping.isWaiting(id);
  }

  /** Whatever was being sent when the program ended is looked up before it is sent again. */
  function recover(): void {
    for (const id of store.inSync(['sending'])) unsureAboutSending(parts, store.get(id), 'ended');
    for (const id of store.inSync(['queued'])) store.change(id, { dueMs: parts.clock.now() });
    for (const accountId of store.accountsAtWork()) wake(accountId);
  }

  const api: Applications = {
    start() {
      isStarted = true;
      recover();
      following.start();
    },
    async stop(graceMs = usualGrace) {
      isStarted = false;
      await following.stop();
      await loops.stop(graceMs);
    },
    accountReady: (accountId) => wake(accountId, true),
    forget: loops.forget,
    isBusy: (accountId) => store.inSync(['sending', 'unsure'], accountId).length > 0,
    recheck: (accountId) =>
      parts.scope.run('applications.recheck', async (signal) => {
        await inSlices(
          store.ids(accountId),
          (slice) => {
            for (const id of slice) {
              const row = store.find(id);
              if (row) store.rederive(id, derive(parts, accountId, row.record, row.base));
            }
          },
          { size: 5, signal },
        );
        changed(parts, accountId, null);
      }),
    view: (id) => ({ ...applicationView(parts, store.get(id)), waitsToKeep: isWaiting(id) }),
    create: async (input) => api.view(await beginApplication(parts, input)),
    async refreshBase(id) {
      await refreshBase(parts, id);
      return api.view(id);
    },
    plan: (input) => planApplications(parts, opens, input),
    async send(input) {
      const queued = await queueApplications(parts, opens, input);
      wake(input.accountId, true);
      return queued.length;
    },
    sendUnkept({ accountId, ids }) {
      const waiting = queueUnkept(parts, keeping, { accountId, ids });
      if (waiting.length > 0) wake(accountId, true);
      return waiting.length;
    },
    cancel: (input) => cancelQueued(parts, input).length,
    payload(id) {
      const row = store.get(id);
      const { attempt, request } = requestOf(parts, row);
      const address = new URL(request.path, parts.account(row.accountId).base).href;
      return { method: attempt.method, address: parts.log.redact(address), body: attempt.body };
    },
    async lookUp(id) {
      const row = store.get(id);
      if (row.sync === 'unsure') {
        const error = await settleUnsure(parts, row, {});
        if (error) throw error;
        wake(row.accountId);
      } else if (row.remoteId !== null) await followApplications(parts, row.accountId, { ids: [id] });
      return api.view(id);
    },
    async refresh({ accountId, ids }) {
      parts.account(accountId);
      const followed = await followApplications(parts, accountId, ids === undefined ? {} : { ids });
      wake(accountId);
      return followed;
    },
    async delete(id) {
      const row = store.get(id);
      try {
        await withdraw(parts, row);
      } finally {
        wake(row.accountId);
      }
      return api.view(id);
    },
    previewMany: (input) => previewMany(parts, input),
    createMany: (input, notes) => createMany(parts, input, notes),
  };
  return api;
}
