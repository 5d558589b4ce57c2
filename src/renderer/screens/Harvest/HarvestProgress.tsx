import { Text } from '@fluentui/react-components';
import type { HarvestRun } from '../../../shared/harvest/harvest.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { GoneList } from '../../parts/import/GoneList.tsx';
import { Working } from '../../parts/Working.tsx';
import { formatNumber } from '../../state/format.ts';

/** The number of records received, and notes about the harvest. */
export function HarvestProgress({ run }: { run: HarvestRun }) {
  const styles = useCommonStyles();
  const { state, received, total, notes, problem, gone, goneRecords, canResume } = run;
  const count = { count: received, n: formatNumber(received) };
  return (
    <>
      {state === 'running' ? (
        <>
          <Working
            label={total === null ? t('harvest.received', count) : t('harvest.working')}
            progress={total === null ? null : { done: received, total }}
            counted="harvest.progress"
          />
          <Text>{t('harvest.background')}</Text>
        </>
      ) : (
        <Text role="status">{t(`harvest.end.${state}`, count)}</Text>
      )}
      {problem && (
        <Callout intent="error" title={describe(problem)}>
          {canResume ? t('harvest.canResume') : undefined}
        </Callout>
      )}
      {state === 'cancelled' && canResume && <Text>{t('harvest.canResume')}</Text>}
      {notes.length > 0 && (
        <ul className={styles.indentedList} aria-label={t('harvest.notes')}>
          {notes.map((note) => (
            <li key={JSON.stringify(note)}>{describe(note)}</li>
          ))}
        </ul>
      )}
      {gone > 0 && <GoneList total={gone} records={goneRecords} />}
    </>
  );
}
