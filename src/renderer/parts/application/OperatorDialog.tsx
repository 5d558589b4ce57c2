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
  makeStyles,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { CopyRegular, MailRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../state/announce.ts';
import { useReturnOfFocus } from '../useReturnOfFocus.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '640px', width: 'calc(100vw - 16px)' },
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalM },
  text: { minHeight: '14rem', maxHeight: '50vh' },
  actions: { '@media (max-width: 480px)': { gridColumnStart: 1 } },
});

/** The message that asks the directory's operator for what an Update Request cannot change; it can be changed, copied, or handed to the person's mail program. */
export function OperatorDialog(props: { message: { subject: string; body: string }; onClose: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const [subject, setSubject] = useState(props.message.subject);
  const [body, setBody] = useState(props.message.body);
  useReturnOfFocus();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${subject}\n\n${body}`);
      announce(t('application.message.copied'));
    } catch {
      announce(t('application.message.notCopied'));
    }
  };
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && props.onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{t('application.message.title')}</DialogTitle>
          <DialogContent className={styles.content}>
            <div>{t('application.message.why')}</div>
            <Field label={t('application.message.subject')}>
              <Input value={subject} onChange={(_, data) => setSubject(data.value)} />
            </Field>
            <Field label={t('application.message.body')}>
              <Textarea
                value={body}
                textarea={{ className: styles.text }}
                onChange={(_, data) => setBody(data.value)}
              />
            </Field>
          </DialogContent>
          <DialogActions className={styles.actions} fluid>
            <Button onClick={props.onClose}>{t('common.close')}</Button>
            <Button as="a" href={address} icon={<MailRegular />}>
              {t('application.message.mail')}
            </Button>
            <Button appearance="primary" icon={<CopyRegular />} onClick={() => void copy()}>
              {t('application.message.copy')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
