import { Dialog, DialogBody, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Selection } from '../../../shared/draft.ts';

/** What sending the selected drafts would do, shown before anything is sent. */
export function SendPlanDialog(props: { accountId: string; selection: Selection; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onOpenChange={props.onClose}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('common.loading')}</DialogTitle>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
