import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LanguagePack } from '../../../shared/compliance/languagePack.ts';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';
import { SafeHtml } from './SafeHtml.tsx';

/** One of the pack's own texts, or a note that the pack does not have it. */
export function ModalDialog(props: { id: string; pack: LanguagePack; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnOfFocus();
  // A text may link to another one.
  const [id, setId] = useState(props.id);
  const open = useCallback((next: string) => setId(next), []);
  const { pack } = props;
  const body = pack.html('modals', id, 'body');
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && props.onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle lang={pack.language || undefined}>
            {pack.text('modals', id, 'title') || t('compliance.more')}
          </DialogTitle>
          <DialogContent>
            {body === '' ? (
              t('complianceScreen.noModal')
            ) : (
              <SafeHtml html={body} lang={pack.language} onModal={open} />
            )}
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={props.onClose}>
              {t('common.close')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
