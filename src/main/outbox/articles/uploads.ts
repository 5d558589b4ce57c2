import { articleToWire } from '../../../shared/article/article.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { maxNamed, nothingSince } from '../../../shared/plan.ts';
import { isUploadOver } from '../../../shared/upload/overUploads.ts';
import type { Plan, SendAgain, StartedUpload, Upload } from '../../../shared/upload/upload.ts';
import { pauseEndsWith } from '../../../shared/upload/uploadStates.ts';
import { isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import { confirmedByColleague, createPlans } from '../../platform/plans.ts';
import { createTurns } from '../../platform/turns.ts';
import { keyMissing } from '../../remote/answers.ts';
import { createRequest } from '../../remote/directoryClient.ts';
import { IdSet } from '../../store/drafts/idSet.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { UploadRow } from '../../store/uploads/uploadRows.ts';
import { type AccountEngines, createAccountEngines } from '../accountEngines.ts';
import type { QueuedDraft } from '../bulkSending.ts';
import { defaultArticlePace } from '../outboxPace.ts';
import type { UploadParts, UploadsOptions } from './articleParts.ts';
import { exportUpload } from './exportUpload.ts';
import { createPlanning, type PlanInput, type Planning } from './planning/planning.ts';
import { type Noting, queueUpload } from './planning/queueUpload.ts';
import { createProgress } from './progress.ts';
import { type RetryPlan, retryItems } from './retryItems.ts';
import { ArticleAdapter } from './sending/articleAdapter.ts';
import { recover } from './sending/recover.ts';

const defaultGraceMs = 3_000;

/** Sends drafts in the background and follows their outcome; rows in the database are the queue. */
export class Uploads {
  readonly #options: UploadParts;
  readonly #planning: Planning;
  readonly #engines: AccountEngines;
  /** The latest call of each account that selects drafts. */
  readonly #turns = new Map<string, ReturnType<typeof createTurns>>();
  readonly #forgotten = new Set<string>();
  readonly #retries = createPlans<RetryPlan>();
  readonly #unkept = createPlans<{ uploadId: number; listed: IdSet }>();

  /** Nothing is sent before `start`. */
  constructor(options: UploadsOptions) {
    const pace = { ...defaultArticlePace, ...options.pace };
    const progress = createProgress({ ...options, every: pace.progress });
    const parts = { ...options, progress, pace, random: Math.random };
    this.#options = parts;
    this.#planning = createPlanning({ ...options, selectIds: options.drafts.selectIds });
    this.#engines = createAccountEngines(parts, (accountId) => new ArticleAdapter(parts, accountId));
  }

  /** Continues the uploads of the last run. */
  async start(): Promise<void> {
    const recovered = await recover(this.#options);
    for (const accountId of recovered) this.#engines.wake(accountId);
  }

  /** Waits `graceMs` for requests in flight, then aborts them; everything else stays queued for the next start. */
  async stop(graceMs = defaultGraceMs): Promise<void> {
    this.#planning.stop();
    await this.#engines.stop(graceMs);
    await this.#options.progress.stop();
  }

  /** Returns how many uploads are still sending. */
  busy(): { running: number } {
    return { running: this.#options.uploads.list().filter(isSending).length };
  }

  /** Cancels the unsent part of every running upload. */
  async cancelRunning(): Promise<void> {
    await this.#cancelEvery(isSending);
  }

  /** Cancels the unsent part of every upload of the account. */
  async cancelAll(accountId: string): Promise<void> {
    await this.#turns.get(accountId)?.(async () => undefined);
    await this.#cancelEvery((upload) => !isUploadOver(upload), accountId);
  }

  /** Reads the list again for each, because one may end while another is being cancelled. */
  async #cancelEvery(isMeant: (upload: UploadRow) => boolean, accountId?: string): Promise<void> {
    const next = () => this.#options.uploads.list(accountId).find(isMeant);
    for (let upload = next(); upload; upload = next()) await this.cancel(upload.id);
  }

  /** Continues uploads that were paused until the account has a new key or address. */
  accountReady(accountId: string): void {
    for (const { id, pausedBy } of this.#options.uploads.list(accountId))
      if (pauseEndsWith(pausedBy) === 'account') this.#setState(id, 'running');
    this.#engines.wake(accountId, true);
  }

  /** Ends all work for an account before it is removed. */
  async forget(accountId: string): Promise<void> {
    this.#forgotten.add(accountId);
    await this.cancelAll(accountId);
    await this.#engines.forget(accountId);
  }

  /** AppError `cancelled` if it was cancelled. */
  plan(input: PlanInput): Promise<Plan> {
    return this.#planning.plan(input);
  }

  /** Cancels the plan with this name. */
  leavePlan(watch: string): void {
    this.#planning.leave(watch);
  }

  /** The draft at a place among those that a plan would send; AppError `not_found` without the plan. */
  planned(planId: string, place: number): number | null {
    return this.#planning.look(planId).toSend.idAt(place) ?? null;
  }

  payload(draftId: number): { method: string; address: string; body: DraftRecord } {
    const { accountId, record } = this.#options.drafts.get(draftId);
    const { base } = this.#options.account(accountId);
    const { method, path } = createRequest(['{}']);
    return { method, address: new URL(path, base).href, body: articleToWire(record) };
  }

  /** Queues what a plan listed; AppError `not_found` without the plan, `key_missing`, `state` if nothing is left to send. */
  async send(planId: string, name: string): Promise<StartedUpload> {
    const { accountId } = this.#planning.look(planId).input;
    const { key, keyProblem, sending } = this.#options;
    if ((await key(accountId)) === null && !sending.delegates(accountId))
      throw keyProblem(accountId) ?? keyMissing();
    const confirmed = this.#planning.take(planId);
    return this.#inTurn(accountId, async () => {
      const { survey, since } = await this.#planning.surveyConfirmed(confirmed);
      return { ...(await this.#queue({ confirmed, survey, name })), since };
    });
  }

  /** Sends drafts that a colleague checked and queued, unless none of them can be sent. */
  async adopt(
    accountId: string,
    { drafts, name, noting }: { drafts: readonly QueuedDraft[]; name: string; noting?: Noting },
  ): Promise<void> {
    const every = {
      includeUnchanged: true,
      includeHardToFind: true,
      includeDeleted: true,
      includeUnapproved: true,
    };
    const input = { accountId, selection: { ids: drafts.map(({ draftId }) => draftId) }, ...every };
    const confirmed = new Map(drafts.map((draft) => [draft.draftId, draft]));
    try {
      await this.#inTurn(accountId, async () => {
        const survey = await this.#planning.surveyAll(input);
        const sendable = survey.sendable.map((one) => {
          const { content, wasThere } = confirmed.get(one.draftId)!;
          return { ...one, confirmedHash: content, wasThere: wasThere ? (1 as const) : (0 as const) };
        });
        const queued = { confirmed: confirmedByColleague({ input }), survey: { ...survey, sendable }, name };
        await this.#queue({ ...queued, noting });
      });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'state')) throw error;
    }
  }

  /** Runs `work` after the account's earlier calls: two at once would select the same drafts. */
  #inTurn<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(accountId) ?? createTurns();
    this.#turns.set(accountId, turns);
    return turns(work);
  }

  async #queue(given: Parameters<typeof queueUpload>[1]): Promise<Upload> {
    const { accountId } = given.confirmed.listed.input;
    if (this.#forgotten.has(accountId)) throw accountGone();
    const id = await queueUpload(this.#options, given);
    this.#engines.wake(accountId);
    return this.get(id);
  }

  list(accountId?: string): Upload[] {
    return this.#options.uploads.list(accountId).map((upload) => this.#options.progress.read(upload));
  }

  /** AppError `not_found` if there is none. */
  get(id: number): Upload {
    return this.#options.progress.read(this.#row(id));
  }

  #row(id: number): UploadRow {
    const found = this.#options.uploads.find(id);
    if (found) return found;
    throw fail('queue.gone');
  }

  /** AppError `state` for an upload that is over. */
  #openRow(id: number): UploadRow {
    const found = this.#row(id);
    if (isUploadOver(found)) throw wrongState('over');
    return found;
  }

  #setState(id: number, state: UploadRow['state'], pausedBy: UploadRow['pausedBy'] = null): void {
    this.#options.uploads.setState(id, state, { at: isoNow(this.#options), pausedBy });
    this.#options.progress.changed(id, true);
  }

  /** Within 200 ms nothing new goes out; AppError `state` if there is nothing to pause. */
  pause(id: number): Upload {
    const { state, accountId } = this.#row(id);
    if (state === 'running') this.#setState(id, 'paused', 'person');
    else if (state === 'paused') {
      this.#options.uploads.setMessage(id, 'person', null);
      this.#options.progress.changed(id, true);
    } else throw wrongState('notRunning');
    this.#options.progress.resetRate(id);
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

  /** Stops sending; drafts that were not sent get their former state back. */
  async cancel(id: number): Promise<Upload> {
    const { uploads, draftSync } = this.#options;
    const { accountId } = this.#openRow(id);
    this.#setState(id, 'cancelled');
    this.#engines.wake(accountId);
    const unsent = uploads.draftIds(id, 'queued');
    await inBatches(unsent, (ids) => draftSync.releaseQueued(ids));
    this.#options.progress.draftsChanged(accountId, unsent);
    return this.get(id);
  }

  /** Lists all or the given refused and failed records. */
  retryPreview(id: number, itemIds?: readonly number[]): SendAgain {
    if (this.#row(id).state === 'cancelled') throw wrongState('over');
    const items = this.#options.uploads.retryable(id, itemIds);
    if (items.length === 0) throw wrongState('nothingToRetry');
    const listed = new Map(items.map(({ id: itemId, hash, title }) => [itemId, { hash, title }]));
    return { id: this.#retries.keep({ uploadId: id, itemIds, listed }), ...namesOf(items) };
  }

  /** Queues the records of a preview again. */
  retry(planId: string): StartedUpload {
    const confirmed = this.#retries.take(planId);
    const { uploadId } = confirmed.listed;
    const { state, accountId } = this.#row(uploadId);
    if (state === 'cancelled') throw wrongState('over');
    const { draftIds, since } = retryItems(this.#options, confirmed);
    if (draftIds.length === 0) throw wrongState('nothingToRetry');
    this.#options.progress.draftsChanged(accountId, draftIds);
    this.#options.progress.changed(uploadId, true);
    this.#engines.wake(accountId, true);
    return { ...this.get(uploadId), since };
  }

  /** Lists the queued records that wait for a snapshot of what they overwrite. */
  unkeptPreview(id: number): SendAgain {
    this.#openRow(id);
    const items = this.#options.uploads.unkept(id);
    const listed = new IdSet(items.map((item) => item.id));
    return { id: this.#unkept.keep({ uploadId: id, listed }), ...namesOf(items) };
  }

  /** Sends the records of a preview without snapshots. */
  sendUnkept(planId: string): StartedUpload {
    const { uploadId, listed } = this.#unkept.take(planId).listed;
    const { accountId } = this.#openRow(uploadId);
    const added = this.#options.uploads.leaveUnkept(uploadId, listed);
    this.#options.progress.changed(uploadId, true);
    this.#engines.wake(accountId, true);
    return { ...this.get(uploadId), since: { ...nothingSince, added } };
  }

  async export(id: number, format: 'csv' | 'json'): Promise<{ name: string; type: string; text: string }> {
    return exportUpload(this.#options.uploads, this.#row(id), format, this.#options.log.redact);
  }
}

function namesOf(items: readonly { title: string }[]): Pick<SendAgain, 'count' | 'titles'> {
  return { count: items.length, titles: items.slice(0, maxNamed).map(({ title }) => title) };
}

function isSending({ state, pausedBy }: UploadRow): boolean {
  return ['reading', 'ready', 'running'].includes(state) || pauseEndsWith(pausedBy) === 'connection';
}

function wrongState(kind: 'over' | 'notRunning' | 'notPaused' | 'nothingToRetry'): AppError {
  return new AppError('state', msg(`queue.wrongState.${kind}`));
}

function accountGone(): AppError {
  return fail('store.accountGone');
}
