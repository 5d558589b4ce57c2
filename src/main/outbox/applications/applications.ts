import type { Application } from '../../../shared/application/applicationDraft.ts';
import { maxNamed, type Since } from '../../../shared/plan.ts';
import { createPlans } from '../../platform/plans.ts';
import type { Task } from '../../platform/scope.ts';
import { keyMissing } from '../../remote/answers.ts';
import { inBatches } from '../../store/inBatches.ts';
import { type AccountEngines, createAccountEngines } from '../accountEngines.ts';
import {
  type ApplicationParts,
  type ApplicationsOptions,
  createApplicationParts,
} from './applicationParts.ts';
import { applicationView } from './applicationView.ts';
import {
  type BulkInput,
  type BulkPlan,
  createMany,
  listProposals,
  type Proposal,
  previewMany,
} from './bulkProposals.ts';
import { type Followed, followApplications } from './following/follow.ts';
import { createFollowLoop, type FollowLoop } from './following/followLoop.ts';
import { type ApplicationsPlan, listPlan, planApplications, type SendingPlan } from './planApplications.ts';
import { ApplicationAdapter } from './sending/applicationAdapter.ts';
import { beginApplication, refreshBase } from './sending/beginApplication.ts';
import { lookUpApplication, makeUnclear } from './sending/lookUpApplication.ts';
import {
  adoptQueued,
  type Chosen,
  cancelQueued,
  listUnkept,
  queueApplications,
  sendUnkept,
  type UnkeptPlan,
} from './sending/queueApplications.ts';
import { recordThere, type Withdrawal, withdraw } from './withdraw.ts';

const defaultGraceMs = 3_000;

/** Creates, sends, follows and withdraws applications and Update Requests. */
export class Applications {
  readonly #options: ApplicationParts;
  readonly #following: FollowLoop;
  readonly #engines: AccountEngines;
  readonly #plans = createPlans<ApplicationsPlan>();
  readonly #withdrawals = createPlans<Withdrawal>();
  readonly #changes = createPlans<BulkPlan>();
  readonly #unkept = createPlans<UnkeptPlan>();
  #isStarted = false;

  /** Nothing is sent or followed before `start`. */
  constructor(options: ApplicationsOptions) {
    const parts = createApplicationParts(options);
    this.#options = parts;
    this.#following = createFollowLoop(parts);
    this.#engines = createAccountEngines(parts, (accountId) => new ApplicationAdapter(parts, accountId));
  }

  /** Continues the work of the last run: applications that were being sent are looked up before they are sent again. */
  start(): void {
    const { store, clock, pace } = this.#options;
    this.#isStarted = true;
    // The computer may have been restarted since, and its monotonic clock with it.
    store.dueBy(clock.monotonic() + pace.timeoutDelay);
    for (const id of store.inSync(['sending'])) makeUnclear(this.#options, store.get(id), 'ended');
    for (const id of store.inSync(['queued'])) store.change(id, { dueMs: clock.monotonic() });
    for (const accountId of store.accountsAtWork()) this.#wake(accountId);
    this.#following.start();
  }

  /** Waits `graceMs` for requests in flight, then aborts them; everything else waits for the next start. */
  async stop(graceMs = defaultGraceMs): Promise<void> {
    this.#isStarted = false;
    await this.#following.stop();
    await this.#engines.stop(graceMs);
  }

  #wake(accountId: string, byUser = false): void {
    if (this.#isStarted) this.#engines.wake(accountId, byUser);
  }

  #client(accountId: string) {
    return this.#options.directory.client(accountId);
  }

  /** Called when the account has a new key or address. */
  accountReady(accountId: string): void {
    this.#wake(accountId, true);
  }

  /** Ends all work for an account before it is removed. */
  forget(accountId: string): Promise<void> {
    return this.#engines.forget(accountId);
  }

  /** Returns true if the account has sent an application whose outcome is unknown. */
  isBusy(accountId: string): boolean {
    return this.#options.store.inSync(['sending', 'unsure'], accountId).length > 0;
  }

  /** Validates the account's applications again in the background, after its dialect or journals changed. */
  recheck(accountId: string): Task {
    const { store, rules, writer, scope } = this.#options;
    const recheckBatch = (batch: readonly number[]) => {
      for (const id of batch) {
        const row = store.find(id);
        if (row) store.rederive(id, rules.derive(accountId, row.record, row.base));
      }
    };
    return scope.run('applications.recheck', async (signal) => {
      await inBatches(store.ids(accountId), recheckBatch, { size: 5, signal });
      writer.changed(accountId, null);
    });
  }

  view(id: number): Application {
    const { store, rules, snapshots } = this.#options;
    const row = store.get(id);
    const waitsToKeep = row.sync === 'queued' && snapshots.isWaiting(id);
    return { ...applicationView(store, rules, row), waitsToKeep };
  }

