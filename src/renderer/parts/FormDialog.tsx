import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/errors.ts';
import { ErrorPanel } from './ErrorPanel.tsx';
import { useReturnOfFocus } from './useReturnOfFocus.ts';

const useStyles = makeStyles({
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    // A choice with long words is no wider than the dialog.
    '& .fui-Field': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { margin: 0 },
});

/** A dialog that is a form: fields, what went wrong, Cancel and one button that does it. */
export function FormDialog(props: {
  title: string;
  text?: string;
  submit: string;
  isBusy: boolean;
  error: AppError | null;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  useReturnOfFocus();
  return (
    <Dialog open modalType="modal" onOpenChange={(_, { open }) => !open && props.onClose()}>
      <DialogSurface>
        <form onSubmit={props.onSubmit} noValidate>
          <DialogBody>
            <DialogTitle>{props.title}</DialogTitle>
            <DialogContent className={styles.content}>
              {props.text && <p className={styles.text}>{props.text}</p>}
              {props.error && <ErrorPanel error={props.error} />}
              {props.children}
            </DialogContent>
            <DialogActions>
              <Button onClick={props.onClose}>{t('common.cancel')}</Button>
              <Button appearance="primary" type="submit" disabledFocusable={props.isBusy}>
                {props.submit}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
