import { t } from '../../../shared/i18n/i18n.ts';
import type { SavedSearch } from '../../../shared/search/searching.ts';
import { NameDialog } from '../../parts/dialogs/NameDialog.tsx';
import { call } from '../../state/data/client.ts';
import { fetchAgain } from '../../state/data/queries.ts';
import { useSearches } from '../../state/data/searches.ts';
import { getAccount } from '../../state/data/session.ts';
import { showDone } from '../../state/dialogs/notices.ts';

/** Asks for a name: for the current search, or a new one for a saved search. */
export function SaveSearchDialog({ saved, onClose }: { saved?: SavedSearch; onClose: () => void }) {
  const save = async (name: string) => {
    const { kind, text, sort } = useSearches.getState();
    const accountId = getAccount()?.id;
    if (saved) await call('search.rename', { id: saved.id, name });
    else if (accountId !== undefined)
      await call('search.save', { accountId, kind, name, query: text.trim(), sort });
    await fetchAgain('search.list');
    showDone(t(saved ? 'search.save.renamed' : 'search.save.done', { name }));
  };
  return (
    <NameDialog
      help="searchSyntax"
      title={t(saved ? 'search.save.renameTitle' : 'search.save.title')}
      label={t('search.save.name')}
      name={saved?.name ?? ''}
      missing={t('search.save.missing')}
      submit={t(saved ? 'search.save.rename' : 'search.save.submit')}
      save={save}
      onClose={onClose}
    />
  );
}
