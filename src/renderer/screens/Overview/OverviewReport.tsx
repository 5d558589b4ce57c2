import { createPortal } from 'react-dom';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Overview } from '../../../shared/overview/overview.ts';
import { useReportStyles } from '../../parts/usePrint.ts';
import { formatDateTime } from '../../state/format.ts';
import { PlainTable } from './FigureTable.tsx';
import type { Choice, Figure } from './figures.ts';

/** The figures for print, as tables with their date. */
export function OverviewReport(props: { figures: readonly Figure[]; choice: Choice; overview: Overview }) {
  const styles = useReportStyles();
  const { figures, choice, overview } = props;
  const journal = overview.journals.find(({ key }) => key === choice.journal)?.title;
  const about = [journal ?? t('overview.allJournals'), choice.year ?? t('overview.allYears')].join(' · ');
  return createPortal(
    <div className={styles.report} data-report>
      <h1>{t('overview.title')}</h1>
      <p>{`${about} · ${formatDateTime(new Date().toISOString())}`}</p>
      {figures
        .filter(({ rows }) => rows.length > 0)
        .map((figure) => (
          <section key={figure.name}>
            <h2>{t(`overview.figure.${figure.name}`)}</h2>
            <PlainTable figure={figure} title={t(`overview.figure.${figure.name}`)} />
          </section>
        ))}
    </div>,
    document.body,
  );
}
