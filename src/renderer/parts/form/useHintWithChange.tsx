import { makeStyles } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { useFieldChange } from '../../state/data/fieldChanges.ts';
import { formatRecent } from '../../state/format.ts';

const useStyles = makeStyles({ root: { display: 'block' } });

/** A control's hint and, in an office, who last changed its field. */
export function useHintWithChange(field: string, hint: React.ReactNode): React.ReactNode {
  const styles = useStyles();
  const change = useFieldChange(field);
  if (!change) return hint;
  return (
    <>
      {hint}
      <span className={styles.root}>
        {t('sharing.changedBy', { person: change.person, time: formatRecent(change.at) })}
      </span>
    </>
  );
}
