import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { secondary, thinLine, visuallyHidden } from '../../parts/commonStyles.ts';
import { type Cell, cellText, type Figure, hrefBehind, openBehind } from './figures.ts';

const useStyles = makeStyles({
  // A target of at least 24 by 24 pixels (WCAG 2.5.8).
  link: { display: 'inline-block', minWidth: '24px', minHeight: '24px', lineHeight: '24px' },
  spoken: visuallyHidden,
  container: { containerType: 'inline-size' },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    '& th, & td': {
      paddingBlock: tokens.spacingVerticalXS,
      paddingInline: tokens.spacingHorizontalS,
      borderBottom: thinLine,
      textAlign: 'right',
      whiteSpace: 'nowrap',
      fontVariantNumeric: 'tabular-nums',
    },
    '& thead th': { ...secondary, fontWeight: tokens.fontWeightRegular, verticalAlign: 'bottom' },
    '& th:first-child': {
      textAlign: 'left',
      whiteSpace: 'normal',
      minWidth: '140px',
      fontWeight: tokens.fontWeightRegular,
      overflowWrap: 'anywhere',
    },
    // Where the columns have no room, each number is a line with the name of its column.
    '@container (max-width: 640px)': {
      '& thead': { display: 'none' },
      '& tr, & tbody': { display: 'block' },
      '& tbody th, & td': { display: 'flex', justifyContent: 'space-between', columnGap: '8px' },
      '& tbody th': { fontWeight: tokens.fontWeightSemibold },
      '& td::before': { content: 'attr(data-head)', ...secondary, whiteSpace: 'normal', textAlign: 'left' },
    },
  },
});

/** A figure as a table on the screen. */
export function FigureTable({ figure, title }: { figure: Figure; title: string }) {
  const styles = useStyles();
  return (
    <div className={styles.container}>
      <PlainTable className={styles.table} figure={figure} title={title} />
    </div>
  );
}

/** The numbers of a figure for screen readers, beside its chart, whose bars already lead to the records. */
export function SpokenTable({ figure, title }: { figure: Figure; title: string }) {
  const styles = useStyles();
  return (
    <div className={styles.spoken}>
      <PlainTable figure={figure} title={t('overview.numbers', { title })} hasLinks={false} />
    </div>
  );
}

/** A figure as a table; a number is a link to the records behind it. */
export function PlainTable(props: { figure: Figure; title: string; className?: string; hasLinks?: boolean }) {
  const { figure, title, className, hasLinks = true } = props;
  return (
    <table className={className} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{figure.rowHead}</th>
          {figure.series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figure.rows.map(({ key, label, cells }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {cells.map((cell, place) => (
              <td key={figure.series[place]!.key} data-head={figure.series[place]!.name}>
                {hasLinks ? (
                  <Value cell={cell} label={`${label}, ${figure.series[place]!.name}: ${cellText(cell)}`} />
                ) : (
                  cellText(cell)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ cell, label }: { cell: Cell; label: string }) {
  const styles = useStyles();
  const { value, behind } = cell;
  if (value === null) return <span title={t('overview.unknown')}>{cellText(cell)}</span>;
  if (!behind) return cellText(cell);
  return (
    <Link
      className={styles.link}
      href={hrefBehind(behind)}
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        openBehind(cell);
      }}
    >
      {cellText(cell)}
    </Link>
  );
}
