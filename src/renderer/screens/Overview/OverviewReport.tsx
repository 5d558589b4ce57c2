import { FluentProvider } from '@fluentui/react-components';
import { createPortal } from 'react-dom';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Overview } from '../../../shared/overview/overview.ts';
import { printTheme } from '../../parts/theme.ts';
import { useReportStyles } from '../../parts/usePrint.ts';
import { formatDateTime } from '../../state/format.ts';
import { FigureChart } from './FigureChart.tsx';
import { PlainTable } from './FigureTable.tsx';
import { type Choice, type Figure, openBehind } from './figures.ts';

/** In pixels, as its place in the report; a sheet has room for more, upright too. */
const chartWidth = 560;

/** The figures for print, as charts and tables, with their date. */
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
        .map(withoutEmptyRows)
        .filter(({ rows }) => rows.length > 0)
        .map((figure) => {
          const title = t(`overview.figure.${figure.name}`);
          return (
            <section key={figure.name}>
              <h2>{title}</h2>
              <div className={styles.figure}>
                {figure.chart !== null && (
                  <FluentProvider theme={printTheme.theme} className={styles.chart}>
                    <FigureChart
                      figure={figure}
                      title={title}
                      width={chartWidth}
                      look={printTheme}
                      onOpen={openBehind}
                    />
                  </FluentProvider>
                )}
                <PlainTable figure={figure} title={title} />
              </div>
            </section>
          );
        })}
    </div>,
    document.body,
  );
}

/** Without the months and states of which there is nothing to say: on paper their rows only take room. */
function withoutEmptyRows(figure: Figure): Figure {
  if (figure.chart !== 'stacks') return figure;
  return { ...figure, rows: figure.rows.filter(({ cells }) => cells.some(({ value }) => value)) };
}
