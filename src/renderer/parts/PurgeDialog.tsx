import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { formatNumber } from '../state/format.ts';
import { AppDialog } from './AppDialog.tsx';

/** Asks the user to type the number of drafts before they are deleted permanently. */
export function PurgeDialog(props: { count: number; onClose: () => void; onConfirm: () => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { count } = props;
  const n = formatNumber(count);
  const submit = () => {
    // 1,240 and 1 240 are accepted for 1240.
    if (typed.replace(/\D/g, '') !== String(count)) {
      setWrong(true);
      return;
    }
    props.onClose();
    props.onConfirm();
  };
  return (
    <AppDialog
      isForm
      isAlert
      title={t('drafts.purgeDialog.title', { count, n })}
      action={{ label: t('drafts.purgeDialog.confirm'), run: submit }}
      onClose={props.onClose}
    >
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
    </AppDialog>
  );
}
