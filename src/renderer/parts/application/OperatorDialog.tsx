import { Button, Field, Input, makeStyles, Textarea } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../../state/announce.ts';
import { AppDialog } from '../dialogs/AppDialog.tsx';

interface OperatorMessage {
  subject: string;
  body: string;
}

const useStyles = makeStyles({ text: { minHeight: '14rem', maxHeight: '50vh' } });

/** A message that asks the directory's operator for changes an Update Request cannot make, to edit, copy or open in the mail program. */
export function OperatorDialog(props: {
  message: OperatorMessage;
  /** For a field without a proposed value: words the message with the value that the user enters. */
  messageFor?: (wanted: string) => OperatorMessage;
  onClose: () => void;
}) {
  const styles = useStyles();
  const [subject, setSubject] = useState(props.message.subject);
  const [body, setBody] = useState(props.message.body);
  const [wanted, setWanted] = useState('');
  const { messageFor } = props;
  const want = (text: string) => {
    setWanted(text);
    // A message that the user has changed stays as it is.
    if (messageFor && body === messageFor(wanted).body) setBody(messageFor(text).body);
  };
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
    <AppDialog
      help="ignored"
      title={t('application.message.title')}
      maxWidth="640px"
      close={t('common.close')}
      otherActions={
        <Button as="a" href={address}>
          {t('application.message.mail')}
        </Button>
      }
      action={{ label: t('application.message.copy'), icon: <CopyRegular />, run: copy }}
      onClose={props.onClose}
    >
      <div>{t('application.message.why')}</div>
      {messageFor && (
        <Field label={t('application.message.wanted')}>
          <Input value={wanted} onChange={(_, data) => want(data.value)} />
        </Field>
      )}
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
    </AppDialog>
  );
}
