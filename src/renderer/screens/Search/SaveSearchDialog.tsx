import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { SavedSearch } from '../../../shared/search/searching.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';
import { showDone } from '../../state/notices.ts';
import { fetchAgain } from '../../state/queries.ts';
import { useSearches } from '../../state/searches.ts';
import { getAccount } from '../../state/session.ts';

const longestName = 100;

/** Asks for a name: for the current search, or a new one for a saved search. */
export function SaveSearchDialog(props: { saved?: SavedSearch; onClose: () => void }) {
  const { saved, onClose } = props;
  const [name, setName] = useState(saved?.name ?? '');
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy, error } = useOwnAction(async () => {
    if (saved) await call('search.rename', { id: saved.id, name: name.trim() });
    else await save(name.trim());
    await fetchAgain('search.list');
    showDone(t(saved ? 'search.save.renamed' : 'search.save.done', { name: name.trim() }));
    onClose();
  });
  const submit = () => (name.trim() === '' ? setMissing(true) : run());
  return (
    <AppDialog
      isForm
      title={t(saved ? 'search.save.renameTitle' : 'search.save.title')}
      error={error}
      action={{
        label: t(saved ? 'search.save.rename' : 'search.save.submit'),
        isDisabled: isBusy,
        run: submit,
      }}
      onClose={onClose}
    >
      <Field
        label={t('search.save.name')}
        validationState={isMissing ? 'error' : 'none'}
        validationMessage={isMissing ? t('search.save.missing') : undefined}
      >
        <Input value={name} maxLength={longestName} onChange={(_, data) => setName(data.value)} />
      </Field>
    </AppDialog>
  );
}

async function save(name: string): Promise<void> {
  const { kind, text, sort } = useSearches.getState();
  const accountId = getAccount()?.id;
  if (accountId === undefined) return;
  await call('search.save', { accountId, kind, name, query: text.trim(), sort });
}
