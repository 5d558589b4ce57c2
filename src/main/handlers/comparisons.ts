import type { ComparisonOutcome } from '../../shared/comparisons/comparison.ts';
import type { HandlersOf } from '../../shared/contract/contract.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { takeField, takeRow } from '../comparisons/takeArticle.ts';
import { takeCrossrefArticle, takeCrossrefField } from '../comparisons/takeFromCrossref.ts';
import { idsToPublish } from '../platform/events.ts';
import type { App } from '../services/createApp.ts';
import { proposeFrom } from '../sources/crossref/proposeFromCrossref.ts';
import { inBatches } from '../store/inBatches.ts';
import type { UndoStep } from '../store/undo/undoWriter.ts';
import { keepRemoved, undoably } from './undoably.ts';

/** Small, because the rules check every imported record. */
const sliceSize = 20;

/** The calls `comparisons.*`: comparisons of a journal's year in the directory with the local drafts. */
export function comparisonHandlers(app: App): HandlersOf<'comparisons'> {
  const { comparisons, context, clock, publish } = app;
  const { crossrefReadings, refuseIfOff } = app.sources;
  const { comparisons: store, toCompare: drafts, transaction } = app.stores;
  // Values that may not be proposed are never stored.
  const propose = (draft: DraftRecord, crossref: DraftRecord) =>
    proposeFrom(draft, crossref, { withAbstract: true });
  const taking = { store, drafts, propose, context, clock };

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
      return row && takeCrossrefArticle(taking, accountId, row, undo);
    }
    const row = store.takenRow(rowId);
    return row && takeRow(taking, accountId, row, undo);
  }

  /** Takes one field into the draft of a row, as one undo step. */
  function takeOne(id: number, rowId: number, take: (accountId: string, undo: UndoStep) => boolean) {
    const { accountId } = store.get(id);
    const about = { accountId, kind: 'takeFromComparison' as const, subject: String(id) };
    return undoably(app, about, async (step) => {
      const isTaken = transaction(() => store.row(id, rowId) !== null && take(accountId, step));
      const row = store.row(id, rowId);
      if (isTaken && row?.draftId) publish('drafts.changed', { accountId, ids: [row.draftId] });
      changed(id);
      return { isTaken };
    });
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
      await undoably(app, about, async (step) => {
        await keepRemoved(app, step, 'comparisons', [id]);
        await keepRemoved(app, step, 'comparison_rows', store.allRowIds(id));
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
      return undoably(app, about, async (step) => {
        try {
          await inBatches(
            wanted,
            (slice) =>
              transaction(() => {
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
        return row !== null && takeField(taking, accountId, row, { path, undo });
      }),
    'comparisons.askCrossref': ({ id }) => {
      refuseIfOff();
      return crossrefReadings.start(id);
    },
    'comparisons.stopCrossref': ({ id }) => crossrefReadings.stop(id),
    'comparisons.versions': ({ id, rowId }) => {
      const row = store.row(id, rowId) && store.wholeRow(rowId);
      if (!row) return { directory: null, crossref: null, draft: null, proposed: null };
      const { crossref, record: directory } = row;
      const draft = row.draftId === null ? null : (drafts.read(row.draftId)?.record ?? null);
      const own = draft ?? directory;
      return { directory, crossref, draft, proposed: own && crossref && propose(own, crossref) };
    },
    'comparisons.takeCrossref': ({ id, rowId, path }) =>
      takeOne(id, rowId, (accountId, undo) => {
        const row = store.wholeRow(rowId);
        return row !== null && takeCrossrefField(taking, accountId, row, { path, undo });
      }),
    'comparisons.setAside': ({ id, rowIds, aside }) => {
      const { accountId } = store.get(id);
      const kind = aside ? ('setAside' as const) : ('putBack' as const);
      return undoably(app, { accountId, kind, subject: String(id) }, async (step) => {
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
