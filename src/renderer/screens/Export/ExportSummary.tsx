import { Text } from '@fluentui/react-components';
import { useId } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { formatNumber } from '../../state/format.ts';
import { doneText, type FinishedExport } from './useExport.ts';

/** More records that were left out are only counted. */
const maxShown = 100;

/** The parts and records that an export could not write. */
export function ExportSummary({ result, onClose }: { result: FinishedExport; onClose: () => void }) {
  const styles = useCommonStyles();
  const id = useId();
  const { written, lost, leftOut, leftOutCount } = result;
  const shown = leftOut.slice(0, maxShown);
  const more = leftOutCount - shown.length;
  return (
    <AppDialog help="exporting" title={t('exports.result')} close={t('common.close')} onClose={onClose}>
      <p role="status">{written > 0 ? doneText(result) : t('exports.nothing')}</p>
      {lost.length > 0 && (
        <section className={styles.stackOfRows}>
          <Text id={`${id}-lost`}>{t('exports.lost')}</Text>
          <ul className={styles.indentedList} aria-labelledby={`${id}-lost`}>
            {lost.map(({ part, records }) => (
              <li key={JSON.stringify(part)}>
                {t('exports.lostPart', { part: describe(part), count: records, n: formatNumber(records) })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOutCount > 0 && (
        <section className={styles.stackOfRows}>
          <Text id={`${id}-left-out`}>
            {t('exports.leftOut', { count: leftOutCount, n: formatNumber(leftOutCount) })}
          </Text>
          <ul className={styles.indentedList} aria-labelledby={`${id}-left-out`}>
            {shown.map(({ title, reason }, at) => (
              <li key={at}>
                {t('exports.leftOutOne', { title: title || t('common.untitled'), reason: describe(reason) })}
              </li>
            ))}
          </ul>
          {more > 0 && <Text>{t('exports.moreLeftOut', { count: more, n: formatNumber(more) })}</Text>}
        </section>
      )}
    </AppDialog>
  );
}
