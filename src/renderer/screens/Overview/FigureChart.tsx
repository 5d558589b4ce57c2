import {
  type Chart,
  GroupedVerticalBarChart,
  HorizontalBarChartWithAxis,
  VerticalStackedBarChart,
} from '@fluentui/react-charts';
import { makeStyles, type Theme } from '@fluentui/react-components';
import type { Ref } from 'react';
import type { ThemeName } from '../../parts/theme.ts';
import { formatLocale, formatPercent } from '../../state/format.ts';
import { type Cell, cellText, type Figure } from './figures.ts';

const useStyles = makeStyles({
  // The library capitalises the names of series.
  chart: { '& button *': { textTransform: 'none' } },
});

/** Each has a contrast of at least 3 to 1 against the background of its themes. */
const colors = [
  'colorCompoundBrandBackground',
  'colorPaletteMarigoldBorderActive',
  'colorPalettePurpleForeground2',
  'colorPaletteCranberryForeground2',
] as const satisfies readonly (keyof Theme)[];
/** In the high-contrast theme the palette has one colour; these four differ. */
const highContrastColors = [
  'colorCompoundBrandBackground',
  'colorBrandForegroundLink',
  'colorNeutralForeground1',
  'colorNeutralForegroundDisabled',
] as const satisfies readonly (keyof Theme)[];

const height = 260;
/** Room for the labels of horizontal bars and for their numbers, in pixels. */
const margins = { left: 168, right: 56, top: 8, bottom: 32 };
/** The width that a number above a bar takes, in pixels. */
const numberWidth = 32;
/** Lines across the chart, at most. */
const maxTicks = 4;
/** The width of what is beside the bars, of a letter below them, and between two labels, in pixels. */
const sideWidth = 60;
const letterWidth = 6;
const labelGap = 10;
/** The height of a horizontal bar and the gap after it, in pixels. */
const rowHeight = 34;

/** A figure as a chart; a click on a bar, or Enter, opens the records behind it. */
export function FigureChart(props: {
  figure: Figure;
  title: string;
  width: number;
  chartRef?: Ref<Chart>;
  look: { name: ThemeName; theme: Theme };
  onOpen: (cell: Cell) => void;
}) {
  const styles = useStyles();
  const { figure, title, width, chartRef, onOpen } = props;
  const { name, theme } = props.look;
  const seriesColors = name === 'high-contrast' ? highContrastColors : colors;
  // The library itself leaves out the numbers of stacks that are too narrow.
  const hasNumbers =
    figure.chart !== 'groups' || figure.rows.length * figure.series.length * numberWidth <= width;
  const shared = {
    chartTitle: title,
    componentRef: chartRef,
    culture: formatLocale(),
    width,
    height,
    legendProps: { allowFocusOnLegends: false },
    // The library describes charts in English only.
    svgProps: { 'aria-label': title, role: 'group' },
  };
  const points = figure.rows.map(({ label, cells }) =>
    cells.map((cell, place) => ({
      key: figure.series[place]!.key,
      data: cell.value ?? 0,
      legend: figure.series[place]!.name,
      // As a value: a saved chart has no variables.
      color: theme[seriesColors[place]!],
      xAxisCalloutData: label,
      yAxisCalloutData: cellText(cell),
      barLabel: hasNumbers ? cellText(cell) : undefined,
      callOutAccessibilityData: { ariaLabel: `${label}, ${figure.series[place]!.name}: ${cellText(cell)}` },
      onClick: () => onOpen(cell),
    })),
  );
  const labels = figure.rows.map(({ label }) => label);
  const most = Math.max(1, ...heightsOf(figure));
  const upright = {
    ...shared,
    // Whole records, in round numbers.
    roundedTicks: true,
    yAxisTickCount: Math.min(maxTicks, most),
    hideTickOverlap: false,
    tickValues: shownLabels(labels, width),
  };
  const isShare = figure.name === 'coverage';
  return (
    <div ref={improveBars} data-share={isShare || undefined} className={styles.chart}>
      {figure.chart === 'groups' && (
        <GroupedVerticalBarChart
          {...upright}
          hideLabels={!hasNumbers}
          data={points.map((series, place) => ({ name: labels[place]!, series }))}
        />
      )}
      {figure.chart === 'stacks' && (
        <VerticalStackedBarChart
          {...upright}
          barWidth="auto"
          maxBarWidth={24}
          data={points.map((chartData, place) => ({ xAxisPoint: labels[place]!, chartData }))}
          onBarClick={(_, point) => 'onClick' in point && (point as (typeof points)[0][0]).onClick()}
        />
      )}
      {figure.chart === 'bars' && (
        <HorizontalBarChartWithAxis
          {...shared}
          height={figure.rows.length * rowHeight + 80}
          hideLegend
          showYAxisLables
          showYAxisLablesTooltip
          noOfCharsToTruncate={24}
          margins={margins}
          {...(isShare && shareAxis())}
          // The first bar is the lowest.
          data={points.map(([point], place) => ({ ...point!, x: point!.data, y: labels[place]! })).reverse()}
        />
      )}
    </div>
  );
}

/** The height of each bar, or of all that stand on top of each other. */
function heightsOf({ chart, rows }: Figure): number[] {
  return rows.flatMap(({ cells }) => {
    const values = cells.map(({ value }) => value ?? 0);
    return chart === 'stacks' ? [values.reduce((sum, value) => sum + value, 0)] : values;
  });
}

/** The labels that have room below the bars: the last, and from there every second, third and so on. */
function shownLabels(labels: readonly string[], width: number): string[] {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  const room = (width - sideWidth) / Math.max(1, labels.length);
  const step = Math.max(1, Math.ceil((longest * letterWidth + labelGap) / room));
  return labels.filter((_, place) => (labels.length - 1 - place) % step === 0);
}

/** An axis from 0 to 100 percent. */
function shareAxis() {
  const tickValues = [0, 20, 40, 60, 80, 100];
  const tickText = tickValues.map((value) => formatPercent(value / 100));
  return { xMaxValue: 100, tickValues, xAxis: { tickText } };
}

/**
 * Lets Enter click a bar, removes references to tooltips that are not shown, so that a bar keeps its name, and adds the
 * percent sign to the numbers of shares, for which the library has no format.
 */
function improveBars(element: HTMLElement | null) {
  if (!element) return;
  const click = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof SVGElement)
      target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };
  const improve = () => {
    for (const bar of element.querySelectorAll('[role="option"][aria-labelledby]'))
      bar.removeAttribute('aria-labelledby');
    if (element.dataset.share === undefined) return;
    for (const number of element.querySelectorAll('svg text[aria-hidden="true"]')) {
      const { firstChild: words } = number;
      const text = formatPercent(Number.parseInt(words?.nodeValue ?? '', 10) / 100);
      if (words && words.nodeValue !== text) words.nodeValue = text;
    }
  };
  const observer = new MutationObserver(improve);
  observer.observe(element, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-labelledby'],
  });
  improve();
  element.addEventListener('keydown', click);
  return () => {
    observer.disconnect();
    element.removeEventListener('keydown', click);
  };
}
