import type { Publish } from '../../../../shared/contract/contract.ts';
import type { Account } from '../../../../shared/directory/account.ts';
import { dialects } from '../../../../shared/directory/dialects.ts';
import type { Selection } from '../../../../shared/draft/draft.ts';
import { AppError } from '../../../../shared/errors.ts';
import { msg } from '../../../../shared/message.ts';
import { maxNamed, type Since } from '../../../../shared/plan.ts';
import type { Settings } from '../../../../shared/settings.ts';
import type { Plan, RemoteState } from '../../../../shared/upload/upload.ts';
import type { OriginKey } from '../../../platform/network/originKey.ts';
import { type Confirmed, createPlans } from '../../../platform/plans.ts';
import { createWatchedWork } from '../../../platform/watchedWork.ts';
import type { DirectoryAccess } from '../../../remote/directoryAccess.ts';
import { IdSet } from '../../../store/drafts/idSet.ts';
import { ListedDrafts } from '../../../store/drafts/listedDrafts.ts';
import { inBatches } from '../../../store/inBatches.ts';
import type { RemoteCache } from '../remoteCache.ts';
import { type Preflight, type PreflightOptions, preflight, preflightRequests } from './preflight.ts';
import { type Survey, type SurveyOptions, sendStamp, surveyDrafts } from './survey.ts';

/** The drafts of an upload and how they are sent. */
export interface SendInput {
  accountId: string;
  selection: Selection;
  includeUnchanged: boolean;
  /** true: records that readers could hardly find are sent too. */
  includeHardToFind?: boolean | undefined;
  /** true: articles that were deleted from the directory are created again. */
  includeDeleted?: boolean | undefined;
  /** true: articles that are not approved join the queue too, and are refused at their turn. */
  includeUnapproved?: boolean | undefined;
  /** false: articles at the directory are overwritten without a snapshot. */
  takesSnapshots?: boolean | undefined;
}

export interface PlanInput extends SendInput {
  /** Asks the directory for its records; takes the `lookRequests` of a plan made without asking. */
  look?: boolean | undefined;
  /** A name under which progress is published and the plan can be cancelled. */
  watch?: string | undefined;
}

/** What a person is asked to confirm. */
export interface SendPlan {
  input: SendInput;
  /** All drafts that were selected, with those that would not be sent. */
  selected: IdSet;
  /** Those to send, as `sendStamp`. */
  toSend: ListedDrafts;
}

export type Planning = ReturnType<typeof createPlanning>;

export interface PlanningOptions extends Omit<SurveyOptions, 'remoteCache'>, PreflightOptions {
  remoteCache: RemoteCache;
  selectIds(accountId: string, selection: Selection): readonly number[] | Promise<readonly number[]>;
  directory: Pick<DirectoryAccess, 'client' | 'limiter' | 'connection'>;
  key: (accountId: string) => Promise<OriginKey | null>;
  settings: () => Settings;
  publish: Publish;
}

/** Plans uploads; remembers the latest plans until they are confirmed. */
export function createPlanning(options: PlanningOptions) {
  const { clock, publish, settings } = options;
  const watched = createWatchedWork(msg('send.left'), clock);
  const plans = createPlans<SendPlan>();

  /** Publishes the progress of one stage. */
  const publisher = (given: string | undefined, stage: 'checking' | 'looking') =>
    watched.reporter(given, (watch, done, total) =>
      publish('uploads.planning', { watch, stage, done, total }),
    );

  async function make(input: PlanInput, signal: AbortSignal): Promise<Plan> {
    const { accountId, look = false, watch } = input;
    const unchecked = await findUnchecked(accountId, look, signal);
    const surveyAgain = async () => {
      const ids = await options.selectIds(accountId, input.selection);
      return { ids, survey: await survey(input, ids, { signal, onProgress: publisher(watch, 'checking') }) };
    };
    const finish = async (
      { ids, survey }: { ids: readonly number[]; survey: Survey },
      facts: { remote: RemoteState | null; unchecked: Plan['unchecked'] },
    ) => ({
      id: plans.keep(await listPlan(input, ids, survey)),
      ...toPlan(accountId, survey, facts, options),
    });
    const before = await surveyAgain();
    if (!look || unchecked.includes('key')) return finish(before, { remote: null, unchecked });
    const drafts = before.survey.sendable;
    const onProgress = publisher(watch, 'looking');
    onProgress(0, drafts.length);
    const checked = (done: number) => onProgress(done, drafts.length);
    const found = await preflight(options, accountId, drafts, { signal, checked });
    const after = await surveyAgain();
    return finish(after, { remote: toRemoteState(found, after.survey), unchecked });
  }

  /** Tests the key if the directory may be asked and has not accepted it before; it may also be unreachable. */
  async function findUnchecked(
    accountId: string,
    look: boolean,
    signal: AbortSignal,
  ): Promise<Plan['unchecked']> {
    const { directory } = options;
    const key = await options.key(accountId);
    if (look && key !== null && directory.connection(accountId).state !== 'online')
      await directory.client(accountId).tryKey(key, { signal }).catch(ignoreDirectoryErrors);
    const hasKey = key !== null && directory.connection(accountId).state !== 'key_refused';
    const knowsJournals = (options.context(accountId).journals ?? null) !== null;
    return [...(hasKey ? [] : (['key'] as const)), ...(knowsJournals ? [] : (['journals'] as const))];
  }

  /** Returns which of these drafts would be sent. */
  async function survey(
    input: SendInput,
    ids: readonly number[],
    {
      planned,
      signal,
      onProgress,
    }: {
      planned?: ListedDrafts;
      signal?: AbortSignal;
      onProgress?: (done: number, total: number) => void;
    } = {},
  ): Promise<Survey> {
    const { accountId, takesSnapshots = true } = input;
    const { batchBytes } = settings();
    const checked = (done: number) => onProgress?.(done, ids.length);
    return surveyDrafts(options, {
      accountId,
      ids,
      includeUnchanged: input.includeUnchanged,
      includeHardToFind: input.includeHardToFind,
      includeDeleted: input.includeDeleted,
      includeUnapproved: input.includeUnapproved,
      batchBytes,
      takesSnapshots,
      planned,
      signal,
      checked,
    });
  }

  /** Surveys what a person confirmed, as it is now: only what is still as the plan showed it is to be sent. */
  async function surveyConfirmed({ listed }: Confirmed<SendPlan>): Promise<{ survey: Survey; since: Since }> {
    const { input, selected, toSend } = listed;
    const now = await options.selectIds(input.accountId, input.selection);
    const ids = now.filter((id) => selected.has(id));
    const planned = await survey(input, ids, { planned: toSend });
    const left = new IdSet(ids);
    const gone = toSend.ids().filter((id) => !left.has(id));
    const titles = options.candidates.titles(gone.slice(0, maxNamed));
    const changed = planned.heldBack.filter(({ reason }) => reason === 'changed-since-plan');
    const more = planned.heldBackCounts['changed-since-plan'] ?? 0;
    const since = {
      added: now.length - ids.length,
      changed: gone.length + more,
      titles: [...titles, ...changed.map(({ title }) => title)].slice(0, maxNamed),
    };
    return { survey: planned, since };
  }

  return {
    surveyConfirmed,
    /** Surveys all drafts of a selection as they are, for what a colleague confirmed on another computer. */
    surveyAll: async (input: SendInput) =>
      survey(input, await options.selectIds(input.accountId, input.selection)),
    /** AppError `not_found` if there is no such plan. */
    take: plans.take,
    look: plans.look,
    /** AppError `cancelled` if it was cancelled. */
    plan: (input: PlanInput): Promise<Plan> => watched.run(input.watch, (signal) => make(input, signal)),
    /** Cancels the plan with this name at once. */
    leave: watched.cancel,
    stop: watched.cancelAll,
  };
}

