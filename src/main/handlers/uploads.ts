import type { HandlersOf } from '../../shared/contract/contract.ts';
import { groupProblems } from '../outbox/articles/groupProblems.ts';
import type { App } from '../services/createApp.ts';

/** The calls `uploads.*`. */
export function uploadHandlers(app: App): HandlersOf<'uploads'> {
  const { uploads } = app;
  const { uploads: store, requests } = app.stores;
  return {
    'uploads.plan': (input) => uploads.plan(input),
    'uploads.leavePlan': ({ watch }) => {
      uploads.leavePlan(watch);
      return null;
    },
    'uploads.planned': ({ plan, place }) => uploads.planned(plan, place),
    'uploads.payload': ({ draftId }) => uploads.payload(draftId),
    'uploads.start': ({ plan, name }) => uploads.send(plan, name),
    'uploads.list': ({ accountId }) => uploads.list(accountId),
    'uploads.get': ({ id }) => uploads.get(id),
    'uploads.leftOut': ({ id }) => store.leftOut(id),
    'uploads.items': ({ id, ...page }) => {
      const { total, items } = store.items(id, page);
      return { total, items: items.map(({ doi: _, ...item }) => item) };
    },
    'uploads.problems': ({ id }) => groupProblems(store.problems(id)),
    'uploads.attempts': ({ id, itemId, ...page }) =>
      requests.list(id, { ...page, ...(itemId === undefined ? {} : { itemId }) }),
    'uploads.pause': ({ id }) => uploads.pause(id),
    'uploads.resume': ({ id }) => uploads.resume(id),
    'uploads.cancel': ({ id }) => uploads.cancel(id),
    'uploads.retryPreview': ({ id, itemIds }) => uploads.retryPreview(id, itemIds),
    'uploads.retry': ({ plan }) => uploads.retry(plan),
    'uploads.unkeptPreview': ({ id }) => uploads.unkeptPreview(id),
    'uploads.sendUnkept': ({ plan }) => uploads.sendUnkept(plan),
    'uploads.export': ({ id, format }) => uploads.export(id, format),
  };
}
