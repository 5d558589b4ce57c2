import { articleToWire } from '../../../shared/article/article.ts';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { Publish, Settings } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord, Selection } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import type { Plan, Upload } from '../../../shared/upload/upload.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { keyMissing } from '../../remote/answers.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import { createRequest } from '../../remote/directoryClient.ts';
import type { Patience } from '../../remote/requestWithRetry.ts';
import type { DraftSync } from '../../store/drafts/draftSync.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { RequestStore } from '../../store/uploads/requestStore.ts';
import type { SendCandidates } from '../../store/uploads/sendCandidates.ts';
import type { UploadRow } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import { type AccountEngines, createAccountEngines } from '../accountEngines.ts';
import { type ArticlePace, usualArticlePace } from '../outboxPace.ts';
import { createPerAccountMutex } from '../perAccountMutex.ts';
import { ArticleAdapter } from './articleAdapter.ts';
import { exportUpload } from './exportUpload.ts';
import { createPlanning, type PlanInput, type Planning, type SendInput } from './planning.ts';
import { createProgress, type Progress } from './progress.ts';
import { queueUpload } from './queueUpload.ts';
import { recover } from './recover.ts';
import type { RemoteCache } from './remoteCache.ts';
import { retryItems } from './retryItems.ts';

export interface UploadsOptions {
  uploads: UploadStore;
  requests: RequestStore;
  candidates: SendCandidates;
  remoteCache: RemoteCache;
  draftSync: DraftSync;
  versions: Pick<VersionStore, 'keep' | 'remoteIdOf'>;
  drafts: {
    selectIds(accountId: string, selection: Selection): readonly number[] | Promise<readonly number[]>;
    get(id: number): { accountId: string; record: DraftRecord };
  };
  directory: DirectoryAccess;
  account: (id: string) => Account;
  key: (accountId: string) => Promise<string | null>;
  /** Facts about an account for the rules: dialect, journals, today. */
  context: (accountId: string) => ArticleContext;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the engines and what they publish. */
  scope: Scope;
  /** Other pauses, for tests. */
  pace?: Partial<ArticlePace>;
  patience?: Patience;
}

const usualGrace = 3_000;

