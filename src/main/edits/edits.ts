import { randomInt, randomUUID } from 'node:crypto';
import type { CallData, CallOutput, Publish } from '../../shared/contract/contract.ts';
import { msg } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { Scope } from '../platform/scope.ts';
import { createWatchedWork } from '../platform/watchedWork.ts';
import type { Db } from '../store/database.ts';
import type { DraftReading } from '../store/drafts/draftReading.ts';
import { createSince, ListedDrafts } from '../store/drafts/listedDrafts.ts';
import { flushLater } from '../store/flush.ts';
import type { AheadPart, UndoThread } from '../store/undo/undoAhead.ts';
import type { UndoWriter } from '../store/undo/undoWriter.ts';
import { createWorkerRpc } from '../store/workerRpc.ts';
import { retryWhileLocked, writeSignalOf } from '../store/write.ts';
import type { WriteTurns } from '../store/writeTurns.ts';
import {
  changedAccount,
  type EditJob,
  type EditOrder,
  type EditSlice,
  type EditThreadData,
  undoStepOf,
} from './editJob.ts';

/** Ids sent with each order; a slice rarely handles more. */
const idsPerOrder = 1_000;
/** How many of the drafts after these can be computed ahead. */
const aheadPerOrder = 2_000;
/** Milliseconds without an order after which the thread ends and frees its memory. */
const idleFor = 60_000;
/** How many previews are remembered. */
const maxPreviews = 6;

interface StoredPreview {
  job: EditJob;
  /** The drafts that it changes, in the order of the list. */
  ids: readonly number[];
  /** The versions of those. */
  listed: ListedDrafts;
}

