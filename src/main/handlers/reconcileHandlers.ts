import type { Handlers, Publish } from '../../shared/contract.ts';
import type { Reconciliations } from '../reconcile/reconciliations.ts';
import { type TakeParts, takeRow } from '../reconcile/takeArticles.ts';
import { inSlices } from '../store/inSlices.ts';
import type { ReconcileStore } from '../store/reconcileStore.ts';

type ReconcileCalls = Extract<keyof Handlers, `reconcile.${string}`>;

/** Small, since the rules judge every record that is taken. */
const sliceSize = 20;

/** The calls `reconcile.*`: comparisons of a journal's year at the directory with the drafts here. */
export function reconcileHandlers(
  parts: TakeParts & {
    reconciliations: Reconciliations;
    store: ReconcileStore;
    transaction: (work: () => void) => void;
    publish: Publish;
  },
): Pick<Handlers, ReconcileCalls> {
  const { reconciliations, store, publish } = parts;

  /** How it stands now, told to every window. */
  function changed(id: number) {
    const run = store.get(id);
    publish('reconcile.changed', run);
    return run;
  }

  return {
    'reconcile.start': (wanted) => reconciliations.start(wanted),
    'reconcile.list': ({ accountId }) => store.list(accountId),
    'reconcile.get': ({ id }) => store.get(id),
    'reconcile.rows': ({ id, ...filter }) => {
      store.get(id);
      return store.rows(id, filter);
    },
    'reconcile.stop': ({ id }) => reconciliations.stop(id),
    'reconcile.remove': async ({ id }) => {
      await reconciliations.remove(id);
      return null;
    },
    'reconcile.take': async ({ id, outcome, rowIds }) => {
      const { accountId } = store.get(id);
      const wanted = store.rowIds(id, outcome, rowIds);
      const taken: number[] = [];
      try {
        await inSlices(
          wanted,
          (slice) =>
            parts.transaction(() => {
              for (const rowId of slice) {
                const row = store.takenRow(rowId);
                const draftId = row && takeRow(parts, accountId, row);
                if (draftId !== null) taken.push(draftId);
              }
            }),
          { size: sliceSize },
        );
      } finally {
        if (taken.length > 0)
          publish('drafts.changed', { accountId, ids: taken.length > 500 ? null : taken });
        changed(id);
      }
      return { taken: taken.length, left: wanted.length - taken.length };
    },
    'reconcile.setAside': async ({ id, rowIds, aside }) => {
      await store.setAside(id, rowIds, aside);
      return changed(id);
    },
    'reconcile.draftIds': ({ id, outcomes }) => {
      store.get(id);
      return { draftIds: store.draftIds(id, outcomes) };
    },
  };
}
