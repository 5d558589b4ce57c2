import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';

/** A field where the user confirms a deletion by typing the number of records; `check` shows `wrong` unless it is typed. */
export function useTypedCount(count: number, wrong: string) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = (
    <Field
      label={t('drafts.purgeDialog.label', { n: formatNumber(count) })}
      validationState={isWrong ? 'error' : 'none'}
      validationMessage={isWrong ? wrong : undefined}
    >
      <Input
        value={typed}
        autoComplete="off"
        inputMode="numeric"
        onChange={(_, { value }) => setTyped(value)}
      />
    </Field>
  );
  /** Returns true if the number was typed. */
  const check = (): boolean => {
    // 1,240 and 1 240 are accepted as 1240.
    const isRight = typed.replace(/\D/g, '') === String(count);
    setWrong(!isRight);
    return isRight;
  };
  return { field, check };
}
