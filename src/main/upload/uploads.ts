import { articleToWire } from '../../shared/article/article.ts';
import type { ArticleContext } from '../../shared/article/articleRules.ts';
import type { Publish, Settings } from '../../shared/contract/contract.ts';
import type { Account } from '../../shared/directory/account.ts';
import type { DraftRecord, Selection } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import type { Plan, Upload } from '../../shared/upload/upload.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { createRequest } from '../remote/directoryClient.ts';
import type { Patience } from '../remote/patientAsk.ts';
import type { DraftSync } from '../store/drafts/draftSync.ts';
import type { VersionStore } from '../store/drafts/versionStore.ts';
import { inSlices } from '../store/inSlices.ts';
import type { RequestStore } from '../store/uploads/requestStore.ts';
import type { SendCandidates } from '../store/uploads/sendCandidates.ts';
import type { UploadRow } from '../store/uploads/uploadRows.ts';
import type { UploadStore } from '../store/uploads/uploadStore.ts';
import { createAccountLoops } from './accountLoops.ts';
import { createAccountTurns } from './accountTurns.ts';
import { exportUpload } from './exportUpload.ts';
import { type Pace, usualPace } from './pace.ts';
import { createPlanning, type PlanInput, type SendInput } from './planning.ts';
import { createProgress } from './progress.ts';
import type { QueueParts } from './queueParts.ts';
import { recover } from './recovery.ts';
import type { SeenThere } from './seenThere.ts';
import type { Survey } from './survey.ts';
import { createUploadLoop } from './uploadLoop.ts';

/** Sends drafts in the background and follows what becomes of them; the rows in the database are the queue. */
export interface Uploads {
  /** Recovers what an earlier run left and goes on with it. */
  start(): Promise<void>;
  /** Ends the requests under way, or breaks them off after `graceMs`; everything else stays queued for the next start. */
  stop(graceMs?: number): Promise<void>;
  /** How many uploads are still sending. */
  busy(): { running: number };
  /** Cancels what has not been sent yet of every running upload. */
  cancelRunning(): Promise<void>;
  /** The account has a key again, or another address: uploads that were paused for that go on. */
  accountReady(accountId: string): void;
  /** Ends all work for an account that is about to be removed. */
  forget(accountId: string): Promise<void>;

  /** AppError `cancelled` when it was left. */
  plan(input: PlanInput): Promise<Plan>;
  /** Gives up the plan that is made under this name. */
  leavePlan(watch: string): void;
  payload(draftId: number): { method: string; address: string; body: DraftRecord };
  /** Queues the drafts and begins; AppError `key_missing`, and `state` if nothing would be sent. */
  send(input: SendInput & { name: string }): Promise<Upload>;
  list(accountId?: string): Upload[];
  /** AppError `not_found` if there is none. */
  get(id: number): Upload;
  /** Within 200 ms nothing new goes out; AppError `state` where there is nothing to pause. */
  pause(id: number): Upload;
  resume(id: number): Upload;
  /** Keeps what was sent; drafts that were not get their former state back. */
  cancel(id: number): Promise<Upload>;
  /** Queues refused and failed records again, all or the given ones. */
  retry(id: number, itemIds?: readonly number[]): Upload;
  /** Sends what is still queued without fetching what it overwrites. */
  sendUnkept(id: number): Upload;
  export(id: number, format: 'csv' | 'json'): Promise<{ name: string; type: string; text: string }>;
}

export interface UploadsParts {
  uploads: UploadStore;
  requests: RequestStore;
  candidates: SendCandidates;
  seenThere: SeenThere;
  draftSync: DraftSync;
  versions: Pick<VersionStore, 'keep' | 'remoteIdOf'>;
  drafts: {
    selectIds(accountId: string, selection: Selection): readonly number[] | Promise<readonly number[]>;
    get(id: number): { accountId: string; record: DraftRecord };
  };
  directory: DirectoryAccess;
  account: (id: string) => Account;
  key: (accountId: string) => Promise<string | null>;
  /** What the rules may know of the account: dialect, journals, today. */
  context: (accountId: string) => ArticleContext;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the loops and what they tell windows. */
  scope: Scope;
  random?: () => number;
  /** Other pauses, for tests. */
  pace?: Partial<Pace>;
  patience?: Patience;
}

const usualGrace = 3_000;
/** Records that go alone when they are tried again, for the directory's exact words about each. */
const fewRetries = 10;

