import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { Funder } from '../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/AppDialog.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call } from '../../state/client.ts';

/** Edits a funder's names; its id only while it is new, because stored answers refer to it. */
export function FunderDialog(props: {
  /** null: a new one. */
  funder: Funder | null;
  known: readonly Funder[];
  onClose: () => void;
}) {
  const { funder, known, onClose } = props;
  const [fields, setFields] = useState({
    id: funder?.id ?? '',
    name: funder?.name ?? '',
    abbr: funder?.abbr ?? '',
    country: funder?.country ?? '',
  });
  const [isTried, setTried] = useState(false);
  const id = fields.id.trim();
  const isTaken = funder === null && known.some((one) => one.id === id);
  const problems = {
    id: id === '' ? t('settings.funders.needId') : isTaken ? t('settings.funders.taken') : '',
    name: fields.name.trim() === '' ? t('settings.funders.needName') : '',
  };
  const { run, isBusy, error } = useOwnAction(async () => {
    const { aliases = [], favourite = true } = funder ?? {};
    await call('compliance.saveFunder', { ...fields, aliases, favourite });
    onClose();
  });
  const save = () => {
    setTried(true);
    if (!problems.id && !problems.name) run();
  };
  const text = (name: keyof typeof fields, problem = '', hint = '') => (
    <Field
      label={t(`settings.funders.${name}`)}
      {...(hint ? { hint } : {})}
      validationState={isTried && problem ? 'error' : 'none'}
      validationMessage={(isTried && problem) || null}
    >
      <Input
        value={fields[name]}
        readOnly={name === 'id' && funder !== null}
        onChange={(_, { value }) => setFields({ ...fields, [name]: value })}
      />
    </Field>
  );
  return (
    <AppDialog
      isForm
      title={funder ? t('settings.funders.changeTitle') : t('settings.funders.add')}
      error={error}
      action={{ label: t('common.save'), isDisabled: isBusy, run: save }}
      onClose={onClose}
    >
      {text('id', problems.id, funder ? t('settings.funders.idFixed') : t('settings.funders.idHint'))}
      {text('name', problems.name)}
      {text('abbr')}
      {text('country')}
    </AppDialog>
  );
}
