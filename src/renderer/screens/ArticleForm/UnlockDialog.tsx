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
import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';

/** Explains what the directory will do when the DOI or the address of a sent article changes, and asks for confirmation. */
export function UnlockDialog(props: { dialect: Dialect; onClose: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  useReturnOfFocus();
  const key = dialects[props.dialect].duplicates === 'either-key' ? 'eitherKey' : 'bothKeys';
  return (
    <Dialog open onOpenChange={() => props.onClose(false)}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{t('article.lock.title')}</DialogTitle>
          <DialogContent>
            <p>{t('article.lock.why')}</p>
            <p>{t(`article.lock.${key}.effect`)}</p>
            <p>{t(`article.lock.${key}.advice`)}</p>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={() => props.onClose(false)}>
              {t('article.lock.keep')}
            </Button>
            <Button onClick={() => props.onClose(true)}>{t('article.lock.change')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
