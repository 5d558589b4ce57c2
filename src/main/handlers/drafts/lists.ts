import type { Handlers } from '../../../shared/contract/contract.ts';
import type { SavedList } from '../../../shared/draft/draft.ts';
import type { DraftReading } from '../../store/drafts/draftReading.ts';
import type { SavedListStore, StoredList } from '../../store/drafts/savedListStore.ts';
import type { AccountAccess } from '../accountAccess.ts';
import { type UndoableParts, undoably } from '../undoably.ts';

/** The calls `lists.*`: filters of drafts that the user saves as lists. */
export function listHandlers(
  parts: UndoableParts & {
    lists: SavedListStore;
    reading: Pick<DraftReading, 'count'>;
    access: Pick<AccountAccess, 'get'>;
    transaction: <T>(work: () => T) => T;
  },
): Pick<Handlers, 'drafts.lists' | 'drafts.saveList' | 'drafts.renameList' | 'drafts.removeList'> {
  const { lists, reading, access, publish } = parts;
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
      const { undoId } = await undoably(parts, about, async (step) => {
        parts.transaction(() =>
          step.change({ source: 'draft_lists', id }, 'removed', () => lists.remove(id)),
        );
        return {};
      });
      publish('drafts.listsChanged', { accountId });
      return { undoId };
    },
  };
}
