import { blankArticle } from '../../../shared/article/article.ts';
import { checkArticle } from '../../../shared/article/articleRules.ts';
import { setJournal } from '../../../shared/article/edits/setJournal.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { Draft, Selection } from '../../../shared/draft/draft.ts';
import { refuseLargeRecord } from '../../../shared/draft/recordLimits.ts';
import { isoNow } from '../../platform/clock.ts';
import { idsToPublish } from '../../platform/events.ts';
import { createPlans } from '../../platform/plans.ts';
import type { App } from '../../services/createApp.ts';
import { draftColumns } from '../../store/drafts/draftColumns.ts';
import type { AroundDraft, PurgePlan, StoredDraft } from '../../store/drafts/draftStore.ts';
import { undoably, undoablyFixed } from '../undoably.ts';

type DraftCalls =
  | 'drafts.list'
  | 'drafts.place'
  | 'drafts.facets'
  | 'drafts.facetValues'
  | 'drafts.get'
  | 'drafts.create'
  | 'drafts.discardBlank'
  | 'drafts.save'
  | 'drafts.trash'
  | 'drafts.assign'
  | 'drafts.restore'
  | 'drafts.purgePreview'
  | 'drafts.purge';

/** Drafts: list, count, read, create, save in any state, check, and move to the trash and back. */
export function draftHandlers(app: App): Pick<Handlers, DraftCalls> {
  const { context: contextOf, publish } = app;
  const { drafts: draftStore, reading } = app.stores;

  const now = () => isoNow(app);
  const purges = createPlans<PurgePlan>();
  const withFindings = (draft: StoredDraft): Draft => ({
    ...draft,
    findings: checkArticle(draft.record, contextOf(draft.accountId)),
  });

  /** Changes drafts so that it can be undone. */
  function change(
    kind: 'trash' | 'restore' | 'assign',
    { accountId, selection }: { accountId: string; selection: Selection },
    work: (around: AroundDraft) => Promise<number>,
  ): Promise<{ count: number; undoId: number | null }> {
    const what = ({ trash: 'trashed', restore: 'restored', assign: 'changed' } as const)[kind];
    return undoably(app, { accountId, kind }, (step) =>
      changing(
        accountId,
        selection,
        work((id, run) => step.change({ source: 'drafts', id }, what, run)),
      ),
    );
  }

  /** Publishes which drafts have changed, even if an error occurred midway. */
  async function changing(
    accountId: string,
    selection: Selection,
    work: Promise<number>,
  ): Promise<{ count: number }> {
    try {
      return { count: await work };
    } finally {
      const ids = 'ids' in selection ? idsToPublish(selection.ids) : null;
      publish('drafts.changed', { accountId, ids });
    }
  }

  return {
    'drafts.list': ({ accountId, filter, sort, offset, limit }) =>
      reading.list(accountId, filter, sort, { offset, limit }),
    'drafts.place': ({ accountId, filter, sort, id }) => reading.place(accountId, filter, sort, id),
    'drafts.facets': ({ accountId, filter }) => reading.facets(accountId, filter),
    'drafts.facetValues': ({ accountId, filter, facet, search, limit }) =>
      reading.facetValues(accountId, filter, facet, { search, limit }),
    'drafts.get': ({ id }) => withFindings(draftStore.get(id)),
    'drafts.create': ({ accountId, record = blankArticle() }) => {
      refuseLargeRecord(record);
      const draft = draftColumns(record, contextOf(accountId));
      const created = draftStore.create({ accountId, draft, at: now() });
      publish('drafts.changed', { accountId, ids: [created.id] });
      return { ...created, findings: draft.findings };
    },
    'drafts.discardBlank': ({ id }) => {
      const { accountId, record } = draftStore.get(id);
      const withoutJournal = setJournal(record, { pissn: null, eissn: null });
      const isBlank = JSON.stringify(withoutJournal) === JSON.stringify(blankArticle());
      if (!isBlank || !draftStore.removeUnchanged(id)) return { isDiscarded: false };
      publish('drafts.changed', { accountId, ids: [id] });
      return { isDiscarded: true };
    },
    'drafts.save': async ({ id, version, record, fixing }) => {
      refuseLargeRecord(record);
      const { accountId } = draftStore.get(id);
      const draft = draftColumns(record, contextOf(accountId));
      const save = (around?: AroundDraft) => draftStore.save({ id, version, draft, at: now() }, around);
      const saved = await draftStore.flushLater(() =>
        fixing === undefined
          ? save()
          : undoablyFixed(app, { accountId, fixing }, (step) =>
              save((one, run) => step.change({ source: 'drafts', id: one }, 'changed', run)),
            ),
      );
      publish('drafts.changed', { accountId, ids: [id] });
      return { ...saved, findings: draft.findings };
    },
    'drafts.trash': (given) =>
      change('trash', given, (around) => draftStore.trash(given.accountId, given.selection, now(), around)),
    'drafts.assign': ({ review, assignee, ...given }) => {
      const set = { ...(review !== undefined && { review }), ...(assignee !== undefined && { assignee }) };
      return change('assign', given, (around) =>
        draftStore.assign(given.accountId, given.selection, set, around),
      );
    },
    'drafts.restore': (given) =>
      change('restore', given, (around) => draftStore.restore(given.accountId, given.selection, around)),
    'drafts.purgePreview': async ({ accountId, selection }) => {
      const { listed, titles } = await draftStore.listTrash(accountId, selection);
      const id = purges.keep({ accountId, selection, listed });
      return { id, count: listed.size, titles };
    },
    'drafts.purge': async ({ plan }) => {
      const confirmed = purges.take(plan);
      const { accountId, selection } = confirmed.listed;
      const done = draftStore.purge(confirmed);
      await changing(
        accountId,
        selection,
        done.then(({ count }) => count),
      );
      return done;
    },
  };
}
