import { Field, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { settingsSchema } from '../../../shared/contract.ts';
import { useSession } from '../../state/session.ts';
import { keepSettings } from './keepSettings.ts';
import { SettingsSection } from './SettingsSection.tsx';

const themes = settingsSchema.shape.theme.options;
const languages = settingsSchema.shape.language.options;
const densities = settingsSchema.shape.density.options;

const useStyles = makeStyles({ choices: { flexWrap: 'wrap' } });

/** Language, colours and row heights; all act at once. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const settings = useSession((session) => session.settings);
  if (!settings) return null;
  return (
    <SettingsSection title={t('settings.appearance.title')}>
      <Field label={t('settings.appearance.language')}>
        <RadioGroup
          layout="horizontal"
          className={styles.choices}
          value={settings.language}
          onChange={(_, { value }) =>
            void keepSettings({ language: settingsSchema.shape.language.parse(value) })
          }
        >
          {languages.map((one) => (
            <Radio
              key={one}
              value={one}
              // Each language by its own name, so that those who speak it find it.
              label={
                <span lang={one === 'system' ? undefined : one}>
                  {t(`settings.appearance.languages.${one}`)}
                </span>
              }
            />
          ))}
        </RadioGroup>
      </Field>
      <Field label={t('settings.appearance.theme')}>
        <RadioGroup
          layout="horizontal"
          className={styles.choices}
          value={settings.theme}
          onChange={(_, { value }) => void keepSettings({ theme: settingsSchema.shape.theme.parse(value) })}
        >
          {themes.map((theme) => (
            <Radio key={theme} value={theme} label={t(`settings.appearance.themes.${theme}`)} />
          ))}
        </RadioGroup>
      </Field>
      <Field label={t('settings.appearance.density')}>
        <RadioGroup
          layout="horizontal"
          className={styles.choices}
          value={settings.density}
          onChange={(_, { value }) =>
            void keepSettings({ density: settingsSchema.shape.density.parse(value) })
          }
        >
          {densities.map((density) => (
            <Radio key={density} value={density} label={t(`settings.appearance.densities.${density}`)} />
          ))}
        </RadioGroup>
      </Field>
    </SettingsSection>
  );
}
