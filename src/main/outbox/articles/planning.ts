import type { Publish, Settings } from '../../../shared/contract/contract.ts';
import type { Selection } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import type { Plan } from '../../../shared/upload/upload.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import { type PreflightOptions, preflight } from './preflight.ts';
import type { RemoteCache } from './remoteCache.ts';
import { type Survey, type SurveyOptions, surveyDrafts } from './survey.ts';
import { toPlan, toPreflight } from './toPlan.ts';

/** The drafts of an upload and how they are sent. */
export interface SendInput {
  accountId: string;
  selection: Selection;
  includeUnchanged: boolean;
  /** false: articles at the directory are overwritten without a snapshot. */
  takesSnapshots?: boolean | undefined;
}

export interface PlanInput extends SendInput {
  /** Asks the directory what it has; that costs `lookRequests` of a plan made without. */
  look?: boolean | undefined;
  /** A name for this plan while it is made: its progress is published under it, and it can be cancelled. */
  watch?: string | undefined;
}

/** Makes plans of sending. */
export interface Planning {
  /** Returns which of the selected drafts would be sent. */
  survey(
    input: SendInput,
    options?: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void },
  ): Promise<Survey>;
  /** AppError `cancelled` when it was cancelled. */
  plan(input: PlanInput): Promise<Plan>;
  /** Cancels the plan that is made under this name, at once. */
  leave(watch: string): void;
  /** Cancels all of them. */
  stop(): void;
}

export interface PlanningOptions extends Omit<SurveyOptions, 'remoteCache'>, PreflightOptions {
  remoteCache: RemoteCache;
  selectIds(accountId: string, selection: Selection): readonly number[] | Promise<readonly number[]>;
  directory: Pick<DirectoryAccess, 'client' | 'limiter'>;
  settings: () => Settings;
  publish: Publish;
}

/** Milliseconds between two events about the progress of a plan. */
const publishEvery = 250;

/** Makes plans; it remembers only those that are being made. */
export function createPlanning(options: PlanningOptions): Planning {
  const { clock, publish, settings } = options;
  const running = new Map<string, AbortController>();
  let unnamed = 0;

  /** Publishes the progress of one stage, at its end and not too often before. */
  function publisher(watch: string | undefined, stage: 'checking' | 'looking') {
    let publishedAt = Number.NEGATIVE_INFINITY;
    return (done: number, total: number) => {
      const now = clock.monotonic();
      if (watch === undefined || (now - publishedAt < publishEvery && done < total)) return;
      publishedAt = now;
      publish('uploads.planning', { watch, stage, done, total });
    };
  }

  async function make(input: PlanInput, signal: AbortSignal): Promise<Plan> {
    const { accountId, look = false, watch } = input;
    const survey = () => planning.survey(input, { signal, onProgress: publisher(watch, 'checking') });
    const before = await survey();
    if (!look) return toPlan(accountId, before, null, options);
    const drafts = toPreflight(before);
    const onProgress = publisher(watch, 'looking');
    onProgress(0, drafts.length);
    const checked = (done: number) => onProgress(done, drafts.length);
    const state = await preflight(options, accountId, drafts, { signal, checked });
    return toPlan(accountId, await survey(), state, options);
  }

  const planning: Planning = {
    async survey(input, { signal, onProgress } = {}) {
      const { accountId, selection, includeUnchanged, takesSnapshots = true } = input;
      const ids = await options.selectIds(accountId, selection);
      const { batchBytes } = settings();
      const checked = (done: number) => onProgress?.(done, ids.length);
      const about = { accountId, ids, includeUnchanged, batchBytes, takesSnapshots, signal, checked };
      return surveyDrafts(options, about);
    },
    async plan(input) {
      const name = input.watch ?? `unnamed ${++unnamed}`;
      const cancelling = new AbortController();
      running.get(name)?.abort();
      running.set(name, cancelling);
      try {
        return await make(input, cancelling.signal);
      } catch (error) {
        throw cancelling.signal.aborted ? new AppError('cancelled', msg('send.left')) : error;
      } finally {
        if (running.get(name) === cancelling) running.delete(name);
      }
    },
    leave: (watch) => running.get(watch)?.abort(),
    stop() {
      for (const cancelling of running.values()) cancelling.abort();
    },
  };
  return planning;
}
