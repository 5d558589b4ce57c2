import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Matrix, MatrixCell } from '../../../../shared/compliance/complianceCheck.ts';
import { t } from '../../../../shared/i18n/i18n.ts';
import { cellTone, matrixCellText } from '../../../../shared/i18n/matrixText.ts';
import { Disclosure } from '../../../parts/Disclosure.tsx';
import { toneStyles } from '../toneStyles.ts';
import type { MatrixRow } from './matrixRows.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  small: { fontSize: tokens.fontSizeBase200 },
  cells: {
    margin: 0,
    paddingInline: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalS,
    listStyleType: 'none',
    display: 'grid',
    gap: tokens.spacingVerticalXS,
  },
  cell: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    width: '100%',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    font: 'inherit',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  funder: { color: tokens.colorNeutralForeground1 },
});

/** A matrix journal by journal, used if there is no room for a grid. */
export function MatrixList(props: {
  matrix: Matrix;
  rows: readonly MatrixRow[];
  onOpen: (cell: MatrixCell) => void;
}) {
  const styles = useStyles();
  return (
    <ul className={styles.list} data-matrix>
      {props.rows.map((row) => (
        <Journal key={`${row.journal} ${row.organisation}`} {...props} row={row} />
      ))}
    </ul>
  );
}

function Journal(props: { matrix: Matrix; row: MatrixRow; onOpen: (cell: MatrixCell) => void }) {
  const styles = useStyles();
  const tones = toneStyles();
  const { matrix, row } = props;
  const organisation = matrix.organisations[row.organisation];
  const ways = row.cells.filter((cell) => cell && cellTone(cell) === 'yes').length;
  const changed = row.cells.filter((cell) => cell && cell.changes.length > 0).length;
  const summary = [
    ...(matrix.organisations.length > 1 || organisation?.ror
      ? [organisation?.name || t('compliance.notAffiliated')]
      : []),
    t('complianceScreen.grouped', { yes: ways, count: row.cells.length }),
    ...(changed > 0 ? [t('complianceScreen.changedCells', { count: changed })] : []),
  ].join(' · ');
  return (
    <li className={styles.item}>
      <Disclosure
        heading={
          <span className={styles.words}>
            {matrix.journals[row.journal]?.title}
            <span className={styles.small}>{summary}</span>
          </span>
        }
      >
        <ul className={styles.cells}>
          {row.cells.map(
            (cell) =>
              cell && (
                <li key={cell.id}>
                  <button
                    type="button"
                    data-cell-id={cell.id}
                    className={mergeClasses(styles.cell, tones[cellTone(cell)])}
                    onClick={() => props.onOpen(cell)}
                  >
                    <span className={styles.funder}>{matrix.funders[cell.funder]?.name}</span>
                    <span>
                      {cell.changes.length > 0
                        ? t('complianceScreen.cellChanged', { words: matrixCellText(cell) })
                        : matrixCellText(cell)}
                    </span>
                  </button>
                </li>
              ),
          )}
        </ul>
      </Disclosure>
    </li>
  );
}
