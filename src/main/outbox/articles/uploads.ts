import { articleToWire } from '../../../shared/article/article.ts';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { Publish, Settings } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { DraftRecord, Selection } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import type { Plan, Upload } from '../../../shared/upload/upload.ts';
import type { Clock } from '../../platform/clock.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
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
import { AccountEngine } from '../accountEngine.ts';
import { createAccountEngines } from '../accountEngines.ts';
import { createPerAccountMutex } from '../perAccountMutex.ts';
import { createArticleAdapter } from './articleAdapter.ts';
import { type ArticlePace, usualPace } from './articlePace.ts';
import { exportUpload } from './exportUpload.ts';
import { createPlanning, type PlanInput, type SendInput } from './planning.ts';
import { createProgress } from './progress.ts';
import { queueUpload } from './queueUpload.ts';
import { recover } from './recover.ts';
import type { RemoteCache } from './remoteCache.ts';
import { retryItems } from './retryItems.ts';

/** Sends drafts in the background and follows their outcome; the rows in the database are the queue. */
export interface Uploads {
  /** Recovers what an earlier run left and goes on with it. */
  start(): Promise<void>;
  /** Ends the requests in flight, or aborts them after `graceMs`; everything else stays queued for the next start. */
  stop(graceMs?: number): Promise<void>;
  /** Returns how many uploads are still sending. */
  busy(): { running: number };
  /** Cancels the unsent part of every running upload. */
  cancelRunning(): Promise<void>;
  /** The account has a key again, or another address: uploads that were paused for that go on. */
  accountReady(accountId: string): void;
  /** Ends all work for an account that is about to be removed. */
  forget(accountId: string): Promise<void>;

  /** AppError `cancelled` when it was cancelled. */
  plan(input: PlanInput): Promise<Plan>;
  /** Cancels the plan that is made under this name. */
  leavePlan(watch: string): void;
  payload(draftId: number): { method: string; address: string; body: DraftRecord };
  /** Queues the drafts and begins; AppError `key_missing`, and `state` if nothing would be sent. */
  send(input: SendInput & { name: string }): Promise<Upload>;
  list(accountId?: string): Upload[];
  /** AppError `not_found` if there is none. */
  get(id: number): Upload;
  /** Within 200 ms nothing new goes out; AppError `state` if there is nothing to pause. */
  pause(id: number): Upload;
  resume(id: number): Upload;
  /** Keeps what was sent; drafts that were not get their former state back. */
  cancel(id: number): Promise<Upload>;
  /** Queues refused and failed records again, all or the given ones. */
  retry(id: number, itemIds?: readonly number[]): Upload;
  /** Sends what is still queued without snapshots. */
  sendUnkept(id: number): Upload;
  export(id: number, format: 'csv' | 'json'): Promise<{ name: string; type: string; text: string }>;
}

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
  random?: () => number;
  /** Other pauses, for tests. */
  pace?: Partial<ArticlePace>;
  patience?: Patience;
}

const usualGrace = 3_000;

