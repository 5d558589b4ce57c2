import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { Publish, Settings } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Scope, Task } from '../../platform/scope.ts';
import { keyMissing } from '../../remote/answers.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { JournalStore } from '../../store/journals/journalStore.ts';
import { type AccountEngines, createAccountEngines } from '../accountEngines.ts';
import { type ApplicationPace, usualApplicationPace } from '../outboxPace.ts';
import { ApplicationAdapter } from './applicationAdapter.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { applicationView } from './applicationView.ts';
import { ApplicationWriter } from './applicationWriter.ts';
import { beginApplication, refreshBase } from './beginApplication.ts';
import { type BulkInput, createMany, type ManyNotes, type Proposal, previewMany } from './bulkProposals.ts';
import { requestOf } from './claimApplication.ts';
import { type Followed, followApplications, type JournalRecords } from './follow.ts';
import { createFollowLoop, type FollowLoop } from './followLoop.ts';
import { lookUpApplication, makeUnclear } from './lookUpApplication.ts';
import { createOpenRequests } from './openRequests.ts';
import { planApplications, type SendingPlan } from './planApplications.ts';
import { type Chosen, cancelQueued, queueApplications, sendUnkept } from './queueApplications.ts';
import { createSnapshots } from './snapshots.ts';
import { withdraw } from './withdraw.ts';

export interface ApplicationsOptions {
  store: ApplicationStore;
  rules: ApplicationRules;
  journals: Pick<JournalStore, 'cards' | 'get' | 'put'>;
  journalRecords: JournalRecords;
  /** Called when what the rules know of the account's journals changed. */
  journalsChanged: (accountId: string) => void;
  versions: Pick<VersionStore, 'keep'>;
  directory: DirectoryAccess;
  account: (id: string) => Account;
  accounts: () => Account[];
  key: (accountId: string) => Promise<string | null>;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the engines, following and checking again. */
  scope: Scope;
  /** Other pauses, for tests. */
  pace?: Partial<ApplicationPace>;
}

const usualGrace = 3_000;

/** The life of applications and Update Requests: made from a journal, sent, settled, read back, followed, withdrawn. */
export class Applications {
  readonly #options: ReturnType<typeof withParts>;
  readonly #following: FollowLoop;
  readonly #engines: AccountEngines;
  #isStarted = false;

  /** Nothing is sent or followed before `start`. */
  constructor(given: ApplicationsOptions) {
    const options = withParts(given);
    this.#options = options;
    this.#following = createFollowLoop(options);
    this.#engines = createAccountEngines(options, (accountId) => new ApplicationAdapter(options, accountId));
  }

  /** Recovers what an earlier run left and continues it: what was being sent is looked up before it is sent again. */
  start(): void {
    const { store, clock } = this.#options;
    this.#isStarted = true;
    for (const id of store.inSync(['sending'])) makeUnclear(this.#options, store.get(id), 'ended');
    for (const id of store.inSync(['queued'])) store.change(id, { dueMs: clock.now() });
    for (const accountId of store.accountsAtWork()) this.#wake(accountId);
    this.#following.start();
  }

  /** Ends the requests in flight, or aborts them after `graceMs`; everything else waits for the next start. */
  async stop(graceMs = usualGrace): Promise<void> {
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

  /** The account has a key again, or another address. */
  accountReady(accountId: string): void {
    this.#wake(accountId, true);
  }

  /** Ends all work for an account that is about to be removed. */
  forget(accountId: string): Promise<void> {
    return this.#engines.forget(accountId);
  }

  /** Returns true if the outcome of something that was sent to the account's address is not known. */
  isBusy(accountId: string): boolean {
    return this.#options.store.inSync(['sending', 'unsure'], accountId).length > 0;
  }

  /** Checks the applications of an account again, in the background, after its dialect or its journals changed. */
  recheck(accountId: string): Task {
    const { store, rules, writer, scope } = this.#options;
    const recheckSlice = (slice: readonly number[]) => {
      for (const id of slice) {
        const row = store.find(id);
        if (row) store.rederive(id, rules.derive(accountId, row.record, row.base));
      }
    };
    return scope.run('applications.recheck', async (signal) => {
      await inBatches(store.ids(accountId), recheckSlice, { size: 5, signal });
      writer.changed(accountId, null);
    });
  }

  view(id: number): Application {
    const { store, rules, snapshots } = this.#options;
    const row = store.get(id);
    const waitsToKeep = row.sync === 'queued' && snapshots.isWaiting(id);
    return { ...applicationView(store, rules, row), waitsToKeep };
  }

  /** `journalId` null: a new application. AppError `not_found` for a journal that is not in the directory. */
  async create(input: {
    accountId: string;
    journalId: string | null;
    record?: DraftRecord;
  }): Promise<Application> {
    return this.view(await beginApplication(this.#options, input));
  }

  async refreshBase(id: number): Promise<Application> {
    await refreshBase(this.#options, id);
    return this.view(id);
  }

  plan(input: Chosen): Promise<SendingPlan> {
    return planApplications(this.#options, input);
  }

  /** Queues applications, and returns how many. AppError `key_missing`, and as `queueApplications`. */
  async send({ accountId, ids, seenIgnored }: Chosen & { seenIgnored: number }): Promise<number> {
    if ((await this.#options.key(accountId)) === null) throw keyMissing();
    const plan = await planApplications(this.#options, { accountId, ids, isLocal: true });
    const queued = queueApplications(this.#options, accountId, plan, seenIgnored);
    this.#wake(accountId, true);
    return queued.length;
  }

  /** Sends applications that wait for a snapshot without it, and returns how many. */
  sendUnkept(input: Chosen): number {
    const count = sendUnkept(this.#options, input);
    if (count > 0) this.#wake(input.accountId, true);
    return count;
  }

  cancel(input: Chosen): number {
    return cancelQueued(this.#options, input);
  }

  payload(id: number): { method: string; address: string; body: DraftRecord } {
    const { store, rules, account, log } = this.#options;
    const row = store.get(id);
    const dialect = rules.dialect(row.accountId);
    const { attempt, request } = requestOf(row, dialect, isoNow(this.#options));
    const address = new URL(request.path, account(row.accountId).base).href;
    return { method: attempt.method, address: log.redact(address), body: attempt.body };
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
    this.#options.account(accountId);
    const followed = await followApplications(this.#options, this.#client(accountId), accountId, { ids });
    this.#wake(accountId);
    return followed;
  }

  async delete(id: number): Promise<Application> {
    const row = this.#options.store.get(id);
    try {
      await withdraw(this.#options, this.#client(row.accountId), row);
    } finally {
      this.#wake(row.accountId);
    }
    return this.view(id);
  }

  previewMany(input: BulkInput): Promise<Proposal[]> {
    return previewMany(this.#options, input);
  }

  /** `notes` records each draft that is made or changed, in its transaction. */
  createMany(input: BulkInput, notes?: ManyNotes): Promise<number[]> {
    return createMany(this.#options, input, notes);
  }
}

/** The options with what is shared between the parts. */
function withParts(given: ApplicationsOptions) {
  const writer = new ApplicationWriter(given);
  return {
    ...given,
    writer,
    opens: createOpenRequests({ ...given, writer }),
    snapshots: createSnapshots(given.clock),
    random: Math.random,
    pace: { ...usualApplicationPace, ...given.pace },
  };
}