/** Sends drafts in the background and follows their outcome; the rows in the database are the queue. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #pace: ArticlePace;
  readonly #progress: Progress;
  readonly #planning: Planning;
  readonly #engines: AccountEngines;
  /** Two that choose drafts at once would choose the same ones. */
  readonly #choosing = createPerAccountMutex();
  readonly #forgotten = new Set<string>();

  /** Nothing is sent before `start`. */
  constructor(options: UploadsOptions) {
    const pace = { ...usualArticlePace, ...options.pace };
    const progress = createProgress({ ...options, every: pace.progress });
    const shared = { ...options, progress, pace, random: Math.random };
    this.#options = options;
    this.#pace = pace;
    this.#progress = progress;
    this.#planning = createPlanning({ ...options, selectIds: options.drafts.selectIds });
    this.#engines = createAccountEngines(shared, (accountId) => new ArticleAdapter(shared, accountId));
  }

  /** Recovers what an earlier run left and continues it. */
  async start(): Promise<void> {
    const recovered = await recover({ ...this.#options, progress: this.#progress, pace: this.#pace });
    for (const accountId of recovered) this.#engines.wake(accountId);
  }

  /** Ends the requests in flight, or aborts them after `graceMs`; everything else stays queued for the next start. */
  async stop(graceMs = usualGrace): Promise<void> {
    this.#planning.stop();
    await this.#engines.stop(graceMs);
    await this.#progress.stop();
  }

  /** Returns how many uploads are still sending. */
  busy(): { running: number } {
    return { running: this.#options.uploads.list().filter(isSending).length };
  }

  /** Cancels the unsent part of every running upload. */
  async cancelRunning(): Promise<void> {
    for (const { id } of this.#options.uploads.list().filter(isSending)) await this.cancel(id);
  }

  /** The account has a key again, or another address: uploads that were paused for that continue. */
  accountReady(accountId: string): void {
    for (const { id, state, pausedBy } of this.#options.uploads.list(accountId))
      if (state === 'paused' && (pausedBy === 'key' || pausedBy === 'version' || pausedBy === 'problem'))
        this.#setState(id, 'running');
    this.#engines.wake(accountId, true);
  }

  /** Ends all work for an account that is about to be removed. */
  async forget(accountId: string): Promise<void> {
    this.#forgotten.add(accountId);
    await this.#choosing.idle(accountId);
    for (const { id, state } of this.#options.uploads.list(accountId))
      if (state !== 'done' && state !== 'cancelled') await this.cancel(id);
    await this.#engines.forget(accountId);
  }

  /** AppError `cancelled` when it was cancelled. */
  plan(input: PlanInput): Promise<Plan> {
    return this.#planning.plan(input);
  }

  /** Cancels the plan that is made under this name. */
  leavePlan(watch: string): void {
    this.#planning.leave(watch);
  }

  payload(draftId: number): { method: string; address: string; body: DraftRecord } {
    const { accountId, record } = this.#options.drafts.get(draftId);
    const { dialect, base } = this.#options.account(accountId);
    const { method, path } = createRequest(['{}']);
    return { method, address: new URL(path, base).href, body: articleToWire(record, dialect) };
  }

  /** Queues the drafts and begins; AppError `key_missing`, and `state` if nothing would be sent. */
  async send(input: SendInput & { name: string }): Promise<Upload> {
    const { accountId } = input;
    if ((await this.#options.key(accountId)) === null) throw keyMissing();
    return this.#choosing.run(accountId, () => this.#queue(input));
  }

  async #queue(input: SendInput & { name: string }): Promise<Upload> {
    const { accountId, name } = input;
    const survey = await this.#planning.survey(input);
    if (this.#forgotten.has(accountId)) throw accountGone();
    const id = await queueUpload({ ...this.#options, progress: this.#progress }, { accountId, name, survey });
    this.#engines.wake(accountId);
    return this.get(id);
  }

  list(accountId?: string): Upload[] {
    return this.#options.uploads.list(accountId).map((upload) => this.#progress.read(upload));
  }

  /** AppError `not_found` if there is none. */
  get(id: number): Upload {
    return this.#progress.read(this.#row(id));
  }

  #row(id: number): UploadRow {
    const found = this.#options.uploads.find(id);
    if (found) return found;
    throw new AppError('not_found', msg('queue.gone.message'), { fix: msg('queue.gone.fix') });
  }

  /** AppError `state` for an upload that is over. */
  #openRow(id: number): UploadRow {
    const found = this.#row(id);
    if (found.state === 'done' || found.state === 'cancelled') throw wrongState('over');
    return found;
  }

  #setState(id: number, state: UploadRow['state'], pausedBy: UploadRow['pausedBy'] = null): void {
    this.#options.uploads.setState(id, state, { at: isoNow(this.#options), pausedBy });
    this.#progress.changed(id, true);
  }

  /** Within 200 ms nothing new goes out; AppError `state` if there is nothing to pause. */
  pause(id: number): Upload {
    const { state, accountId } = this.#row(id);
    if (state === 'running') this.#setState(id, 'paused', 'person');
    else if (state === 'paused') {
      this.#options.uploads.setMessage(id, 'person', null);
      this.#progress.changed(id, true);
    } else throw wrongState('notRunning');
    this.#progress.resetRate(id);
    this.#engines.wake(accountId);
    return this.get(id);
  }

  resume(id: number): Upload {
    const { state, accountId } = this.#row(id);
    if (state !== 'paused') throw wrongState('notPaused');
    this.#setState(id, 'running');
    this.#engines.wake(accountId, true);
    return this.get(id);
  }

  /** Keeps what was sent; drafts that were not get their former state back. */
  async cancel(id: number): Promise<Upload> {
    const { uploads, draftSync } = this.#options;
    const { accountId } = this.#openRow(id);
    this.#setState(id, 'cancelled');
    this.#engines.wake(accountId);
    const unsent = uploads.draftIds(id, 'queued');
    await inBatches(unsent, (ids) => draftSync.releaseQueued(ids));
    this.#progress.draftsChanged(accountId, unsent);
    return this.get(id);
  }

  /** Queues refused and failed records again, all or the given ones. */
  retry(id: number, itemIds?: readonly number[]): Upload {
    const { state, accountId } = this.#row(id);
    if (state === 'cancelled') throw wrongState('over');
    const draftIds = retryItems(this.#options, id, itemIds);
    if (draftIds.length === 0) throw wrongState('nothingToRetry');
    this.#progress.draftsChanged(accountId, draftIds);
    this.#progress.changed(id, true);
    this.#engines.wake(accountId, true);
    return this.get(id);
  }

  /** Sends what is still queued without snapshots. */
  sendUnkept(id: number): Upload {
    const { accountId } = this.#openRow(id);
    this.#options.uploads.leaveUnkept(id);
    this.#progress.changed(id, true);
    this.#engines.wake(accountId, true);
    return this.get(id);
  }

  async export(id: number, format: 'csv' | 'json'): Promise<{ name: string; type: string; text: string }> {
    return exportUpload(this.#options.uploads, this.#row(id), format, this.#options.log.redact);
  }
}

function isSending({ state, pausedBy }: UploadRow): boolean {
  return (
    state === 'reading' ||
    state === 'ready' ||
    state === 'running' ||
    (state === 'paused' && pausedBy === 'offline')
  );
}

function wrongState(kind: 'over' | 'notRunning' | 'notPaused' | 'nothingToRetry'): AppError {
  return new AppError('state', msg(`queue.wrongState.${kind}`));
}

function accountGone(): AppError {
  return new AppError('not_found', msg('store.accountGone.message'), {
    why: msg('store.accountGone.why'),
    fix: msg('store.accountGone.fix'),
  });
}
