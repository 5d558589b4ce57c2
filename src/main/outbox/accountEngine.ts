import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { OriginKey } from '../platform/network/originKey.ts';
import type { Scope } from '../platform/scope.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { Answer } from '../remote/exchange.ts';
import { type AccountOutcome, fine, isDirectoryError, outcomeOfError } from './accountOutcome.ts';
import { type AccountPace, noPauses, pausesAfter } from './accountPauses.ts';
import { type BulkSending, heldTick, withholdBy } from './bulkSending.ts';
import type { Claim, OutboxAdapter, ReadingTask, TaskKind } from './outboxAdapter.ts';
import { createTaskLoop, pauseAfterBug, type TaskLoop, type Wait } from './taskLoop.ts';

type OwnTask = { kind: TaskKind; id: number };
type Task = OwnTask | { kind: 'probe' };

export interface AccountEngineOptions {
  accountId: string;
  directory: Pick<
    DirectoryAccess,
    'client' | 'limiter' | 'connection' | 'setConnection' | 'closure' | 'reopen'
  >;
  sending: BulkSending;
  key: (accountId: string) => Promise<OriginKey | null>;
  /** Why the account has no key although there is one; null: there simply is none. */
  keyProblem: (accountId: string) => AppError | null;
  clock: Clock;
  log: Pick<Log, 'error'>;
  scope: Scope;
  random: () => number;
  pace: AccountPace;
}

/** Sends one kind of record for one account, one request at a time. Decides from the rows; memory holds only pauses. */
export class AccountEngine {
  readonly #options: AccountEngineOptions;
  readonly #adapter: OutboxAdapter;
  readonly #loop: TaskLoop;
  #pauses = noPauses;
  #tasks = 0;
  /** Another computer of the office sends for the account. */
  #isHeld = false;
  /** Counts the user's actions; earlier requests no longer decide about the account. */
  #actions = 0;

