import { Field, makeStyles, Switch } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Settings } from '../../../shared/settings.ts';
import { TextInput } from '../../parts/texts/TextInput.tsx';
import { useSettings } from '../../state/data/session.ts';
import { formatNumber } from '../../state/format.ts';
import { keepSettings, keepTyped } from './keepSettings.ts';
import { SettingsForm, SettingsSection } from './SettingsSection.tsx';

interface Fields {
  kilobytes: string;
  seconds: string;
}

/** The ranges are those of settingsSchema, in the units shown. */
const inputs = [
  { name: 'kilobytes', words: 'batch', unit: 'kilobytes', range: [10, 5000] },
  { name: 'seconds', words: 'timeout', unit: 'seconds', range: [10, 900] },
] as const;

const useStyles = makeStyles({ number: { maxWidth: '8rem' } });

export function SendingSection() {
  const settings = useSettings();
  if (!settings) return null;
  return (
    <SettingsSection help="sending" name="sending" text={t('settings.sending.text')}>
      <SendingForm key={`${settings.batchBytes} ${settings.bulkTimeout}`} settings={settings} />
      <Field hint={t('settings.sending.looksFirstHint')}>
        <Switch
          label={t('settings.sending.looksFirst')}
          checked={settings.looksFirst}
          onChange={(_, { checked }) => void keepSettings({ looksFirst: checked })}
        />
      </Field>
    </SettingsSection>
  );
}

function SendingForm(props: { settings: Settings }) {
  const styles = useStyles();
  const { control, handleSubmit } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: {
      kilobytes: String(props.settings.batchBytes / 1000),
      seconds: String(props.settings.bulkTimeout),
    },
  });
  const within = (range: readonly [number, number]) => (text: string) =>
    (/^\d+$/.test(text.trim()) && Number(text) >= range[0] && Number(text) <= range[1]) ||
    t('settings.sending.range', { from: formatNumber(range[0]), to: formatNumber(range[1]) });
  const save = handleSubmit(({ kilobytes, seconds }) =>
    keepTyped({ batchBytes: Number(kilobytes) * 1000, bulkTimeout: Number(seconds) }),
  );
  return (
    <SettingsForm onSubmit={save}>
      {inputs.map(({ name, range, words, unit }) => (
        <TextInput
          key={name}
          control={control}
          name={name}
          label={t(`settings.sending.${words}`)}
          hint={t(`settings.sending.${words}Hint`)}
          check={within(range)}
          input={{
            className: styles.number,
            inputMode: 'numeric',
            contentAfter: t(`settings.sending.${unit}`),
          }}
        />
      ))}
    </SettingsForm>
  );
}
