import type { HandlersOf, Publish } from '../../shared/contract/contract.ts';
import type { Selection } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { Deletions } from '../outbox/articles/deletions.ts';
import { type RestoreOptions, restoreArticle } from '../outbox/articles/restoreArticles.ts';
import { idsToPublish } from '../platform/events.ts';
import type { DeletionStore } from '../store/deletions/deletionStore.ts';
import type { DraftReading } from '../store/drafts/draftReading.ts';

/** The calls `deletions.*`: articles that are deleted from the directory, and restoring them. */
export function deletionHandlers(
  parts: RestoreOptions & {
    deletions: Deletions;
    store: Pick<DeletionStore, 'articlesOf' | 'restorable' | 'setDraft'>;
    reading: Pick<DraftReading, 'select'>;
    publish: Publish;
  },
): HandlersOf<'deletions'> {
  const { deletions, store, reading, publish } = parts;
  const articlesOf = async (accountId: string, selection: Selection) =>
    store.articlesOf(await reading.select(accountId, selection, false));
  return {
    'deletions.preview': async ({ accountId, selection }) => {
      const { articles, queued, unknown } = await articlesOf(accountId, selection);
      const count = articles.length;
      const seconds = deletions.secondsFor(accountId, count);
      return { count, title: articles[0]?.title ?? '', queued, unknown, seconds };
    },
    'deletions.start': async ({ accountId, of }) => {
      const articles =
        'selection' in of
          ? (await articlesOf(accountId, of.selection)).articles
          : of.articles.map((one) => ({ ...one, draftId: null }));
      return { count: await deletions.add(accountId, articles) };
    },
    'deletions.list': ({ accountId, offset, limit }) => deletions.list(accountId, { offset, limit }),
    'deletions.cancel': ({ accountId }) => ({ count: deletions.cancel(accountId) }),
    'deletions.resume': async ({ accountId }) => {
      await deletions.resume(accountId);
      return null;
    },
    'deletions.restore': ({ id }) => {
      const found = store.restorable(id);
      if (!found)
        throw new AppError('not_found', msg('versions.gone.message'), { fix: msg('versions.gone.fix') });
      const done = parts.transaction(() => {
        const restored = restoreArticle(parts, found.versionId, found.draftId ?? 0);
        const [draftId] = restored.recordIds;
        if (draftId !== undefined && draftId !== found.draftId) store.setDraft(id, draftId);
        return restored;
      });
      publish('drafts.changed', { accountId: found.accountId, ids: idsToPublish(done.recordIds) });
      publish('deletions.changed', { accountId: found.accountId });
      return done;
    },
  };
}
