import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import type { OfficeConflict as Conflict } from '../../../shared/office/office.ts';
import { OfficeConflict } from '../../parts/office/OfficeConflict.tsx';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { hrefOf } from '../../state/navigation/route.ts';
import { SettingsList } from './SettingsSection.tsx';

const useStyles = makeStyles({
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  text: { margin: 0 },
  conflict: { paddingBlock: tokens.spacingVerticalS },
});

/** Fields that two people changed differently, where the user chooses a side. */
export function OfficeConflicts({ count }: { count: number }) {
  const styles = useStyles();
  const { data: conflicts = [] } = useCall('office.conflicts', {});
  return (
    <>
      <h3 className={styles.title}>{t('sharing.conflicts', { count, n: formatNumber(count) })}</h3>
      <p className={styles.text}>{t('sharing.conflictsText')}</p>
      <SettingsList isWhole label={t('sharing.conflictList')}>
        {conflicts.map((conflict) => (
          <ConflictItem key={conflict.id} conflict={conflict} />
        ))}
      </SettingsList>
    </>
  );
}

function ConflictItem({ conflict }: { conflict: Conflict }) {
  const styles = useStyles();
  return (
    <li className={styles.conflict}>
      <OfficeConflict conflict={conflict}>
        <ConflictTitle conflict={conflict} name={conflict.title || t('sharing.untitled')} />
      </OfficeConflict>
    </li>
  );
}

function ConflictTitle({ conflict: { row }, name }: { conflict: Conflict; name: string }) {
  if (row === null || row.kind === 'account') return <Text weight="semibold">{name}</Text>;
  const id = Number(row.localId);
  const route =
    row.kind === 'article'
      ? ({ screen: 'drafts', draftId: id, field: null } as const)
      : ({ screen: 'update-requests', applicationId: id, field: null } as const);
  return <Link href={hrefOf(route)}>{name}</Link>;
}
