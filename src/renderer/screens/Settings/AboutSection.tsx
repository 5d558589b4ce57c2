import { Button, Link, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { secondary, wrappingRow } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAppInfo, useSettings } from '../../state/data/session.ts';
import { showError } from '../../state/dialogs/notices.ts';
import { keepSettings } from './keepSettings.ts';
import { SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  text: { ...secondary, margin: 0 },
  line: { ...wrappingRow, gap: tokens.spacingHorizontalM, margin: 0 },
});

/** The version, the location of the data, and how keys are stored. */
export function AboutSection() {
  const styles = useStyles();
  const info = useAppInfo();
  if (!info) return null;
  return (
    <SettingsSection name="about">
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

/** Shows whether there is a newer version, and sets whether to look for one. */
function UpdateLines() {
  const styles = useStyles();
  const checks = useSettings()?.checksForUpdates ?? false;
  const { update, look, isLooking } = useUpdate();
  if (!update) return null;
  const canLook = update.state !== 'off' && update.state !== 'nowhere';
  return (
    <>
      <div className={styles.line} role="status">
        <span>{t(`settings.update.${update.state}`, { version: update.version })}</span>
        {update.state === 'newer' && (
          <Link href={update.page} target="_blank" rel="noreferrer">
            {t('settings.update.get', { version: update.version })}
          </Link>
        )}
      </div>
      {canLook && (
        <div className={styles.line}>
          <Switch
            checked={checks}
            label={t('settings.update.daily')}
            onChange={(_, { checked }) => void keepSettings({ checksForUpdates: checked })}
          />
          <Button disabledFocusable={isLooking} onClick={look}>
            {t('settings.update.look')}
          </Button>
        </div>
      )}
    </>
  );
}

function useUpdate() {
  const { data: update, error } = useCall('app.update', { isFresh: false });
  useEffect(() => {
    if (error) showError(error);
  }, [error]);
  const look = useAction(async () => {
    const found = await call('app.update', { isFresh: true });
    storeAnswer('app.update', { isFresh: false }, () => found);
  });
  return { update, isLooking: look.isBusy, look: look.run };
}
