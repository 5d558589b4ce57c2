import type { SavedList } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { call } from '../../state/data/client.ts';
import { whenAccount } from '../../state/data/session.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { useDraftsView } from '../../state/records/draftsView.ts';
import { NameDialog } from './NameDialog.tsx';

/** Asks for a name: for the current filter as a new list, or a new one for a saved list. */
export function SaveListDialog({ list, onClose }: { list?: SavedList; onClose: () => void }) {
  const save = async (name: string) => {
    if (list) await call('drafts.renameList', { id: list.id, name });
    else {
      const { id: accountId } = await whenAccount();
      await call('drafts.saveList', { accountId, name, filter: useDraftsView.getState().filter });
    }
    showDone(t(list ? 'drafts.saved.renamed' : 'drafts.saved.done', { name }));
  };
  return (
    <NameDialog
      help="facets"
      title={t(list ? 'drafts.saved.renameTitle' : 'drafts.saved.saveTitle')}
      label={t('drafts.saved.name')}
      name={list?.name ?? ''}
      missing={t('drafts.saved.missing')}
      submit={t(list ? 'drafts.saved.renameSubmit' : 'drafts.saved.submit')}
      save={save}
      onClose={onClose}
    />
  );
}
