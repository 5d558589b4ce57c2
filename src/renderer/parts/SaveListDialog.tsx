import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { SavedList } from '../../shared/draft/draft.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { call } from '../state/client.ts';
import { useDraftsView } from '../state/draftsView.ts';
import { showDone } from '../state/notices.ts';
import { getAccount } from '../state/session.ts';
import { AppDialog } from './AppDialog.tsx';
import { useOwnAction } from './useAction.ts';

const longestName = 100;

/** Asks for a name: for the current filter as a new list, or a new one for a saved list. */
export function SaveListDialog(props: { list?: SavedList; onClose: () => void }) {
  const { list, onClose } = props;
  const [name, setName] = useState(list?.name ?? '');
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy, error } = useOwnAction(async () => {
    const accountId = getAccount()?.id;
    if (list) await call('lists.rename', { id: list.id, name: name.trim() });
    else if (accountId !== undefined)
      await call('lists.save', { accountId, name: name.trim(), filter: useDraftsView.getState().filter });
    showDone(t(list ? 'drafts.saved.renamed' : 'drafts.saved.done', { name: name.trim() }));
    onClose();
  });
  return (
    <AppDialog
      isForm
      title={t(list ? 'drafts.saved.renameTitle' : 'drafts.saved.saveTitle')}
      error={error}
      action={{
        label: t(list ? 'drafts.saved.renameSubmit' : 'drafts.saved.submit'),
        isDisabled: isBusy,
        run: () => (name.trim() === '' ? setMissing(true) : run()),
      }}
      onClose={onClose}
    >
      <Field
        label={t('drafts.saved.name')}
        validationState={isMissing ? 'error' : 'none'}
        validationMessage={isMissing ? t('drafts.saved.missing') : undefined}
      >
        <Input value={name} maxLength={longestName} onChange={(_, data) => setName(data.value)} />
      </Field>
    </AppDialog>
  );
}
