import type { Handlers } from '../../../shared/contract/contract.ts';
import type { SavedList } from '../../../shared/draft/draft.ts';
import type { App } from '../../services/createApp.ts';
import type { StoredList } from '../../store/drafts/savedListStore.ts';
import { undoably } from '../undoably.ts';

/** The calls `lists.*`: filters of drafts that the user saves as lists. */
export function listHandlers(
  app: App,
): Pick<Handlers, 'drafts.lists' | 'drafts.saveList' | 'drafts.renameList' | 'drafts.removeList'> {
  const { access, publish } = app;
  const { lists, reading, transaction } = app.stores;
  const counted = async (list: StoredList): Promise<SavedList> => ({
    ...list,
    count: list.filter === null ? 0 : await reading.count(list.accountId, list.filter),
  });
  const changed = (list: StoredList): Promise<SavedList> => {
    publish('drafts.listsChanged', { accountId: list.accountId });
    return counted(list);
  };
  return {
    'drafts.lists': ({ accountId }) => Promise.all(lists.list(accountId).map(counted)),
    'drafts.saveList': ({ accountId, name, filter }) => {
      access.get(accountId);
      return changed(lists.save(accountId, name, filter));
    },
    'drafts.renameList': ({ id, name }) => changed(lists.rename(id, name)),
    'drafts.removeList': async ({ id }) => {
      const { accountId, name } = lists.get(id);
      const about = { accountId, kind: 'removeList' as const, subject: String(id), name };
      const { undoId } = await undoably(app, about, async (step) => {
        transaction(() => step.change({ source: 'draft_lists', id }, 'removed', () => lists.remove(id)));
        return {};
      });
      publish('drafts.listsChanged', { accountId });
      return { undoId };
    },
  };
}
