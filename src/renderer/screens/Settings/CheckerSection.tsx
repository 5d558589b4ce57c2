import { useForm } from 'react-hook-form';
import { isCheckerAddress } from '../../../shared/compliance/checkerAddress.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { useSettings } from '../../state/data/session.ts';
import { keepTyped } from './keepSettings.ts';
import { SettingsForm, SettingsSection } from './SettingsSection.tsx';

export function CheckerSection() {
  const checker = useSettings()?.checker;
  if (checker === undefined) return null;
  return (
    <SettingsSection help="compliance" name="checker" text={t('settings.checker.text')}>
      <CheckerForm key={checker} checker={checker} />
    </SettingsSection>
  );
}

function CheckerForm({ checker }: { checker: string }) {
  const { control, handleSubmit } = useForm<{ checker: string }>({
    mode: 'onTouched',
    defaultValues: { checker },
  });
  const check = (text: string) => isCheckerAddress(text) || t('settings.checker.form');
  const save = handleSubmit((fields) => keepTyped({ checker: fields.checker.trim() }));
  return (
    <SettingsForm onSubmit={save}>
      <TextInput
        control={control}
        name="checker"
        label={t('settings.checker.address')}
        hint={t('settings.checker.addressHint')}
        check={check}
        input={{ type: 'url' }}
      />
    </SettingsForm>
  );
}
