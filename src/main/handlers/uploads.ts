import type { CallOutput, HandlersOf } from '../../shared/contract/contract.ts';
import { isAboutJournal } from '../../shared/directory/directoryWords.ts';
import { type Message, msg } from '../../shared/message.ts';
import type { ProblemGroup } from '../../shared/upload/upload.ts';
import type { App } from '../services/createApp.ts';
import type { ProblemItem } from '../store/uploads/uploadItemLists.ts';

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

/** The refused and failed records of an upload by their reason, without those that were corrected. */
function groupProblems(items: readonly ProblemItem[]): CallOutput<'uploads.problems'> {
  const groups = new Map<string, ProblemGroup>();
  for (const { draftId, refusal, isFixed } of items) {
    if (isFixed) continue;
    const message: Message = refusal?.message ?? msg('queue.outcome.failed');
    const key = JSON.stringify(message);
    const group = groups.get(key);
    if (group) group.draftIds.push(draftId);
    else {
      const about = {
        message,
        help: refusal?.help ?? null,
        isAboutJournal: isAboutJournal(refusal?.code ?? ''),
      };
      groups.set(key, { ...about, draftIds: [draftId] });
    }
  }
  return {
    groups: [...groups.values()].sort((a, b) => b.draftIds.length - a.draftIds.length),
    fixed: items.filter(({ isFixed }) => isFixed).map(({ id }) => id),
  };
}