/** Makes the queue; nothing is sent before `start`. */
export function createUploads(parts: UploadsParts): Uploads {
  const { uploads, draftSync, directory } = parts;
  const pace = { ...usualPace, ...parts.pace };
  const progress = createProgress({ ...parts, every: pace.progress });
  const own: QueueParts = { random: Math.random, ...parts, pace, progress };
  const loops = createAccountLoops(directory, (accountId) => createUploadLoop(own, accountId));
  const { wake } = loops;
  const planning = createPlanning(parts);
  /** Two that choose drafts at once would choose the same ones. */
  const choosing = createAccountTurns();
  /** Accounts that are about to be removed. */
  const leaving = new Set<string>();

  function row(id: number): UploadRow {
    const found = uploads.find(id);
    if (found) return found;
    throw new AppError('not_found', msg('queue.gone.message'), { fix: msg('queue.gone.fix') });
  }

  function setState(
    id: number,
    state: UploadRow['state'],
    change: { pausedBy?: UploadRow['pausedBy']; message?: Message | null } = {},
  ) {
    uploads.setState(id, state, { at: isoNow(parts), ...change });
    progress.changed(id, true);
  }

  /** Writes the rows of an upload a slice at a time, unless it is cancelled meanwhile. */
  async function addItems(id: number, { sendable }: Survey): Promise<void> {
    let position = 0;
    await inSlices(sendable, (slice) =>
      uploads.transaction(() => {
        if (row(id).state !== 'reading') return;
        const marked = new Set(draftSync.setQueued(slice.map((one) => one.draftId)));
        const items = slice
          .filter((one) => marked.has(one.draftId))
          .map((one) => ({ ...one, position: ++position }));
        uploads.addItems(id, items, isoNow(parts));
        progress.changed(id);
      }),
    );
  }

  async function queue(input: SendInput & { name: string }): Promise<Upload> {
    const { accountId } = input;
    const found = await planning.survey(input);
    if (leaving.has(accountId)) throw accountGone();
    if (found.sendable.length === 0) throw nothingToSend(found);
    const id = uploads.create({ accountId, name: input.name, at: isoNow(parts) });
    const heldBack = Object.values(found.heldBackCounts).reduce((sum, count) => sum + count, 0);
    uploads.setLeftOut(id, { skipped: found.unchanged, heldBack, list: found.heldBack });
    progress.changed(id, true);
    await addItems(id, found);
    progress.draftsChanged(
      accountId,
      found.sendable.map((one) => one.draftId),
    );
    if (row(id).state === 'reading') {
      setState(id, 'ready');
      setState(id, 'running');
      wake(accountId);
    }
    return api.get(id);
  }

  async function cancel(id: number): Promise<Upload> {
    const { state, accountId } = row(id);
    if (state === 'done' || state === 'cancelled') throw wrongState('over');
    setState(id, 'cancelled');
    wake(accountId);
    const unsent = uploads.draftIds(id, 'queued');
    await inSlices(unsent, (ids) => draftSync.releaseQueued(ids));
    progress.draftsChanged(accountId, unsent);
    return api.get(id);
  }

  const api: Uploads = {
    async start() {
      for (const accountId of await recover(own)) wake(accountId);
    },
    async stop(graceMs = usualGrace) {
      planning.stop();
      await loops.stop(graceMs);
      await progress.stop();
    },
    busy: () => ({ running: uploads.list().filter(isSending).length }),
    async cancelRunning() {
      for (const upload of uploads.list().filter(isSending)) await cancel(upload.id);
    },
    accountReady(accountId) {
      for (const upload of uploads.list(accountId)) {
        const waited =
          upload.pausedBy === 'key' || upload.pausedBy === 'version' || upload.pausedBy === 'problem';
        if (upload.state === 'paused' && waited) setState(upload.id, 'running');
      }
      wake(accountId, true);
    },

    async forget(accountId) {
      leaving.add(accountId);
      await choosing.ended(accountId);
      for (const { id, state } of uploads.list(accountId))
        if (state !== 'done' && state !== 'cancelled') await cancel(id);
      await loops.forget(accountId);
    },

    plan: planning.plan,
    leavePlan: planning.leave,
    payload(draftId) {
      const { accountId, record } = parts.drafts.get(draftId);
      const { dialect, base } = parts.account(accountId);
      const { method, path } = createRequest(['{}']);
      return { method, address: new URL(path, base).href, body: articleToWire(record, dialect) };
    },
    async send(input) {
      const { accountId } = input;
      if ((await parts.key(accountId)) === null) throw keyMissing();
      return choosing.take(accountId, () => queue(input));
    },
    list: (accountId) => uploads.list(accountId).map((upload) => progress.read(upload)),
    get: (id) => progress.read(row(id)),
    pause(id) {
      const { state, accountId } = row(id);
      if (state === 'running') setState(id, 'paused', { pausedBy: 'person' });
      else if (state === 'paused') {
        uploads.setMessage(id, 'person', null);
        progress.changed(id, true);
      } else throw wrongState('notRunning');
      progress.rested(id);
      wake(accountId);
      return api.get(id);
    },
    resume(id) {
      const { state, accountId } = row(id);
      if (state !== 'paused') throw wrongState('notPaused');
      setState(id, 'running');
      wake(accountId, true);
      return api.get(id);
    },
    cancel,
    retry(id, itemIds) {
      const { state, accountId } = row(id);
      if (state === 'cancelled') throw wrongState('over');
      const queued = uploads.transaction(() => {
        const items = uploads.retryable(id, itemIds);
        const free = new Set(draftSync.setQueued(items.map((item) => item.draftId)));
        const again = items.filter((item) => free.has(item.draftId));
        const cap = again.length <= fewRetries ? { cap: 1 } : { cap: 1_000_000 };
        const change = { state: 'queued', attempts: 'reset', dueMs: 0, refusal: null, ...cap } as const;
        // Since it was tried it may be another there.
        uploads.keepAnew(again.map((item) => item.id));
        for (const item of again) uploads.step([item.id], item.state, change, isoNow(parts));
        if (again.length > 0 && state === 'done') uploads.setState(id, 'running', { at: isoNow(parts) });
        return again;
      });
      if (queued.length === 0) throw wrongState('nothingToRetry');
      progress.draftsChanged(
        accountId,
        queued.map((item) => item.draftId),
      );
      progress.changed(id, true);
      wake(accountId, true);
      return api.get(id);
    },
    sendUnkept(id) {
      const { state, accountId } = row(id);
      if (state === 'done' || state === 'cancelled') throw wrongState('over');
      uploads.leaveUnkept(id);
      progress.changed(id, true);
      wake(accountId, true);
      return api.get(id);
    },
    export: async (id, format) => exportUpload(uploads, row(id), format, parts.log.redact),
  };
  return api;
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

function nothingToSend(survey: Survey): AppError {
  const [first] = survey.heldBack;
  return new AppError('state', msg('queue.nothingToSend.message'), {
    why: first ? first.message : msg('queue.nothingToSend.why'),
    fix: msg('queue.nothingToSend.fix'),
  });
}
