import { makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { describe } from '../../../shared/i18n/describe.ts';
import { useAppInfo } from '../../state/session.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { UpdateLines } from './UpdateLines.tsx';

const useStyles = makeStyles({ text: { margin: 0, color: tokens.colorNeutralForeground2 } });

/** The version, the location of the data, and how keys are stored. */
export function AboutSection() {
  const { t } = useTranslation();
  const styles = useStyles();
  const info = useAppInfo();
  if (!info) return null;
  return (
    <SettingsSection title={t('settings.about.title')}>
      <p className={styles.text}>{t('settings.about.version', { version: info.version })}</p>
      <UpdateLines />
      <p className={styles.text}>{t(`settings.about.shell.${info.shell}`)}</p>
      <p className={styles.text}>{t('settings.about.local')}</p>
      <p className={styles.text}>
        {describe(info.keychain.message) || t(`settings.about.keychain.${info.keychain.state}`)}
      </p>
      <p className={styles.text}>{t('settings.about.keys')}</p>
    </SettingsSection>
  );
}
