import { makeStyles, mergeClasses, Text } from '@fluentui/react-components';
import type { GoneRecord } from '../../../shared/harvest/harvest.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import { Callout } from '../Callout.tsx';
import { useCommonStyles } from '../commonStyles.ts';

const useStyles = makeStyles({
  // The list scrolls, because a low window needs the rest for other things.
  callout: { flexShrink: 0 },
  list: { maxHeight: '25vh', overflowY: 'auto' },
});

/** Further ones are only counted. */
const maxShown = 50;
/** This many fit into the list without scrolling. */
const maxFitting = 3;

/** Lists the records that a repository no longer has; nothing is removed here. */
export function GoneList({ total, records }: { total: number; records: readonly GoneRecord[] }) {
  const styles = useStyles();
  const common = useCommonStyles();
  const shown = records.slice(0, maxShown);
  const more = total - shown.length;
  return (
    <Callout
      className={styles.callout}
      intent="info"
      title={t('harvest.gone.title', { count: total, n: formatNumber(total) })}
    >
      <p>{t('harvest.gone.text')}</p>
      <ul
        className={mergeClasses(common.indentedList, styles.list)}
        // Scrolls by keyboard, too.
        tabIndex={shown.length > maxFitting ? 0 : undefined}
      >
        {shown.map(({ identifier, title, how }) => (
          <li key={identifier}>
            {t(`harvest.gone.${how}`, { title: title || t('common.untitled'), identifier })}
          </li>
        ))}
      </ul>
      {more > 0 && <Text>{t('harvest.gone.more', { count: more, n: formatNumber(more) })}</Text>}
    </Callout>
  );
}