async function listPlan(input: SendInput, ids: readonly number[], { sendable }: Survey): Promise<SendPlan> {
  const stamps: number[] = [];
  await inBatches(sendable, (slice) => {
    for (const { plannedHash, keeping } of slice)
      stamps.push(sendStamp(plannedHash, keeping === 'no' ? 'new' : 'overwrites'));
  });
  const toSend = new ListedDrafts(
    sendable.map(({ draftId }) => draftId),
    stamps,
  );
  return { input, selected: new IdSet(ids), toSend };
}

/** The preflight reports a directory that cannot be reached. */
function ignoreDirectoryErrors(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The number of titles listed; others are only counted. */
const maxListed = 100;

/** Only what will be sent overwrites something: an article may have been held back for what the preflight found. */
function toRemoteState({ looked, changed, foreign, unasked }: Preflight, survey: Survey): RemoteState {
  const found = new Set([...changed, ...foreign].map(({ draftId }) => draftId));
  const toSend = new Set(
    survey.sendable.filter(({ draftId }) => found.has(draftId)).map(({ draftId }) => draftId),
  );
  const [overwritten, added] = [changed, foreign].map((list) =>
    list.filter(({ draftId }) => toSend.has(draftId)),
  ) as [Preflight['changed'], Preflight['foreign']];
  return {
    looked,
    changed: overwritten.slice(0, maxListed),
    changedCount: overwritten.length,
    foreign: added.slice(0, maxListed),
    foreignCount: added.length,
    unasked,
  };
}

/** Requests for the outcome of one bulk upload of 4.0, and records in one look-up of ids. */
const pollsExpected = 4;
const idsInOneLookUp = 30;

/** Adds the requests and time that sending takes, including requests for the outcome (reference/directory-api.md 8). */
function toPlan(
  accountId: string,
  survey: Survey,
  { remote, unchecked }: { remote: RemoteState | null; unchecked: Plan['unchecked'] },
  options: { account: (id: string) => Account; directory: Pick<DirectoryAccess, 'limiter'> },
): Omit<Plan, 'id'> {
  const { sendable, heldBack, heldBackCounts, ignored, bulkBatches, singles, keepRequests, bytes } = survey;
  const { bulk } = dialects[options.account(accountId).dialect];
  const batches = bulkBatches + singles;
  const asked =
    bulk === 'ticket'
      ? bulkBatches * pollsExpected + Math.ceil((sendable.length - singles) / idsInOneLookUp)
      : 0;
  const requests = batches + asked + keepRequests;
  const fields = [...ignored.fields].sort(([, a], [, b]) => b - a).slice(0, 20);
  return {
    accountId,
    selected: survey.selected,
    fresh: survey.fresh,
    overwriting: survey.overwriting,
    unchanged: survey.unchanged,
    withWarnings: survey.withWarnings,
    hardToFind: survey.hardToFind,
    deletedThere: survey.deletedThere,
    heldBack,
    heldBackCounts,
    ignored: { count: ignored.count, fields: fields.map(([path, count]) => ({ path, count })) },
    filledIn: survey.filledIn,
    unchecked,
    toSend: sendable.length,
    batches,
    requests,
    keepRequests,
    bytes,
    seconds: batches === 0 ? 0 : options.directory.limiter(accountId).secondsFor(requests),
    lookRequests: preflightRequests(survey),
    there: remote,
  };
}