  constructor(options: AccountEngineOptions, adapter: OutboxAdapter) {
    this.#options = options;
    this.#adapter = adapter;
    this.#loop = createTaskLoop<Task & { begunAt: number }>({
      clock: options.clock,
      scope: options.scope,
      name: `outbox.${adapter.kind}`,
      pick: () => this.#pick(),
      run: (task) => this.#run(task),
      fail: (error, task) => this.#fail(error, task),
    });
  }

  /** Looks for work again; `byUser`: tries again at once after whatever stopped it. */
  wake(byUser = false): void {
    if (byUser) {
      this.#actions += 1;
      this.#options.directory.reopen(this.#options.accountId);
      this.#adapter.unblock?.();
    }
    if (byUser || this.#pauses.isOffline) this.#pauses = { ...this.#pauses, quietUntil: 0 };
    this.#loop.wake();
  }

  /** Waits `graceMs` for a request in flight, then aborts it; its records are looked up at the next start. */
  stop(graceMs: number): Promise<void> {
    return this.#loop.stop(graceMs);
  }

  #pick(): (Task & { begunAt: number }) | Wait | null {
    const adapter = this.#adapter;
    const { accountId, clock, directory } = this.#options;
    adapter.tidy();
    if (!adapter.hasWork()) {
      this.#pauses = { ...this.#pauses, isOffline: false };
      return null;
    }
    const now = clock.monotonic();
    const closure = directory.closure(accountId);
    if (closure) adapter.show({ kind: 'held', reason: closure.message }, this.#pauses.troubles);
    const quiet = Math.max(this.#pauses.quietUntil - now, closure?.ms ?? 0);
    if (quiet > 0) return { kind: 'wait', ms: quiet };
    const begunAt = this.#actions;
    if (this.#pauses.isOffline) return { kind: 'probe', begunAt };
    const task = this.#nextTask(now);
    if (task) return { ...task, begunAt };
    const ms = adapter.nextDueIn(now);
    // Records that are due but may not be sent would keep the loop busy.
    return ms === null ? null : { kind: 'wait', ms: Math.max(this.#isHeld ? heldTick : 1, ms) };
  }

  #nextTask(now: number): Task | null {
    this.#tasks += 1;
    const areOthersFirst = this.#tasks % this.#adapter.othersFirstEvery === 0;
    for (const kind of areOthersFirst ? othersFirst : sendingFirst) {
      const id = this.#adapter.due(kind, now);
      if (id !== null && (kind !== 'send' || this.#maySend())) return { kind, id };
    }
    return null;
  }

  /** Returns false, and shows why, while another computer of the office sends. */
  #maySend(): boolean {
    const { accountId, sending } = this.#options;
    const obstacle = sending.obstacle(accountId);
    if (obstacle || this.#isHeld)
      this.#adapter.show({ kind: 'held', reason: obstacle?.reason ?? null }, this.#pauses.troubles);
    this.#isHeld = obstacle !== null;
    return !this.#isHeld;
  }

  async #run(task: Task & { begunAt: number }): Promise<void> {
    if (task.kind === 'probe') return this.#apply(await this.#probe(), task.begunAt);
    this.#apply(await this.#perform(task), task.begunAt);
    this.#adapter.ended?.(task.id);
  }

  async #perform({ kind, id }: OwnTask): Promise<AccountOutcome> {
    const { accountId, key } = this.#options;
    if (this.#adapter.needsKey(kind) && (await key(accountId)) === null) return this.#noKey();
    if (kind === 'send') return this.#send(id);
    return this.#read(kind, () => this.#adapter.perform(kind, id, this.#loop.reads));
  }

  /** Runs requests that only read; an error becomes an outcome for the account. */
  async #read(kind: ReadingTask | 'snapshot', work: () => Promise<AccountOutcome>): Promise<AccountOutcome> {
    const { accountId, directory } = this.#options;
    const { words } = this.#adapter;
    try {
      return await work();
    } catch (error) {
      if (!isDirectoryError(error)) throw error;
      const isOffline = directory.connection(accountId).state === 'offline';
      const usesKey = this.#adapter.needsKey(kind);
      const reason = kind === 'snapshot' ? words.snapshot(error.problem) : words.lookUp;
      return outcomeOfError(error, { isOffline, usesKey, words, reason });
    }
  }

  async #send(id: number): Promise<AccountOutcome> {
    const limiter = this.#options.directory.limiter(this.#options.accountId);
    // The limiter comes before the claim, so that nothing is marked as being sent while it waits.
    await limiter.acquire('bulk', this.#loop.turn());
    const snapshot = this.#adapter.snapshotBeforeOverwrite(id, this.#loop.reads);
    if (snapshot) return this.#read('snapshot', () => snapshot);
    const claim = this.#adapter.claim(id);
    if (claim === null) {
      limiter.giveBack();
      return fine;
    }
    return this.#loop.whileSending(async (signal) => {
      const answer = await this.#answerTo(claim, signal);
      const outcome = await this.#adapter.settle(claim, answer, signal);
      return answer === null ? this.#noKey() : outcome;
    });
  }

  #noKey(): AccountOutcome {
    const problem = this.#options.keyProblem(this.#options.accountId);
    return { kind: 'blocked', by: 'no-key', reason: problem?.brief ?? this.#adapter.words.keyMissing };
  }

  async #answerTo(claim: Claim, signal: AbortSignal): Promise<Answer | null> {
    const { directory, accountId } = this.#options;
    const { ids } = claim;
    const withhold = withholdBy(this.#options.sending, { accountId, kind: this.#adapter.kind, ids });
    try {
      return await directory.client(accountId).perform(claim.request, claim.requestId, { signal, withhold });
    } catch (error) {
      if (error instanceof AppError && error.code === 'key_missing') return null;
      throw error;
    }
  }

  async #probe(): Promise<AccountOutcome> {
    const { directory, accountId } = this.#options;
    const client = directory.client(accountId);
    const isReachable = await client.isReachable({ priority: 'bulk', signal: this.#loop.reads });
    return { kind: isReachable ? 'online' : 'offline' };
  }

  /** The only place where an outcome changes what the account does next. */
  #apply(outcome: AccountOutcome, begunAt: number): void {
    if (this.#isOvertaken(begunAt)) return;
    const { clock, pace, random, directory, accountId, keyProblem } = this.#options;
    this.#pauses = pausesAfter(this.#pauses, outcome, { now: clock.monotonic(), pace, random });
    if (outcome.kind === 'blocked' && outcome.by === 'no-key')
      directory.setConnection(
        accountId,
        'key_missing',
        keyProblem(accountId)?.brief ?? msg('directory.connection.keyMissing'),
      );
    this.#adapter.show(outcome, this.#pauses.troubles);
  }

  #fail(error: unknown, task: Task | Wait | null): void {
    const { accountId, clock, log } = this.#options;
    const name = `outbox.${this.#adapter.kind}`;
    log.error(name, { account: accountId, task, error });
    const begunAt = task && 'begunAt' in task ? (task.begunAt as number) : this.#actions;
    if (this.#isOvertaken(begunAt)) return;
    this.#pauses = { ...this.#pauses, quietUntil: clock.monotonic() + pauseAfterBug };
    try {
      this.#adapter.fail?.(task && 'id' in task ? task.id : null, error);
    } catch (second) {
      log.error(name, { account: accountId, error: second });
    }
  }

  /** Returns true if the user acted since a task began, and may have fixed its problem. */
  #isOvertaken(begunAt: number): boolean {
    return this.#actions !== begunAt;
  }
}

const sendingFirst: readonly TaskKind[] = ['send', 'follow', 'look-up', 'find-ids'];
const othersFirst: readonly TaskKind[] = ['follow', 'look-up', 'send', 'find-ids'];
