import { Button, Field, makeStyles, mergeClasses, Select, Spinner, tokens } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Overview as OverviewData } from '../../../shared/overview/overview.ts';
import type { WatchDay } from '../../../shared/watch/watch.ts';
import { column, scroller, useCommonStyles, wrapping } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { usePrint } from '../../parts/usePrint.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { CountAtDirectory } from './CountAtDirectory.tsx';
import { FigureCard } from './FigureCard.tsx';
import { type Choice, figuresOf, watchFigures, yearsOf } from './figures.ts';
import { OverviewReport } from './OverviewReport.tsx';

const useStyles = makeStyles({
  screen: { ...scroller, ...column, backgroundColor: tokens.colorNeutralBackground2 },
  bar: { backgroundColor: tokens.colorNeutralBackground1 },
  choice: { ...wrapping, gap: tokens.spacingHorizontalM, padding: tokens.spacingHorizontalM },
  journal: { flex: '1 1 240px', maxWidth: '420px', minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
  year: { width: '168px' },
  // In line with the fields, below their labels.
  print: { alignSelf: 'end' },
  figures: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 440px), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    paddingTop: 0,
    '& > [data-figure="journals"]': { gridColumn: '1 / -1' },
  },
});

/** How complete the records of each journal and year are, what was sent, what was refused, and what waits for an answer. */
export function Overview() {
  const styles = useStyles();
  const bar = useListBarStyles();
  const { loading } = useCommonStyles();
  const accountId = useAccount()?.id;
  const { data, error, refetch } = useCall('overview.get', accountId === undefined ? null : { accountId });
  const watched = useCall('watch.history', accountId === undefined ? null : { accountId });
  useTitle(t('overview.title'));
  return (
    <div className={styles.screen} data-region="overview">
      <div className={mergeClasses(bar.bar, styles.bar)}>
        <h1 className={bar.title}>{t('overview.title')}</h1>
        <span className={bar.space} />
        {accountId !== undefined && <CountAtDirectory accountId={accountId} />}
      </div>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {watched.error && <ErrorPanel error={watched.error} onRetry={() => void watched.refetch()} />}
      {!data && !error && <Spinner className={loading} label={t('common.loading')} />}
      {data && <Figures key={accountId} overview={data} history={watched.data ?? []} />}
    </div>
  );
}

function Figures({ overview, history }: { overview: OverviewData; history: readonly WatchDay[] }) {
  const styles = useStyles();
  const [choice, setChoice] = useState<Choice>({ journal: null, year: null });
  const figures = useMemo(
    () => [...figuresOf(overview, choice), ...watchFigures(history)],
    [overview, choice, history],
  );
  const { isPrinting, print } = usePrint();
  const years = yearsOf(overview.journals).filter((year) => year !== '');
  return (
    <>
      <div className={styles.choice}>
        <Field label={t('overview.journal')} className={styles.journal}>
          <Select
            value={choice.journal ?? ' '}
            onChange={(_, { value }) => setChoice({ ...choice, journal: value === ' ' ? null : value })}
          >
            <option value=" ">{t('overview.allJournals')}</option>
            {overview.journals.map(({ key, title }) => (
              <option key={key} value={key}>
                {title || t('overview.noJournal')}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('overview.year')} className={styles.year}>
          <Select
            value={choice.year ?? ''}
            onChange={(_, { value }) => setChoice({ ...choice, year: value || null })}
          >
            <option value="">{t('overview.allYears')}</option>
            {years.map((year) => (
              <option key={year}>{year}</option>
            ))}
          </Select>
        </Field>
        <Button icon={<PrintRegular />} className={styles.print} onClick={print}>
          {t('overview.print')}
        </Button>
      </div>
      <div className={styles.figures}>
        {figures.map((figure) => (
          <FigureCard key={figure.name} figure={figure} />
        ))}
      </div>
      {isPrinting && <OverviewReport figures={figures} choice={choice} overview={overview} />}
    </>
  );
}