/** Previews and applies edits of many drafts in a thread, which starts with the first call. */
export function createEdits(parts: {
  /** The thread's file. */
  worker: URL;
  db: Db;
  reading: Pick<DraftReading, 'select' | 'selectInOrder'>;
  undo: Pick<UndoWriter, 'step'>;
  turns: WriteTurns;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  publish: Publish;
  scope: Scope;
}) {
  const { db, reading, undo, turns, clock, publish, scope } = parts;
  const thread = createWorkerRpc<EditOrder>(parts.worker, {
    idleFor,
    workerData: { file: db.name, signal: writeSignalOf(db) } satisfies EditThreadData,
    broke: msg('edits.broke'),
  });
  const watched = createWatchedWork(msg('edits.cancelled'), clock);
  const previews = new Map<number, StoredPreview>();
  // Another process has other numbers: a window may outlive this one.
  let lastPreview = randomInt(2 ** 40);

  const newJob = (accountId: string, edit: EditJob['edit']) => ({
    id: randomUUID(),
    accountId,
    at: isoNow({ clock }),
    edit,
  });

  /** Handles all ids in slices; stops after the current one on `signal`. */
  async function runInSlices(
    order: Pick<EditOrder, 'what' | 'job'> & { listed?: ListedDrafts },
    ids: readonly number[],
    use: (slice: EditSlice) => void,
    { signal, watch }: { signal: AbortSignal; watch?: string | undefined },
  ): Promise<void> {
    const report = watched.reporter(watch, (name, done, total) =>
      publish('edits.progress', { watch: name, done, total }),
    );
    const { listed, ...rest } = order;
    for (let at = 0; at < ids.length && !signal.aborted; ) {
      const now = ids.slice(at, at + idsPerOrder);
      const next = {
        ...rest,
        ids: now,
        ...(listed && { versions: now.map((id) => listed.stampOf(id) ?? 0) }),
        following: ids.slice(at + idsPerOrder, at + idsPerOrder + aheadPerOrder),
      };
      const slice = await (order.what === 'apply' ? withTurn(() => ask(next)) : ask(next));
      use(slice);
      at += slice.handled;
      report(at, ids.length);
    }
  }
  const ask = async (order: EditOrder) => (await thread.ask(order)) as EditSlice;

  async function withTurn<T>(work: () => Promise<T>): Promise<T> {
    const release = await new Promise<() => void>((resolve) => turns.take(resolve));
    try {
      return await work();
    } finally {
      release();
    }
  }

  function remember(preview: StoredPreview): number {
    previews.set(++lastPreview, preview);
    for (const oldest of previews.keys()) if (previews.size > maxPreviews) previews.delete(oldest);
    return lastPreview;
  }

  function find(id: number): StoredPreview {
    const preview = previews.get(id);
    if (preview) return preview;
    throw fail('edits.previewGone');
  }

  const withScope = (signal: AbortSignal) => AbortSignal.any([signal, scope.signal]);

  /** Runs work whose result is useless once it is cancelled. */
  const cancellable = <T>(watch: string | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    scope.call(() =>
      watched.run(watch, async (own) => {
        const signal = withScope(own);
        const result = await work(signal);
        signal.throwIfAborted();
        return result;
      }),
    );

  async function apply(
    { job, ids, listed }: StoredPreview,
    options: { signal: AbortSignal; watch?: string | undefined },
  ) {
    const counts = { changed: 0, unchanged: 0, known: 0, tooLarge: 0, unreadable: 0 };
    const { since, changed: leftOut } = createSince();
    let undoId: number | null = null;
    try {
      const order = { what: 'apply', job, listed } as const;
      const use = ({ handled, changed, known, tooLarge, unreadable, since: titles }: EditSlice) => {
        titles.forEach(leftOut);
        counts.changed += changed.length;
        counts.known += known;
        counts.tooLarge += tooLarge;
        counts.unreadable += unreadable;
        counts.unchanged += handled - changed.length - known - tooLarge - unreadable - titles.length;
      };
      await turns.whileWriting(async () => {
        await runInSlices(order, ids, use, options);
        await thread.ask({ what: 'end', job, ids: [] });
      });
    } finally {
      undoId = await retryWhileLocked(() =>
        flushLater(db, () => undo.step(undoStepOf(job), { resumes: true }).finish()),
      );
      const accountId = changedAccount(job);
      publish('drafts.changed', { accountId, ids: null });
      publish('undo.changed', { accountId });
    }
    return { ...counts, since, isCancelled: options.signal.aborted, undoId };
  }

  return {
    preview: ({ accountId, selection, sort, edit, watch }: CallData<'edits.preview'>) =>
      cancellable(watch, async (signal): Promise<CallOutput<'edits.preview'>> => {
        const job = newJob(accountId, edit);
        const ids = await reading.selectInOrder(accountId, selection, sort);
        const changed: number[] = [];
        const versions: number[] = [];
        let tooLarge = 0;
        let unreadable = 0;
        const use = (slice: EditSlice) => {
          changed.push(...slice.changed);
          versions.push(...slice.versions);
          tooLarge += slice.tooLarge;
          unreadable += slice.unreadable;
        };
        // An invalid edit is refused even if nothing is selected.
        use(await ask({ what: 'preview', job, ids: [] }));
        await runInSlices({ what: 'preview', job }, ids, use, { signal, watch });
        const id = remember({ job, ids: changed, listed: new ListedDrafts(changed, versions) });
        return { id, selected: ids.length, changed: changed.length, tooLarge, unreadable };
      }),
    copyPreview: ({ accountId, selection, to, watch }: CallData<'edits.copyPreview'>) =>
      cancellable(watch, async (signal): Promise<CallOutput<'edits.copyPreview'>> => {
        const job = newJob(accountId, { do: 'copy', to });
        const ids = await reading.select(accountId, selection, false);
        const fresh: number[] = [];
        const versions: number[] = [];
        let known = 0;
        let tooLarge = 0;
        let unreadable = 0;
        const use = (slice: EditSlice) => {
          fresh.push(...slice.changed);
          versions.push(...slice.versions);
          known += slice.known;
          tooLarge += slice.tooLarge;
          unreadable += slice.unreadable;
        };
        await runInSlices({ what: 'preview', job }, ids, use, { signal, watch });
        const id = remember({ job, ids: fresh, listed: new ListedDrafts(fresh, versions) });
        return { id, selected: ids.length, fresh: fresh.length, known, tooLarge, unreadable };
      }),
    previewRows: async ({ id, offset, limit }: CallData<'edits.previewRows'>) => {
      const { job, ids } = find(id);
      const rows: CallOutput<'edits.previewRows'>['rows'] = [];
      const page = ids.slice(offset, offset + limit);
      const use = (slice: EditSlice) => void rows.push(...slice.rows);
      await runInSlices({ what: 'rows', job }, page, use, { signal: scope.signal });
      return { total: ids.length, rows };
    },
    edit: ({ preview, except, watch }: CallData<'edits.apply'>) => {
      const { job, ids, listed } = find(preview);
      const excluded = new Set(except);
      // Rows that are neighbours in the table are written together, whatever the order of the list.
      const included = ids.filter((id) => !excluded.has(id)).sort((one, other) => one - other);
      const wanted = { job: newJob(job.accountId, job.edit), ids: included, listed };
      const run = (signal: AbortSignal) => apply(wanted, { signal: withScope(signal), watch });
      return scope.call(() => watched.run(watch, run));
    },
    cancel: watched.cancel,
    fixable: ({ accountId, selection, watch }: CallData<'edits.fixable'>) =>
      cancellable(watch, async (signal) => {
        const ids = await reading.select(accountId, selection, false);
        const counts = new Map<string, CallOutput<'edits.fixable'>[number]>();
        const use = ({ fixes }: EditSlice) => {
          for (const { code, label } of fixes) {
            const known = counts.get(`${code} ${label}`);
            if (known) known.count += 1;
            else counts.set(`${code} ${label}`, { code, label, count: 1 });
          }
        };
        const order = { what: 'fixable', job: newJob(accountId, null) } as const;
        await runInSlices(order, ids, use, { signal, watch });
        return [...counts.values()].sort((one, other) => other.count - one.count);
      }),
    /** Runs an undo of many drafts. Meanwhile the thread derives what it needs of the next ones. */
    undoing: <T>(
      { id: stepId, accountId, at }: { id: number; accountId: string; at: string },
      take: (thread: UndoThread) => Promise<T>,
    ): Promise<T> =>
      turns.whileMainWrites((copyLog) => {
        const order = { job: { id: `undo ${stepId}`, accountId, at, edit: null }, ids: [] };
        const derive = (after: number) => thread.ask({ ...order, what: 'undo', undo: { stepId, after } });
        return take({ copyLog, derive: async (after) => (await derive(after)) as AheadPart });
      }),
    /** Ends the thread; the scope has stopped. */
    end: () => thread.end(),
  };
}
