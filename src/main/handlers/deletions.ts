import type { CallInput, HandlersOf } from '../../shared/contract/contract.ts';
import type { Selection } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { maxNamed, nothingSince } from '../../shared/plan.ts';
import {
  listRestore,
  type RestorePlan,
  replacesContent,
  restoreArticle,
} from '../outbox/articles/restoreArticles.ts';
import { seenUpdated } from '../outbox/articles/seenArticle.ts';
import { fail } from '../platform/failures.ts';
import { createPlans } from '../platform/plans.ts';
import type { App } from '../services/createApp.ts';
import type { ArticleToDelete, DraftArticle } from '../store/deletions/deletionStore.ts';
import { createSince } from '../store/drafts/listedDrafts.ts';
import { restoringWith } from './versions.ts';

/** What a person is asked to confirm: the articles of selected drafts, or (`selection` null) those named by their ids. */
interface DeletionPlan {
  accountId: string;
  selection: Selection | null;
  articles: readonly (ArticleToDelete & { hash?: string })[];
}

/** The calls `deletions.*`: articles that are deleted from the directory, and restoring them. */
export function deletionHandlers(app: App): HandlersOf<'deletions'> {
  const { deletions, publish } = app;
  const { deletions: store, reading, transaction } = app.stores;
  const parts = restoringWith(app);
  const plans = createPlans<DeletionPlan>();
  const restores = createPlans<RestorePlan & { deletionId: number }>();
  const articlesOf = async (accountId: string, selection: Selection) =>
    store.articlesOf(await reading.select(accountId, selection, false));

  /** Those of the confirmed articles that are still as the preview showed them. */
  async function unchanged({ accountId, selection, articles }: DeletionPlan) {
    if (selection === null) return { articles, since: nothingSince };
    const now = (await articlesOf(accountId, selection)).articles;
    const listed = new Map(articles.map((one) => [one.draftId, one]));
    const isListed = (one: DraftArticle) => {
      const before = listed.get(one.draftId);
      return before !== undefined && before.remoteId === one.remoteId && before.hash === one.hash;
    };
    // What was read for the preview, and not what is known of the draft.
    const same = now.filter(isListed).map((one) => ({ ...one, seen: listed.get(one.draftId)!.seen }));
    const { since, changed } = createSince(now.filter(({ draftId }) => !listed.has(draftId)).length);
    for (const { draftId } of same) listed.delete(draftId);
    for (const { title } of listed.values()) changed(title);
    return { articles: same, since };
  }

  return {
    'deletions.preview': async ({ accountId, of }) => {
      const selection = 'selection' in of ? of.selection : null;
      const { queued, unknown, ...found } =
        'selection' in of
          ? await articlesOf(accountId, of.selection)
          : { articles: of.articles.map(namedArticle), queued: 0, unknown: 0 };
      const { articles, uncompared, missing } = await deletions.lookAtUnknown<
        DeletionPlan['articles'][number]
      >(accountId, found.articles);
      const id = plans.keep({ accountId, selection, articles });
      const count = articles.length;
      const seconds = deletions.secondsFor(accountId, count);
      return {
        id,
        count,
        titles: articles.slice(0, maxNamed).map(({ title }) => title),
        queued,
        unknown,
        uncompared,
        missing,
        seconds,
      };
    },
    'deletions.start': async ({ plan }) => {
      const confirmed = plans.take(plan);
      const { articles, since } = await unchanged(confirmed.listed);
      return { count: await deletions.add(confirmed, articles), since };
    },
    'deletions.list': ({ accountId, offset, limit }) => deletions.list(accountId, { offset, limit }),
    'deletions.cancel': ({ accountId }) => ({ count: deletions.cancel(accountId) }),
    'deletions.resume': async ({ accountId }) => {
      await deletions.resume(accountId);
      return null;
    },
    'deletions.restorePreview': ({ id }) => {
      const { versionId, draftId } = restorable(id);
      const listed = listRestore(parts, versionId, draftId);
      const [item] = listed.items;
      const { title, into } = item!;
      const replaces = replacesContent(parts, item!);
      return { id: restores.keep({ ...listed, deletionId: id }), title, isNew: into === null, replaces };
    },
    'deletions.restore': ({ plan }) => {
      const confirmed = restores.take(plan);
      const { accountId, deletionId, items } = confirmed.listed;
      const restored = transaction(() => {
        // Another window may have made its draft.
        if (restorable(deletionId).draftId !== items[0]?.draftId)
          throw new AppError('state', msg('versions.changed'));
        const draftId = restoreArticle(parts, confirmed);
        store.setDraft(deletionId, draftId);
        return draftId;
      });
      publish('drafts.changed', { accountId, ids: [restored] });
      publish('deletions.changed', { accountId });
      return { accountId, recordIds: [restored], since: nothingSince };
    },
  };

  function restorable(id: number): { versionId: number; draftId: number } {
    const found = store.restorable(id);
    if (found) return { ...found, draftId: found.draftId ?? 0 };
    throw fail('versions.gone');
  }
}

type Named = Extract<CallInput<'deletions.preview'>['of'], { articles: unknown }>['articles'][number];

function namedArticle({ remoteId, title, updated }: Named): ArticleToDelete {
  return { remoteId, title, draftId: null, seen: updated === undefined ? null : seenUpdated(updated) };
}
