import type { Chart } from '@fluentui/react-charts';
import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, TableRegular } from '@fluentui/react-icons';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { outlined, secondary, stack } from '../../parts/commonStyles.ts';
import { saveBase64, saveFile } from '../../parts/saveFile.ts';
import { ToggleButton } from '../../parts/ToggleButton.tsx';
import { useTheme } from '../../parts/theme.ts';
import { useAction } from '../../parts/useAction.ts';
import { useWidth } from '../../parts/useWidth.ts';
import { useSettings } from '../../state/data/session.ts';
import { FigureChart } from './FigureChart.tsx';
import { FigureTable, SpokenTable } from './FigureTable.tsx';
import { figureCsv } from './figureCsv.ts';
import { type Figure, isEmpty, openBehind } from './figures.ts';

const useStyles = makeStyles({
  card: {
    ...stack,
    ...outlined,
    alignContent: 'start',
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
    minWidth: 0,
  },
  head: { display: 'flex', columnGap: tokens.spacingHorizontalXS },
  title: { margin: 0, flexGrow: 1, minWidth: 0 },
  button: { flexShrink: 0, alignSelf: 'start' },
  quiet: secondary,
});

/** A figure with its title, as a chart or a table, and the menu that saves it; `children` explain it. */
export function FigureCard({ figure, children }: { figure: Figure; children?: ReactNode }) {
  const styles = useStyles();
  const [isTable, setTable] = useState(false);
  const { ref, width } = useWidth();
  const look = useTheme(useSettings()?.theme ?? 'system');
  const chart = useRef<Chart>(null);
  const title = t(`overview.figure.${figure.name}`);
  const showsChart = figure.chart !== null && !isTable;
  const hasNothing = isEmpty(figure);
  return (
    <section className={styles.card} aria-label={title} data-figure={figure.name}>
      <div className={styles.head}>
        <Subtitle2 as="h2" className={styles.title}>
          {title}
        </Subtitle2>
        {figure.chart !== null && !hasNothing && (
          <ToggleButton
            className={styles.button}
            size="small"
            appearance="subtle"
            icon={<TableRegular />}
            isPressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {t('overview.table')}
          </ToggleButton>
        )}
        {!hasNothing && <SaveMenu figure={figure} title={title} chart={showsChart ? chart : null} />}
      </div>
      {children}
      <div ref={ref}>
        {hasNothing ? (
          <Text className={styles.quiet}>{t(`overview.empty.${figure.name}`)}</Text>
        ) : showsChart ? (
          width > 0 && (
            <>
              <FigureChart
                figure={figure}
                title={title}
                width={width}
                chartRef={chart}
                look={look}
                onOpen={openBehind}
              />
              <SpokenTable figure={figure} title={title} />
            </>
          )
        ) : (
          <FigureTable figure={figure} title={title} />
        )}
      </div>
    </section>
  );
}

/** Saves the numbers as CSV, or the chart, if one is shown, as PNG. */
function SaveMenu(props: { figure: Figure; title: string; chart: { current: Chart | null } | null }) {
  const styles = useStyles();
  const { figure, title, chart } = props;
  // The chart's words have the colours of the theme.
  const background = useTheme(useSettings()?.theme ?? 'system').theme.colorNeutralBackground1;
  const saveCsv = () =>
    saveFile(`${title}.csv`, new Blob([figureCsv(figure)], { type: 'text/csv;charset=utf-8' }));
  const { run: savePng, isBusy } = useAction(async () => {
    const image = await chart?.current?.toImage?.({ background, scale: 2 });
    if (image) saveBase64(`${title}.png`, image.slice(image.indexOf(',') + 1), 'image/png');
  });
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.button}
          size="small"
          appearance="subtle"
          icon={<ArrowDownloadRegular />}
          disabledFocusable={isBusy}
          aria-label={t('overview.saveFigure', { title })}
        >
          {t('overview.save')}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={saveCsv}>{t('overview.saveCsv')}</MenuItem>
          {chart && <MenuItem onClick={savePng}>{t('overview.savePng')}</MenuItem>}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
