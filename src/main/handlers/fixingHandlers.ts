import type { CallData, HandlersOf, Publish } from '../../shared/contract/contract.ts';
import type { FixingStatus } from '../../shared/contract/fixingCalls.ts';
import type { Selection } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import {
  countMarks,
  type Fixing,
  idsWithMark,
  markOf,
  type RecordState,
  startFixing,
  stepFixing,
} from '../../shared/fixing/fixing.ts';
import { aimsOf, type FixingAim, narrowToAims, remainingProblem } from '../../shared/fixing/fixingAims.ts';
import { type Message, msg } from '../../shared/message.ts';
import type { Upload } from '../../shared/upload/upload.ts';
import { isoNow } from '../platform/clock.ts';
import type { DraftReading } from '../store/drafts/draftReading.ts';
import type { FixingStore, StoredFixing } from '../store/fixing/fixingStore.ts';
import type { UploadStore } from '../store/uploads/uploadStore.ts';

/** The calls `fixing.*`: start fixing mode, work through its records, and queue the fixed records of an upload again. */
export function fixingHandlers(parts: {
  fixings: FixingStore;
  reading: Pick<DraftReading, 'selectInOrder'>;
  uploadItems: Pick<UploadStore, 'retryable'>;
  uploads: { get(id: number): Upload; retry(id: number, itemIds: readonly number[]): Upload };
  clock: { now(): number };
  publish: Publish;
}): HandlersOf<'fixing'> {
  const { fixings, uploadItems, uploads, clock, publish } = parts;

  /** The problem that the draft still has; null if it is fixed, undefined if it was deleted. */
  function problemOf(draftId: number, aims: readonly FixingAim[]): Message | null | undefined {
    const facts = fixings.facts(draftId);
    return facts && remainingProblem(facts, aims);
  }

  function stateOf(aims: readonly FixingAim[]): (draftId: number) => RecordState {
    return (draftId) => {
      const problem = problemOf(draftId, aims);
      if (problem === undefined) return 'gone';
      return problem === null ? 'fixed' : 'open';
    };
  }

  /** The items of the upload that were fixed and can be queued again. */
  function retryable({ uploadId, fixing }: StoredFixing): number[] {
    if (uploadId === null || uploads.get(uploadId).state === 'cancelled') return [];
    const fixed = new Set(idsWithMark(fixing, 'fixed'));
    return uploadItems
      .retryable(uploadId)
      .filter(({ draftId }) => fixed.has(draftId))
      .map(({ id }) => id);
  }

  function toStatus(stored: StoredFixing): FixingStatus {
    const { id, accountId, uploadId, startedAt, fixing } = stored;
    const { place, isOver, ids } = fixing;
    return {
      id,
      accountId,
      uploadId,
      startedAt,
      place,
      isOver,
      draftId: ids[place]!,
      mark: markOf(fixing, place),
      total: ids.length,
      counts: countMarks(fixing),
      retryable: retryable(stored).length,
    };
  }

  function start(given: {
    accountId: string;
    uploadId: number | null;
    ids: readonly number[];
    aims: readonly FixingAim[];
  }) {
    const { accountId, uploadId, ids, aims } = given;
    if (ids.length === 0) throw nothingToFix();
    const { fixing, passed } = startFixing(ids, stateOf(aims));
    if (fixing.isOver) throw nothingToFix();
    const id = fixings.add({ accountId, uploadId, aims, fixing, startedAt: isoNow({ clock }) });
    publish('fixing.changed', { accountId, id });
    return { fixing: toStatus(fixings.get(id)), passed };
  }

  async function listed({
    accountId,
    filter,
    sort,
    selection,
  }: CallData<'fixing.start'>): Promise<{ ids: readonly number[]; aims: readonly FixingAim[] }> {
    const aims = aimsOf(filter);
    const inOrder = (wanted: Selection) => parts.reading.selectInOrder(accountId, wanted, sort);
    if ('ids' in selection) {
      const state = stateOf(aims);
      return { ids: (await inOrder(selection)).filter((id) => state(id) === 'open'), aims };
    }
    const narrowed = narrowToAims(filter, aims);
    const ids = narrowed ? await inOrder({ filter: narrowed, except: selection.except }) : [];
    return { ids, aims };
  }

  function step({ id, place, step: wanted }: CallData<'fixing.step'>) {
    const done = fixings.update(id, isoNow({ clock }), ({ accountId, aims, fixing }) => {
      const isHere = fixing.place === place;
      const result = isHere ? stepFixing(fixing, wanted, stateOf(aims)) : stayAt(fixing);
      const remains = result.remains ? (problemOf(fixing.ids[place]!, aims) ?? null) : null;
      return { ...result, remains, accountId };
    });
    publish('fixing.changed', { accountId: done.accountId, id });
    return { fixing: toStatus(fixings.get(id)), passed: done.passed, remains: done.remains };
  }

  return {
    'fixing.start': async (input) => start({ ...input, uploadId: null, ...(await listed(input)) }),
    'fixing.startUpload': ({ uploadId }) => {
      const { accountId } = uploads.get(uploadId);
      const ids = [...new Set(uploadItems.retryable(uploadId).map(({ draftId }) => draftId))];
      return start({ accountId, uploadId, ids, aims: ['refusal', 'errors'] });
    },
    'fixing.get': ({ id }) => toStatus(fixings.get(id)),
    'fixing.list': ({ accountId }) => fixings.open(accountId).map(toStatus),
    'fixing.records': ({ id, ...page }) => {
      const { fixing } = fixings.get(id);
      return { total: fixing.ids.length, rows: fixings.rows(fixing, page) };
    },
    'fixing.step': step,
    'fixing.retry': ({ id }) => {
      const stored = fixings.get(id);
      const { uploadId } = stored;
      const itemIds = retryable(stored);
      if (uploadId === null || itemIds.length === 0)
        throw new AppError('state', msg('queue.wrongState.nothingToRetry'));
      const upload = uploads.retry(uploadId, itemIds);
      publish('fixing.changed', { accountId: stored.accountId, id });
      return upload;
    },
  };
}

function stayAt(fixing: Fixing) {
  return { fixing, remains: false, passed: { fixed: 0, gone: 0 } };
}

function nothingToFix(): AppError {
  return new AppError('state', msg('fixing.nothing.message'), { fix: msg('fixing.nothing.fix') });
}