  /** `journalId` null: a new application. AppError `not_found` if the journal is not in the directory. */
  async create(input: Parameters<typeof beginApplication>[1]): Promise<Application> {
    return this.view(await beginApplication(this.#options, input));
  }

  async refreshBase(id: number): Promise<Application> {
    await refreshBase(this.#options, id);
    return this.view(id);
  }

  async plan(input: Chosen): Promise<SendingPlan & { id: string }> {
    const plan = await planApplications(this.#options, input);
    // What the directory has decided meanwhile is read back.
    this.#wake(input.accountId);
    return { ...plan, id: this.#plans.keep(listPlan(this.#options.store, input.accountId, plan.plans)) };
  }

  /** Queues what a plan listed. AppError `not_found` without the plan, `key_missing`, or as `queueApplications`. */
  async send(planId: string): Promise<{ queued: number; since: Since }> {
    const { accountId, ids } = this.#plans.look(planId);
    const { key, keyProblem, sending } = this.#options;
    if ((await key(accountId)) === null && !sending.delegates(accountId))
      throw keyProblem(accountId) ?? keyMissing();
    const confirmed = this.#plans.take(planId);
    const now = await planApplications(this.#options, { accountId, ids, isLocal: true });
    const { queued, since } = queueApplications(this.#options, confirmed, now);
    this.#wake(accountId, true);
    return { queued: queued.length, since };
  }

  /** Sends applications that colleagues queued; `noting` gets those that were queued, in the same transaction. */
  adopt(accountId: string, given: Parameters<typeof adoptQueued>[1], noting: (ids: number[]) => void): void {
    const adopted = adoptQueued(this.#options, given, noting);
    if (adopted.length === 0) return;
    this.#options.writer.changed(accountId, adopted);
    this.#wake(accountId);
  }

  /** Lists those of the applications that wait for a snapshot. */
  unkeptPreview(input: Chosen): { id: string; count: number; titles: string[] } {
    const plan = listUnkept(this.#options, input);
    const titles = [...plan.waiting.values()].map(({ title }) => title);
    return { id: this.#unkept.keep(plan), count: titles.length, titles: titles.slice(0, maxNamed) };
  }

  /** Sends what a preview listed without snapshots. */
  sendUnkept(planId: string): { count: number; since: Since } {
    const confirmed = this.#unkept.take(planId);
    const done = sendUnkept(this.#options, confirmed);
    if (done.count > 0) this.#wake(confirmed.listed.accountId, true);
    return done;
  }

  /** Cancels applications; returns how many were queued (`cancelQueued`). */
  cancel(input: Chosen): number {
    return cancelQueued(this.#options, input);
  }

  /** Nothing of the account is sent that is not under way, and nothing of that is sent again. */
  cancelAll(accountId: string): void {
    this.cancel({ accountId, ids: this.#options.store.inSync(['queued', 'sending', 'unsure'], accountId) });
  }

  async lookUp(id: number): Promise<Application> {
    const row = this.#options.store.get(id);
    const { accountId } = row;
    const client = this.#client(accountId);
    if (row.sync === 'unsure') {
      await lookUpApplication(this.#options, client, row, {});
      this.#wake(accountId);
    } else if (row.remoteId !== null)
      await followApplications(this.#options, client, accountId, { ids: [id] });
    return this.view(id);
  }

  async refresh({ accountId, ids }: { accountId: string; ids?: readonly number[] }): Promise<Followed> {
    const followed = await followApplications(this.#options, this.#client(accountId), accountId, { ids });
    this.#wake(accountId);
    return followed;
  }

  /** Lists what `delete` would withdraw. */
  deletePreview(id: number): { id: string; title: string } {
    const row = this.#options.store.get(id);
    return { id: this.#withdrawals.keep({ id, print: recordThere(row) }), title: row.title };
  }

  /** Withdraws what a preview listed. */
  async delete(planId: string): Promise<Application> {
    const confirmed = this.#withdrawals.take(planId);
    const { id } = confirmed.listed;
    const row = this.#options.store.get(id);
    try {
      await withdraw(this.#options, this.#client(row.accountId), row, confirmed);
    } finally {
      this.#wake(row.accountId);
    }
    return this.view(id);
  }

  async previewMany(
    input: BulkInput,
    how?: Parameters<typeof previewMany>[2],
  ): Promise<{ id: string; proposals: Proposal[] }> {
    const proposals = await previewMany(this.#options, input, how);
    return { id: this.#changes.keep(listProposals(input, proposals)), proposals };
  }

  /** The account whose journals a plan of `previewMany` is about. */
  accountOfMany(planId: string): string {
    return this.#changes.look(planId).accountId;
  }

  /** Makes what a preview listed; the notes record every created or changed draft in the same transaction, for undo. */
  createMany(planId: string, notes: Parameters<typeof createMany>[2]): ReturnType<typeof createMany> {
    return createMany(this.#options, this.#changes.take(planId), notes);
  }
}
