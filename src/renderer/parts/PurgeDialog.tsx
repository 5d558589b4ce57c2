import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../state/format.ts';
import { useReturnOfFocus } from './useReturnOfFocus.ts';

/** Asks for the number of drafts to be typed before they are gone for good. */
export function PurgeDialog(props: { count: number; onClose: () => void; onConfirm: () => void }) {
  const { t } = useTranslation();
  useReturnOfFocus();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { count } = props;
  const n = formatNumber(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // 1,240 and 1 240 are 1240 too.
    if (typed.replace(/\D/g, '') !== String(count)) {
      setWrong(true);
      return;
    }
    props.onClose();
    props.onConfirm();
  };
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && props.onClose()}>
      <DialogSurface>
        <form onSubmit={submit}>
          <DialogBody>
            <DialogTitle>{t('drafts.purgeDialog.title', { count, n })}</DialogTitle>
            <DialogContent>
              <p>{t('drafts.purgeDialog.text')}</p>
              <Field
                label={t('drafts.purgeDialog.label', { n })}
                validationState={isWrong ? 'error' : 'none'}
                validationMessage={isWrong ? t('drafts.purgeDialog.wrong', { n }) : undefined}
              >
                <Input
                  value={typed}
                  autoComplete="off"
                  inputMode="numeric"
                  onChange={(_, { value }) => setTyped(value)}
                />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={props.onClose}>{t('common.cancel')}</Button>
              <Button appearance="primary" type="submit">
                {t('drafts.purgeDialog.confirm')}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
