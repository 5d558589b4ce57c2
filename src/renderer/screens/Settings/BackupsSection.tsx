import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { backupLimits } from '../../../shared/choices.ts';
import type { Backup } from '../../../shared/contract/backups.ts';
import { countsText } from '../../../shared/i18n/countsText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { StorageBar } from '../../parts/backup/StorageNotices.tsx';
import { smallSecondary } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { lookInto, useBackupList, useStorageNotices } from '../../state/data/backups.ts';
import { call } from '../../state/data/client.ts';
import { fetchAgain } from '../../state/data/queries.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatBytes, formatDateTime, formatNumber } from '../../state/format.ts';
import { SettingsList, SettingsSection } from './SettingsSection.tsx';

const useStyles = makeStyles({
  item: { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  more: { ...smallSecondary, display: 'block', lineHeight: tokens.lineHeightBase200 },
  plain: { margin: 0 },
});

/** Lists the backups, makes one, previews each; shows problems with the location of the data folder. */
export function BackupsSection() {
  const styles = useStyles();
  const backups = useBackupList();
  const notices = useStorageNotices();
  const { run, isBusy } = useAction(async () => {
    const { bytes } = await call('backups.make', {});
    await fetchAgain('backups.list');
    showDone(t('settings.backups.made', { size: formatBytes(bytes) }));
  });
  return (
    <SettingsSection
      help="backups"
      name="backups"
      text={t('settings.backups.text', { size: formatBytes(backupLimits.bytes) })}
    >
      {notices
        .filter(({ kind, isDismissed }) => kind === 'folder' && isDismissed)
        .map((notice) => (
          <StorageBar key={notice.id} notice={notice} />
        ))}
      <Button disabledFocusable={isBusy} onClick={run}>
        {t(isBusy ? 'settings.backups.making' : 'settings.backups.make')}
      </Button>
      {backups?.length === 0 && <p className={styles.plain}>{t('settings.backups.none')}</p>}
      {backups && backups.length > 0 && (
        <>
          <p className={styles.plain}>
            {t('settings.backups.total', {
              n: formatNumber(backups.length),
              size: formatBytes(backups.reduce((sum, { bytes }) => sum + bytes, 0)),
            })}
          </p>
          <SettingsList isWhole label={t('settings.backups.list')}>
            {backups.map((backup) => (
              <BackupLine key={backup.name} backup={backup} />
            ))}
          </SettingsList>
        </>
      )}
    </SettingsSection>
  );
}

function BackupLine({ backup }: { backup: Backup }) {
  const styles = useStyles();
  const { name, reason, bytes, counts, problem } = backup;
  const at = formatDateTime(backup.at);
  const why = t(`backups.reason.${reason}`);
  return (
    <li className={styles.item}>
      <Text>
        {at} · {why}
        <span className={styles.more}>
          {counts ? countsText(counts) : describe(problem)} · {formatBytes(bytes)}
        </span>
      </Text>
      {counts && (
        <Button
          size="small"
          aria-label={t('settings.backups.lookOf', { at, reason: why })}
          onClick={() => lookInto(name)}
        >
          {t('settings.backups.look')}
        </Button>
      )}
    </li>
  );
}
