import type { Application, BulkChange } from '../../../shared/application/applicationDraft.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Task } from '../../platform/scope.ts';
import { inBatches } from '../../store/inBatches.ts';
import { AccountEngine } from '../accountEngine.ts';
import { createAccountEngines } from '../accountEngines.ts';
import { createApplicationAdapter } from './applicationAdapter.ts';
import { type ApplicationDeps, changed, derive } from './applicationDeps.ts';
import { type ApplicationPace, usualApplicationPace } from './applicationPace.ts';
import { applicationView } from './applicationView.ts';
import { beginApplication, refreshBase } from './beginApplication.ts';
import { createMany, type ManyNotes, type Proposal, previewMany } from './bulkProposals.ts';
import { requestOf } from './claimApplication.ts';
import { type Followed, followApplications } from './follow.ts';
import { createFollowLoop } from './followLoop.ts';
import { lookUpApplication, makeUnclear } from './lookUpApplication.ts';
import { createOpenRequests } from './openRequests.ts';
import { planApplications, type SendingPlan } from './planApplications.ts';
import { cancelQueued, queueApplications, queueUnkept } from './queueApplications.ts';
import { createSnapshots } from './snapshots.ts';
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
  given: Omit<ApplicationDeps, 'pace' | 'random'> & {
    random?: () => number;
    /** Other pauses, for tests. */
    pace?: Partial<ApplicationPace>;
  },
): Applications {
  const deps: ApplicationDeps = {
    random: Math.random,
    ...given,
    pace: { ...usualApplicationPace, ...given.pace },
  };
  const { store } = deps;
  const opens = createOpenRequests(deps);
  const snapshots = createSnapshots(deps.clock);
  const following = createFollowLoop(deps);
  const engines = createAccountEngines(
    deps.directory,
    (accountId) =>
      new AccountEngine({ ...deps, accountId }, createApplicationAdapter(deps, accountId, opens, snapshots)),
  );
  let isStarted = false;

  function wake(accountId: string, isAsked = false): void {
    if (isStarted) engines.wake(accountId, isAsked);
  }

  function isWaiting(id: number): boolean {
    return store.get(id).sync === 'queued' && snapshots.isWaiting(id);
  }

  /** Whatever was being sent when the program ended is looked up before it is sent again. */
  function recover(): void {
    for (const id of store.inSync(['sending'])) makeUnclear(deps, store.get(id), 'ended');
    for (const id of store.inSync(['queued'])) store.change(id, { dueMs: deps.clock.now() });
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
      await engines.stop(graceMs);
    },
    accountReady: (accountId) => wake(accountId, true),
    forget: engines.forget,
    isBusy: (accountId) => store.inSync(['sending', 'unsure'], accountId).length > 0,
    recheck: (accountId) =>
      deps.scope.run('applications.recheck', async (signal) => {
        await inBatches(
          store.ids(accountId),
          (slice) => {
            for (const id of slice) {
              const row = store.find(id);
              if (row) store.rederive(id, derive(deps, accountId, row.record, row.base));
            }
          },
          { size: 5, signal },
        );
        changed(deps, accountId, null);
      }),
    view: (id) => ({ ...applicationView(deps, store.get(id)), waitsToKeep: isWaiting(id) }),
    create: async (input) => api.view(await beginApplication(deps, input)),
    async refreshBase(id) {
      await refreshBase(deps, id);
      return api.view(id);
    },
    plan: (input) => planApplications(deps, opens, input),
    async send(input) {
      const queued = await queueApplications(deps, opens, snapshots, input);
      wake(input.accountId, true);
      return queued.length;
    },
    sendUnkept({ accountId, ids }) {
      const waiting = queueUnkept(deps, snapshots, { accountId, ids });
      if (waiting.length > 0) wake(accountId, true);
      return waiting.length;
    },
    cancel: (input) => cancelQueued(deps, snapshots, input).length,
    payload(id) {
      const row = store.get(id);
      const { attempt, request } = requestOf(deps, row);
      const address = new URL(request.path, deps.account(row.accountId).base).href;
      return { method: attempt.method, address: deps.log.redact(address), body: attempt.body };
    },
    async lookUp(id) {
      const row = store.get(id);
      if (row.sync === 'unsure') {
        const error = await lookUpApplication(deps, row, {});
        if (error) throw error;
        wake(row.accountId);
      } else if (row.remoteId !== null) await followApplications(deps, row.accountId, { ids: [id] });
      return api.view(id);
    },
    async refresh({ accountId, ids }) {
      deps.account(accountId);
      const followed = await followApplications(deps, accountId, ids === undefined ? {} : { ids });
      wake(accountId);
      return followed;
    },
    async delete(id) {
      const row = store.get(id);
      try {
        await withdraw(deps, row);
      } finally {
        wake(row.accountId);
      }
      return api.view(id);
    },
    previewMany: (input) => previewMany(deps, input),
    createMany: (input, notes) => createMany(deps, input, notes),
  };
  return api;
}
