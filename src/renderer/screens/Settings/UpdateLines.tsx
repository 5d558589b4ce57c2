import { Button, Link, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '../../../shared/contract/contract.ts';
import { asAppError, call, onEvent } from '../../state/client.ts';
import { showError } from '../../state/notices.ts';
import { useSession } from '../../state/session.ts';
import { keepSettings } from './keepSettings.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    margin: 0,
  },
});

/** Whether there is a newer version, and whether to look for one. */
export function UpdateLines() {
  const { t } = useTranslation();
  const styles = useStyles();
  const checks = useSession((session) => session.settings?.checksForUpdates ?? false);
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
          <Button disabledFocusable={isLooking} onClick={() => !isLooking && void look()}>
            {t('settings.update.look')}
          </Button>
        </div>
      )}
    </>
  );
}

function useUpdate() {
  const [update, setUpdate] = useState<UpdateState | null>(null);
  const [isLooking, setLooking] = useState(false);
  const ask = async (isFresh: boolean) => {
    setLooking(isFresh);
    try {
      setUpdate(await call('app.update', { isFresh }));
    } catch (error) {
      showError(asAppError(error));
    }
    setLooking(false);
  };
  useEffect(() => {
    void call('app.update', { isFresh: false }).then(setUpdate, (error) => showError(asAppError(error)));
    return onEvent('update.changed', setUpdate);
  }, []);
  return { update, isLooking, look: () => ask(true) };
}
