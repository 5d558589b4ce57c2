import type { Publish, Settings } from '../../shared/contract/contract.ts';
import type { Selection } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { Plan } from '../../shared/upload/upload.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { type LookAheadParts, lookAhead } from './lookAhead.ts';
import { type Survey, type SurveyParts, surveyDrafts } from './survey.ts';
import { toLook, toPlan } from './toPlan.ts';

/** What an upload is made of. */
export interface SendInput {
  accountId: string;
  selection: Selection;
  includeUnchanged: boolean;
  /** false: what is at the directory is overwritten without being fetched and kept first. */
  keepEarlier?: boolean | undefined;
}

export interface PlanInput extends SendInput {
  /** Whether the directory is asked what is there; it costs `lookRequests` of a plan made without. */
  look?: boolean | undefined;
  /** A name for this plan while it is made: how far it is is told under it, and it can be left. */
  watch?: string | undefined;
}

/** Makes plans of sending. */
export interface Planning {
  /** Which of the selected drafts would be sent. */
  survey(
    input: SendInput,
    options?: { signal?: AbortSignal; told?: (done: number, total: number) => void },
  ): Promise<Survey>;
  /** AppError `cancelled` when it was left. */
  plan(input: PlanInput): Promise<Plan>;
  /** Gives up the plan that is made under this name, at once; does nothing where there is none. */
  leave(watch: string): void;
  /** Gives up all of them. */
  stop(): void;
}

/** Milliseconds between two words about how far a plan is. */
const tellEvery = 250;

/** Makes the maker of plans; it remembers only those that are being made. */
export function createPlanning(
  parts: SurveyParts &
    LookAheadParts & {
      drafts: {
        selectIds(accountId: string, selection: Selection): readonly number[] | Promise<readonly number[]>;
      };
      directory: Pick<DirectoryAccess, 'client' | 'limiter'>;
      settings: () => Settings;
      publish: Publish;
    },
): Planning {
  const making = new Map<string, AbortController>();
  let unnamed = 0;

  /** Tells of one stage, at its end and not too often before. */
  function teller(watch: string | undefined, stage: 'checking' | 'looking') {
    let toldAt = Number.NEGATIVE_INFINITY;
    return (done: number, total: number) => {
      const now = parts.clock.monotonic();
      if (watch === undefined || (now - toldAt < tellEvery && done < total)) return;
      toldAt = now;
      parts.publish('uploads.planning', { watch, stage, done, total });
    };
  }

  const planning: Planning = {
    async survey({ accountId, selection, includeUnchanged, keepEarlier = true }, { signal, told } = {}) {
      const ids = await parts.drafts.selectIds(accountId, selection);
      const { batchBytes } = parts.settings();
      const checked = (done: number) => told?.(done, ids.length);
      const options = { accountId, ids, includeUnchanged, batchBytes, keepEarlier, checked };
      return surveyDrafts(parts, { ...options, ...(signal ? { signal } : {}) });
    },
    async plan(input) {
      const { accountId, look = false, watch } = input;
      const name = watch ?? `unnamed ${++unnamed}`;
      const leaving = new AbortController();
      making.get(name)?.abort();
      making.set(name, leaving);
      const { signal } = leaving;
      try {
        const surveyed = () => planning.survey(input, { signal, told: teller(watch, 'checking') });
        const before = await surveyed();
        if (!look) return toPlan(accountId, before, null, parts);
        const drafts = toLook(before);
        const told = teller(watch, 'looking');
        told(0, drafts.length);
        const there = await lookAhead(parts, accountId, drafts, {
          signal,
          looked: (done) => told(done, drafts.length),
        });
        return toPlan(accountId, await surveyed(), there, parts);
      } catch (error) {
        throw signal.aborted ? new AppError('cancelled', msg('send.left')) : error;
      } finally {
        if (making.get(name) === leaving) making.delete(name);
      }
    },
    leave: (watch) => making.get(watch)?.abort(),
    stop() {
      for (const leaving of making.values()) leaving.abort();
    },
  };
  return planning;
}