/** Makes the outbox of articles; nothing is sent before `start`. */
export function createUploads(options: UploadsOptions): Uploads {
  const { uploads, draftSync, directory, clock, key } = options;
  const random = options.random ?? Math.random;
  const pace = { ...usualPace, ...options.pace };
  const progress = createProgress({ ...options, every: pace.progress });
  const planning = createPlanning({ ...options, selectIds: options.drafts.selectIds });
  const engines = createAccountEngines(
    directory,
    (accountId) =>
      new AccountEngine(
        { ...options, accountId, random, pace },
        createArticleAdapter({ ...options, progress, random, pace }, accountId),
      ),
  );
  /** Two that choose drafts at once would choose the same ones. */
  const choosing = createPerAccountMutex();
  const forgotten = new Set<string>();

  function row(id: number): UploadRow {
    const found = uploads.find(id);
    if (found) return found;
    throw new AppError('not_found', msg('queue.gone.message'), { fix: msg('queue.gone.fix') });
  }

  /** AppError `state` for an upload that is over. */
  function openRow(id: number): UploadRow {
    const found = row(id);
    if (found.state === 'done' || found.state === 'cancelled') throw wrongState('over');
    return found;
  }

  const get = (id: number) => progress.read(row(id));

  function setState(id: number, state: UploadRow['state'], pausedBy: UploadRow['pausedBy'] = null): void {
    uploads.setState(id, state, { at: isoNow({ clock }), pausedBy });
    progress.changed(id, true);
  }

  async function queue(input: SendInput & { name: string }): Promise<Upload> {
    const { accountId, name } = input;
    const survey = await planning.survey(input);
    if (forgotten.has(accountId)) throw accountGone();
    const id = await queueUpload({ uploads, draftSync, progress, clock }, { accountId, name, survey });
    engines.wake(accountId);
    return get(id);
  }

  async function cancel(id: number): Promise<Upload> {
    const { accountId } = openRow(id);
    setState(id, 'cancelled');
    engines.wake(accountId);
    const unsent = uploads.draftIds(id, 'queued');
    await inBatches(unsent, (ids) => draftSync.releaseQueued(ids));
    progress.draftsChanged(accountId, unsent);
    return get(id);
  }

  const commands: Pick<Uploads, 'pause' | 'resume' | 'cancel' | 'retry' | 'sendUnkept'> = {
    pause(id) {
      const { state, accountId } = row(id);
      if (state === 'running') setState(id, 'paused', 'person');
      else if (state === 'paused') {
        uploads.setMessage(id, 'person', null);
        progress.changed(id, true);
      } else throw wrongState('notRunning');
      progress.resetRate(id);
      engines.wake(accountId);
      return get(id);
    },
    resume(id) {
      const { state, accountId } = row(id);
      if (state !== 'paused') throw wrongState('notPaused');
      setState(id, 'running');
      engines.wake(accountId, true);
      return get(id);
    },
    cancel,
    retry(id, itemIds) {
      const { state, accountId } = row(id);
      if (state === 'cancelled') throw wrongState('over');
      const draftIds = retryItems({ uploads, draftSync, clock }, id, itemIds);
      if (draftIds.length === 0) throw wrongState('nothingToRetry');
      progress.draftsChanged(accountId, draftIds);
      progress.changed(id, true);
      engines.wake(accountId, true);
      return get(id);
    },
    sendUnkept(id) {
      const { accountId } = openRow(id);
      uploads.leaveUnkept(id);
      progress.changed(id, true);
      engines.wake(accountId, true);
      return get(id);
    },
  };

  return {
    ...commands,
    async start() {
      const recovered = await recover({ ...options, progress, pace });
      for (const accountId of recovered) engines.wake(accountId);
    },
    async stop(graceMs = usualGrace) {
      planning.stop();
      await engines.stop(graceMs);
      await progress.stop();
    },
    busy: () => ({ running: uploads.list().filter(isSending).length }),
    async cancelRunning() {
      for (const upload of uploads.list().filter(isSending)) await cancel(upload.id);
    },
    accountReady(accountId) {
      for (const { id, state, pausedBy } of uploads.list(accountId))
        if (state === 'paused' && (pausedBy === 'key' || pausedBy === 'version' || pausedBy === 'problem'))
          setState(id, 'running');
      engines.wake(accountId, true);
    },
    async forget(accountId) {
      forgotten.add(accountId);
      await choosing.idle(accountId);
      for (const { id, state } of uploads.list(accountId))
        if (state !== 'done' && state !== 'cancelled') await cancel(id);
      await engines.forget(accountId);
    },
    plan: planning.plan,
    leavePlan: planning.leave,
    payload(draftId) {
      const { accountId, record } = options.drafts.get(draftId);
      const { dialect, base } = options.account(accountId);
      const { method, path } = createRequest(['{}']);
      return { method, address: new URL(path, base).href, body: articleToWire(record, dialect) };
    },
    async send(input) {
      const { accountId } = input;
      if ((await key(accountId)) === null) throw keyMissing();
      return choosing.run(accountId, () => queue(input));
    },
    list: (accountId) => uploads.list(accountId).map((upload) => progress.read(upload)),
    get,
    export: async (id, format) => exportUpload(uploads, row(id), format, options.log.redact),
  };
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

function keyMissing(): AppError {
  return new AppError('key_missing', msg('directory.problem.keyMissing.message'), {
    fix: msg('directory.problem.keyMissing.fix'),
  });
}
