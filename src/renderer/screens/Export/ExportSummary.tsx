import { makeStyles, Text } from '@fluentui/react-components';
import { useId } from 'react';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { column, outlined, useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { LongList } from '../../parts/lists/LongList.tsx';
import { formatNumber } from '../../state/format.ts';
import { doneText, type FinishedExport } from './useExport.ts';

/** With more records, the list scrolls by itself and renders those in view only. */
const maxPlain = 50;

const useStyles = makeStyles({ long: { ...column, ...outlined, height: '18rem' } });

/** The parts and records that an export could not write. */
export function ExportSummary({ result, onClose }: { result: FinishedExport; onClose: () => void }) {
  const styles = useCommonStyles();
  const id = useId();
  const { written, lost, leftOut } = result;
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
      {leftOut.length > 0 && <LeftOutRecords records={leftOut} />}
    </AppDialog>
  );
}

function LeftOutRecords({ records }: { records: FinishedExport['leftOut'] }) {
  const common = useCommonStyles();
  const styles = useStyles();
  const heading = t('exports.leftOut', { count: records.length, n: formatNumber(records.length) });
  const words = ({ title, reason }: (typeof records)[number]) =>
    t('exports.leftOutOne', { title: title || t('common.untitled'), reason: describe(reason) });
  return (
    <section className={common.stackOfRows}>
      <Text>{heading}</Text>
      {records.length > maxPlain ? (
        <div className={styles.long}>
          <LongList label={heading} total={records.length} estimatedHeight={44} onRange={nothing}>
            {(index) => words(records[index]!)}
          </LongList>
        </div>
      ) : (
        <ul className={common.indentedList} aria-label={heading}>
          {records.map((one, at) => (
            <li key={at}>{words(one)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** All rows are known already. */
function nothing(): void {}
