import type { HandlersOf, Publish } from '../../shared/contract/contract.ts';
import type { ReconcileOutcome } from '../../shared/reconcile/reconciling.ts';
import { idsToPublish } from '../platform/events.ts';
import type { Reconciliations } from '../reconcile/reconciliations.ts';
import { takeField, takeRow } from '../reconcile/takeArticle.ts';
import {
  type TakeCrossrefParts,
  takeCrossrefArticle,
  takeCrossrefField,
} from '../reconcile/takeFromCrossref.ts';
import type { CrossrefReadings } from '../sources/crossref/crossrefReadings.ts';
import { inBatches } from '../store/inBatches.ts';
import type { ReconcileStore } from '../store/reconcile/reconcileStore.ts';
import type { UndoSource } from '../store/undo/undoSources.ts';
import type { UndoStep, UndoWriter } from '../store/undo/undoWriter.ts';
import { undoably } from './undoably.ts';

/** Small, because the rules check every imported record. */
const sliceSize = 20;

/** The calls `reconcile.*`: comparisons of a journal's year in the directory with the local drafts. */
export function reconcileHandlers(
  parts: TakeCrossrefParts & {
    reconciliations: Reconciliations;
    crossrefReadings: CrossrefReadings;
    /** Throws AppError `state` unless the user allows requests to other servers. */
    refuseIfOff: () => void;
    store: ReconcileStore;
    transaction: <T>(work: () => T) => T;
    undo: UndoWriter;
    publish: Publish;
  },
): HandlersOf<'reconcile'> {
  const { reconciliations, crossrefReadings, store, publish } = parts;

  /** Publishes the current state to every window. */
  function changed(id: number) {
    const run = store.get(id);
    publish('reconcile.changed', run);
    return run;
  }

  /** Takes a row's article into a draft, from Crossref if only Crossref has it. */
  function takeInto(accountId: string, outcome: ReconcileOutcome, rowId: number, undo: UndoStep) {
    if (outcome === 'crossref-only') {
      const row = store.wholeRow(rowId);
      return row && takeCrossrefArticle(parts, accountId, row, undo);
    }
    const row = store.takenRow(rowId);
    return row && takeRow(parts, accountId, row, undo);
  }

  /** Takes one field into the draft of a row, as one undo step. */
  function takeOne(id: number, rowId: number, take: (accountId: string, undo: UndoStep) => boolean) {
    const { accountId } = store.get(id);
    const about = { accountId, kind: 'takeFromComparison' as const, subject: String(id) };
    return undoably(parts, about, async (step) => {
      const isTaken = parts.transaction(() => store.row(id, rowId) !== null && take(accountId, step));
      const row = store.row(id, rowId);
      if (isTaken && row?.draftId) publish('drafts.changed', { accountId, ids: [row.draftId] });
      changed(id);
      return { isTaken };
    });
  }

  /** Stores rows that are about to be deleted. */
  function keepRemoved(step: UndoStep, source: UndoSource, ids: readonly number[]): Promise<void> {
    return inBatches(ids, (slice) =>
      parts.transaction(() => {
        for (const id of slice) step.change({ source, id }, 'removed', () => true);
      }),
    );
  }

  return {
    'reconcile.start': (wanted) => reconciliations.start(wanted),
    'reconcile.list': ({ accountId }) => store.list(accountId),
    'reconcile.get': ({ id }) => store.get(id),
    'reconcile.rows': ({ id, ...filter }) => {
      store.get(id);
      return store.rows(id, filter);
    },
    'reconcile.row': ({ id, rowId }) => store.row(id, rowId),
    'reconcile.stop': ({ id }) => reconciliations.stop(id),
    'reconcile.remove': async ({ id }) => {
      await crossrefReadings.stop(id);
      const { accountId, journalTitle, year } = await reconciliations.stop(id);
      const name = `${journalTitle} ${year}`;
      const about = { accountId, kind: 'removeComparison' as const, subject: String(id), name };
      await undoably(parts, about, async (step) => {
        await keepRemoved(step, 'reconciliations', [id]);
        await keepRemoved(step, 'reconciliation_rows', store.allRowIds(id));
        await reconciliations.remove(id);
        return {};
      });
      return null;
    },
    'reconcile.take': async ({ id, outcome, rowIds }) => {
      const { accountId } = store.get(id);
      const wanted = store.rowIds(id, outcome, rowIds);
      const taken: number[] = [];
      const about = { accountId, kind: 'takeFromComparison' as const, subject: String(id) };
      return undoably(parts, about, async (step) => {
        try {
          await inBatches(
            wanted,
            (slice) =>
              parts.transaction(() => {
                for (const rowId of slice) {
                  const draftId = takeInto(accountId, outcome, rowId, step);
                  if (draftId !== null) taken.push(draftId);
                }
              }),
            { size: sliceSize },
          );
        } finally {
          if (taken.length > 0) publish('drafts.changed', { accountId, ids: idsToPublish(taken) });
          changed(id);
        }
        return { taken: taken.length, left: wanted.length - taken.length };
      });
    },
    'reconcile.takeField': ({ id, rowId, path }) =>
      takeOne(id, rowId, (accountId, undo) => {
        const row = store.takenRow(rowId);
        return row !== null && takeField(parts, accountId, row, { path, undo });
      }),
    'reconcile.askCrossref': ({ id }) => {
      parts.refuseIfOff();
      return crossrefReadings.start(id);
    },
    'reconcile.stopCrossref': ({ id }) => crossrefReadings.stop(id),
    'reconcile.versions': ({ id, rowId }) => {
      const row = store.row(id, rowId) && store.wholeRow(rowId);
      if (!row) return { directory: null, crossref: null, draft: null, proposed: null };
      const { crossref, record: directory } = row;
      const draft = row.draftId === null ? null : (parts.drafts.read(row.draftId)?.record ?? null);
      const own = draft ?? directory;
      return { directory, crossref, draft, proposed: own && crossref && parts.propose(own, crossref) };
    },
    'reconcile.takeCrossref': ({ id, rowId, path }) =>
      takeOne(id, rowId, (accountId, undo) => {
        const row = store.wholeRow(rowId);
        return row !== null && takeCrossrefField(parts, accountId, row, { path, undo });
      }),
    'reconcile.setAside': ({ id, rowIds, aside }) => {
      const { accountId } = store.get(id);
      const kind = aside ? ('setAside' as const) : ('putBack' as const);
      return undoably(parts, { accountId, kind, subject: String(id) }, async (step) => {
        await store.setAside(id, rowIds, aside, (rowId, change) =>
          step.change({ source: 'reconciliation_rows', id: rowId }, 'changed', change),
        );
        return { run: changed(id) };
      });
    },
    'reconcile.draftIds': ({ id, outcomes }) => {
      store.get(id);
      return { draftIds: store.draftIds(id, outcomes) };
    },
  };
}
