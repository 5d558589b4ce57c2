import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';
import { formatNumber } from '../../state/format.ts';

/** Asks for confirmation before drafts are overwritten with the directory's versions. */
export function OverwriteDialog(props: { count: number; onClose: (isMeant: boolean) => void }) {
  const { t } = useTranslation();
  useReturnOfFocus();
  const { count } = props;
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && props.onClose(false)}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('reconcile.overwrite.title', { count, n: formatNumber(count) })}</DialogTitle>
          <DialogContent>{t('reconcile.overwrite.text')}</DialogContent>
          <DialogActions>
            <Button onClick={() => props.onClose(false)}>{t('reconcile.overwrite.no')}</Button>
            <Button appearance="primary" onClick={() => props.onClose(true)}>
              {t('reconcile.overwrite.yes')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
