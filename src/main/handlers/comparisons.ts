import type { ComparisonOutcome } from '../../shared/comparisons/comparison.ts';
import type { HandlersOf, Publish } from '../../shared/contract/contract.ts';
import type { Comparisons } from '../comparisons/comparisons.ts';
import { takeField, takeRow } from '../comparisons/takeArticle.ts';
import {
  type TakeCrossrefParts,
  takeCrossrefArticle,
  takeCrossrefField,
} from '../comparisons/takeFromCrossref.ts';
import { idsToPublish } from '../platform/events.ts';
import type { CrossrefReadings } from '../sources/crossref/crossrefReadings.ts';
import type { ComparisonStore } from '../store/comparisons/comparisonStore.ts';
import { inBatches } from '../store/inBatches.ts';
import type { UndoSource } from '../store/undo/undoSources.ts';
import type { UndoStep, UndoWriter } from '../store/undo/undoWriter.ts';
import { undoably } from './undoably.ts';

/** Small, because the rules check every imported record. */
const sliceSize = 20;

/** The calls `comparisons.*`: comparisons of a journal's year in the directory with the local drafts. */
export function comparisonHandlers(
  parts: TakeCrossrefParts & {
    comparisons: Comparisons;
    crossrefReadings: CrossrefReadings;
    /** Throws AppError `state` unless the user allows requests to other servers. */
    refuseIfOff: () => void;
    store: ComparisonStore;
    transaction: <T>(work: () => T) => T;
    undo: UndoWriter;
    publish: Publish;
  },
): HandlersOf<'comparisons'> {
  const { comparisons, crossrefReadings, store, publish } = parts;

  /** Publishes the current state to every window. */
  function changed(id: number) {
    const run = store.get(id);
    publish('comparisons.changed', run);
    return run;
  }

  /** Takes a row's article into a draft, from Crossref if only Crossref has it. */
  function takeInto(accountId: string, outcome: ComparisonOutcome, rowId: number, undo: UndoStep) {
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
    'comparisons.start': (wanted) => comparisons.start(wanted),
    'comparisons.list': ({ accountId }) => store.list(accountId),
    'comparisons.get': ({ id }) => store.get(id),
    'comparisons.rows': ({ id, ...filter }) => {
      store.get(id);
      return store.rows(id, filter);
    },
    'comparisons.row': ({ id, rowId }) => store.row(id, rowId),
    'comparisons.stop': ({ id }) => comparisons.stop(id),
    'comparisons.remove': async ({ id }) => {
      await crossrefReadings.stop(id);
      const { accountId, journalTitle, year } = await comparisons.stop(id);
      const name = `${journalTitle} ${year}`;
      const about = { accountId, kind: 'removeComparison' as const, subject: String(id), name };
      await undoably(parts, about, async (step) => {
        await keepRemoved(step, 'comparisons', [id]);
        await keepRemoved(step, 'comparison_rows', store.allRowIds(id));
        await comparisons.remove(id);
        return {};
      });
      return null;
    },
    'comparisons.take': async ({ id, outcome, rowIds }) => {
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
    'comparisons.takeField': ({ id, rowId, path }) =>
      takeOne(id, rowId, (accountId, undo) => {
        const row = store.takenRow(rowId);
        return row !== null && takeField(parts, accountId, row, { path, undo });
      }),
    'comparisons.askCrossref': ({ id }) => {
      parts.refuseIfOff();
      return crossrefReadings.start(id);
    },
    'comparisons.stopCrossref': ({ id }) => crossrefReadings.stop(id),
    'comparisons.versions': ({ id, rowId }) => {
      const row = store.row(id, rowId) && store.wholeRow(rowId);
      if (!row) return { directory: null, crossref: null, draft: null, proposed: null };
      const { crossref, record: directory } = row;
      const draft = row.draftId === null ? null : (parts.drafts.read(row.draftId)?.record ?? null);
      const own = draft ?? directory;
      return { directory, crossref, draft, proposed: own && crossref && parts.propose(own, crossref) };
    },
    'comparisons.takeCrossref': ({ id, rowId, path }) =>
      takeOne(id, rowId, (accountId, undo) => {
        const row = store.wholeRow(rowId);
        return row !== null && takeCrossrefField(parts, accountId, row, { path, undo });
      }),
    'comparisons.setAside': ({ id, rowIds, aside }) => {
      const { accountId } = store.get(id);
      const kind = aside ? ('setAside' as const) : ('putBack' as const);
      return undoably(parts, { accountId, kind, subject: String(id) }, async (step) => {
        await store.setAside(id, rowIds, aside, (rowId, change) =>
          step.change({ source: 'comparison_rows', id: rowId }, 'changed', change),
        );
        return { run: changed(id) };
      });
    },
    'comparisons.draftIds': ({ id, outcomes }) => {
      store.get(id);
      return { draftIds: store.draftIds(id, outcomes) };
    },
  };
}
