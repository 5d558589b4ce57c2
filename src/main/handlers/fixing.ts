import type { CallData, CallOutput, HandlersOf } from '../../shared/contract/contract.ts';
import type { FixingStatus } from '../../shared/contract/fixing.ts';
import type { Selection } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import {
  countMarks,
  type Fixing,
  type FixingKind,
  idsWithMark,
  markOf,
  type RecordState,
  startFixing,
  stepFixing,
} from '../../shared/fixing/fixing.ts';
import {
  aimsOf,
  aimsOfRequests,
  type FixingAim,
  narrowToAims,
  remainingProblem,
} from '../../shared/fixing/fixingAims.ts';
import { type Message, msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { App } from '../services/createApp.ts';
import type { StoredFixing } from '../store/fixing/fixingStore.ts';

/** The calls `fixing.*`: start fixing mode, work through its records, and queue the fixed records of an upload again. */
export function fixingHandlers(app: App): HandlersOf<'fixing'> {
  const { uploads, publish } = app;
  const { fixings, uploads: uploadItems, reading } = app.stores;

  /** The problem that the record still has; null if it is fixed, undefined if it was deleted. */
  function problemOf({ kind, aims }: Aimed, id: number): Message | null | undefined {
    const facts = fixings.facts(kind, id);
    return facts && remainingProblem(facts, aims);
  }

  function stateOf(aimed: Aimed): (id: number) => RecordState {
    return (id) => {
      const problem = problemOf(aimed, id);
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
    const { id, accountId, kind, uploadId, startedAt, fixing } = stored;
    const { place, isOver, ids } = fixing;
    return {
      id,
      accountId,
      kind,
      uploadId,
      startedAt,
      place,
      isOver,
      recordId: ids[place]!,
      mark: markOf(fixing, place),
      aims: [...stored.aims],
      total: ids.length,
      counts: countMarks(fixing),
      retryable: retryable(stored).length,
    };
  }

  function start(
    given: Aimed & { accountId: string; uploadId: number | null; ids: readonly number[] },
  ): CallOutput<'fixing.start'> {
    const { ids, ...about } = given;
    const { accountId } = about;
    if (ids.length === 0) throw nothingToFix();
    const { fixing, passed } = startFixing(ids, stateOf(about));
    if (fixing.isOver) throw nothingToFix();
    const id = fixings.add({ ...about, fixing, startedAt: isoNow(app) });
    publish('fixing.changed', { accountId, id });
    return { fixing: toStatus(fixings.get(id)), passed };
  }

  async function listed({
    accountId,
    filter,
    sort,
    selection,
    errorsOnly = false,
  }: CallData<'fixing.start'>): Promise<Aimed & { ids: readonly number[] }> {
    const kind = 'article';
    const aims: readonly FixingAim[] = errorsOnly ? ['refusal', 'errors'] : aimsOf(filter);
    const inOrder = (wanted: Selection) => reading.selectInOrder(accountId, wanted, sort);
    const state = stateOf({ kind, aims });
    const openInOrder = async (wanted: Selection) =>
      (await inOrder(wanted)).filter((id) => state(id) === 'open');
    if ('ids' in selection) return { kind, aims, ids: errorsFirst(kind, await openInOrder(selection)) };
    const lists = [];
    for (const one of narrowToAims(filter, aims)) {
      const order = one.readiness?.includes('undecided') ? openInOrder : inOrder;
      lists.push(await order({ filter: one, except: selection.except }));
    }
    return { kind, aims, ids: lists.flat() };
  }

  function errorsFirst(kind: FixingKind, ids: readonly number[]): number[] {
    const hasErrors = new Set(ids.filter((id) => (fixings.facts(kind, id)?.errors ?? 0) > 0));
    return [...ids.filter((id) => hasErrors.has(id)), ...ids.filter((id) => !hasErrors.has(id))];
  }

  function step({ id, place, step: wanted }: CallData<'fixing.step'>) {
    const done = fixings.update(id, isoNow(app), ({ fixing, ...about }) => {
      const isHere = fixing.place === place;
      const result = isHere ? stepFixing(fixing, wanted, stateOf(about)) : stayAt(fixing);
      const remains = result.remains ? (problemOf(about, fixing.ids[place]!) ?? null) : null;
      return { ...result, remains, accountId: about.accountId };
    });
    publish('fixing.changed', { accountId: done.accountId, id });
    return { fixing: toStatus(fixings.get(id)), passed: done.passed, remains: done.remains };
  }

  return {
    'fixing.start': async (input) => start({ ...input, uploadId: null, ...(await listed(input)) }),
    'fixing.startUpload': ({ uploadId, draftIds }) => {
      const { accountId } = uploads.get(uploadId);
      const wanted = draftIds && new Set(draftIds);
      const refused = new Set(uploadItems.retryable(uploadId).map(({ draftId }) => draftId));
      const ids = [...refused].filter((id) => wanted?.has(id) ?? true);
      return start({ accountId, kind: 'article', uploadId, ids, aims: ['refusal', 'errors'] });
    },
    'fixing.startRequests': ({ accountId, list, ids }) => {
      const aimed: Aimed = { kind: 'application', aims: aimsOfRequests(list) };
      const state = stateOf(aimed);
      const open = ids.filter((id) => state(id) === 'open');
      return start({ ...aimed, accountId, uploadId: null, ids: errorsFirst(aimed.kind, open) });
    },
    'fixing.get': ({ id }) => toStatus(fixings.get(id)),
    'fixing.list': ({ accountId }) => fixings.open(accountId).map(toStatus),
    'fixing.records': ({ id, ...page }) => {
      const stored = fixings.get(id);
      return { total: stored.fixing.ids.length, rows: fixings.rows(stored, page) };
    },
    'fixing.step': step,
    'fixing.fixed': ({ id }) => idsWithMark(fixings.get(id).fixing, 'fixed'),
    'fixing.retryPreview': ({ id }) => {
      const stored = fixings.get(id);
      const { uploadId } = stored;
      const itemIds = retryable(stored);
      if (uploadId === null || itemIds.length === 0)
        throw new AppError('state', msg('queue.wrongState.nothingToRetry'));
      return uploads.retryPreview(uploadId, itemIds);
    },
    'fixing.retry': ({ id, plan }) => {
      const stored = fixings.get(id);
      const upload = uploads.retry(plan);
      publish('fixing.changed', { accountId: stored.accountId, id });
      return upload;
    },
  };
}

interface Aimed {
  kind: FixingKind;
  aims: readonly FixingAim[];
}

function stayAt(fixing: Fixing) {
  return { fixing, remains: false, passed: { fixed: 0, gone: 0 } };
}

function nothingToFix(): AppError {
  return fail('fixing.nothing');
}
