import { useCallback, useState } from 'react';
import type { LanguagePack } from '../../../shared/compliance/languagePack.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { SafeHtml } from './SafeHtml.tsx';

/** One of the pack's own texts, or a note that the pack does not have it. */
export function ModalDialog(props: { id: string; pack: LanguagePack; onClose: () => void }) {
  // A text may link to another one.
  const [id, setId] = useState(props.id);
  const open = useCallback((next: string) => setId(next), []);
  const { pack } = props;
  const body = pack.html('modals', id, 'body');
  return (
    <AppDialog
      title={pack.text('modals', id, 'title') || t('compliance.more')}
      titleLang={pack.language || undefined}
      close={t('common.close')}
      onClose={props.onClose}
    >
      {body === '' ? (
        t('complianceScreen.noModal')
      ) : (
        <SafeHtml html={body} lang={pack.language} onModal={open} />
      )}
    </AppDialog>
  );
}
