import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import type { JSX } from 'react';
import { settingChoices } from '../../../shared/choices.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { useSettings } from '../../state/data/session.ts';
import { keepSettings } from './keepSettings.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Language, colours and row heights; all take effect at once. */
export function AppearanceSection() {
  const settings = useSettings();
  if (!settings) return null;
  return (
    <SettingsSection name="appearance">
      <Choices
        label={t('settings.appearance.language')}
        choices={settingChoices.language}
        chosen={settings.language}
        onChoose={(language) => void keepSettings({ language })}
        labelOf={(one) => (
          // Each language has its own name, so that its speakers find it.
          <span lang={one === 'system' ? undefined : one}>{t(`settings.appearance.languages.${one}`)}</span>
        )}
      />
      <Choices
        label={t('settings.appearance.theme')}
        choices={settingChoices.theme}
        chosen={settings.theme}
        onChoose={(theme) => void keepSettings({ theme })}
        labelOf={(theme) => t(`settings.appearance.themes.${theme}`)}
      />
      <Choices
        label={t('settings.appearance.density')}
        choices={settingChoices.density}
        chosen={settings.density}
        onChoose={(density) => void keepSettings({ density })}
        labelOf={(density) => t(`settings.appearance.densities.${density}`)}
      />
    </SettingsSection>
  );
}

interface ChoicesProps<T extends string> {
  label: string;
  choices: readonly T[];
  chosen: T;
  onChoose: (choice: T) => void;
  labelOf: (choice: T) => JSX.Element | string;
}

function Choices<T extends string>({ label, choices, chosen, onChoose, labelOf }: ChoicesProps<T>) {
  const styles = useCommonStyles();
  return (
    <Field label={label}>
      <RadioGroup
        layout="horizontal"
        className={styles.flexWrap}
        value={chosen}
        onChange={(_, { value }) => choices.filter((one) => one === value).forEach(onChoose)}
      >
        {choices.map((one) => (
          <Radio key={one} value={one} label={labelOf(one)} />
        ))}
      </RadioGroup>
    </Field>
  );
}
