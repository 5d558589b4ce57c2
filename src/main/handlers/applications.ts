import type { BulkException } from '../../shared/application/applicationDraft.ts';
import type { HandlersOf } from '../../shared/contract/contract.ts';
import { refuseLargeRecord } from '../../shared/draft/recordLimits.ts';
import { maxNamed, type Since } from '../../shared/plan.ts';
import { changedFields } from '../outbox/applications/changedFields.ts';
import { isoNow } from '../platform/clock.ts';
import { idsToPublish } from '../platform/events.ts';
import { createPlans } from '../platform/plans.ts';
import type { App } from '../services/createApp.ts';
import type { PurgedApplications } from '../store/applications/applicationStore.ts';
import { inBatches } from '../store/inBatches.ts';
import { undoably, undoablyFixed } from './undoably.ts';

/** The calls `applications.*`. */
export function applicationHandlers(app: App): HandlersOf<'applications'> {
  const { applications, rules } = app;
  const store = app.stores.applications;
  const now = () => isoNow(app);
  const purges = createPlans<PurgedApplications>();

  function changing(accountId: string, ids: readonly number[], count: number): { count: number } {
    if (count > 0) {
      app.publish('applications.changed', { accountId, ids: idsToPublish(ids) });
    }
    return { count };
  }

  /** Moves applications to the trash or back, one transaction per slice, so that it can be undone. */
  function move(
    kind: 'trashApplications' | 'restoreApplications',
    { accountId, ids }: { accountId: string; ids: readonly number[] },
    moveOne: (id: number) => number,
  ): Promise<{ count: number; undoId: number | null }> {
    const what = kind === 'trashApplications' ? 'trashed' : 'restored';
    return undoably(app, { accountId, kind }, async (step) => {
      let count = 0;
      const moveSlice = (slice: readonly number[]) =>
        store.transaction(() => {
          for (const id of slice)
            if (step.change({ source: 'applications', id }, what, () => moveOne(id) > 0)) count += 1;
        });
      try {
        await inBatches(ids, moveSlice);
      } finally {
        changing(accountId, ids, count);
      }
      return { count };
    });
  }

  return {
    'applications.list': ({ accountId, filter, ...range }) => store.list(accountId, filter, range),
    'applications.changedFields': ({ accountId }) => changedFields({ store, rules }, accountId),
    'applications.counts': ({ accountId }) => store.counts(accountId),
    'applications.get': ({ id }) => applications.view(id),
    'applications.create': ({ accountId, journalId, record }) => {
      if (record) refuseLargeRecord(record);
      return applications.create({ accountId, journalId, record });
    },
    'applications.save': async ({ id, version, record, fixing }) => {
      refuseLargeRecord(record);
      const { accountId, base } = store.get(id);
      const derived = rules.derive(accountId, record, base);
      const save = () => store.save({ id, version, derived, at: now() });
      const view = await store.flushLater(() => {
        if (fixing === undefined) save();
        else
          undoablyFixed(app, { accountId, fixing }, (step) => ({
            isChanged: store.transaction(() =>
              step.change({ source: 'applications', id }, 'changed', () => save() !== undefined),
            ),
          }));
        // What somebody else saves during the flush is not part of this answer.
        return applications.view(id);
      });
      app.publish('applications.changed', { accountId, ids: [id] });
      return view;
    },
    'applications.refreshBase': ({ id }) => applications.refreshBase(id),
    'applications.trash': (given) => {
      app.access.get(given.accountId);
      const at = now();
      return move('trashApplications', given, (id) => store.trash(given.accountId, [id], at));
    },
    'applications.restore': (given) => {
      app.access.get(given.accountId);
      return move('restoreApplications', given, (id) => store.restore(given.accountId, [id]));
    },
    'applications.purgePreview': ({ accountId, ids }) => {
      const listed = store.listTrash(accountId, ids);
      const titles = listed.slice(0, maxNamed).map(({ title }) => title);
      return { id: purges.keep({ accountId, applications: listed }), count: listed.length, titles };
    },
    'applications.purge': ({ plan }) => {
      const confirmed = purges.take(plan);
      const { accountId, applications: listed } = confirmed.listed;
      const { count, since } = store.purge(confirmed);
      const ids = listed.map(({ id }) => id);
      return { ...changing(accountId, ids, count), since };
    },
    'applications.plan': (input) => applications.plan(input),
    'applications.send': ({ plan }) => applications.send(plan),
    'applications.unkeptPreview': (input) => applications.unkeptPreview(input),
    'applications.sendUnkept': ({ plan }) => applications.sendUnkept(plan),
    'applications.cancel': (input) => ({ count: applications.cancel(input) }),
    'applications.lookUp': ({ id }) => applications.lookUp(id),
    'applications.refresh': ({ accountId, ids }) => applications.refresh({ accountId, ids }),
    'applications.deletePreview': ({ id }) => applications.deletePreview(id),
    'applications.delete': ({ plan }) => applications.delete(plan),
    'applications.previewMany': ({ changes, ...input }) =>
      applications.previewMany({ ...input, changesFor: () => changes }),
    'applications.createMany': (input) => createUndoably(app, input),
  };
}

/** Creates or changes one draft Update Request per journal, as one undo step. */
function createUndoably(
  app: App,
  { plan, except }: { plan: string; except?: readonly BulkException[] | undefined },
): Promise<{ ids: number[]; since: Since; undoId: number | null }> {
  const accountId = app.applications.accountOfMany(plan);
  return undoably(app, { accountId, kind: 'createMany' }, (step) =>
    app.applications.createMany(plan, {
      except,
      created: (id) => step.created({ source: 'applications', id }),
      changing: (id, change) => void step.change({ source: 'applications', id }, 'changed', change),
    }),
  );
}
