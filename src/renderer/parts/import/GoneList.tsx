import { Text } from '@fluentui/react-components';
import type { GoneRecord } from '../../../shared/harvest/harvest.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatNumber } from '../../state/format.ts';
import { Callout } from '../Callout.tsx';
import { useCommonStyles } from '../commonStyles.ts';

/** More are only counted. */
const mostShown = 50;

/** Lists the records that a repository no longer has; nothing is removed here. */
export function GoneList({ total, records }: { total: number; records: readonly GoneRecord[] }) {
  const styles = useCommonStyles();
  const shown = records.slice(0, mostShown);
  const more = total - shown.length;
  return (
    <Callout intent="info" title={t('harvest.gone.title', { count: total, n: formatNumber(total) })}>
      <p>{t('harvest.gone.text')}</p>
      <ul className={styles.indentedList}>
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
