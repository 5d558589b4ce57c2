import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Matrix, MatrixCell } from '../../../../shared/compliance/complianceCheck.ts';
import { describe, t } from '../../../../shared/i18n/i18n.ts';
import { Callout } from '../../../parts/Callout.tsx';
import { heading3, row, scroller, secondary } from '../../../parts/commonStyles.ts';
import { ErrorPanel } from '../../../parts/ErrorPanel.tsx';
import { ListScreen } from '../../../parts/lists/ListScreen.tsx';
import { useLanguage } from '../../../parts/texts/useLanguage.ts';
import { useMedia } from '../../../parts/theme.ts';
import { announce } from '../../../state/announce.ts';
import { useCall } from '../../../state/data/queries.ts';
import { showError } from '../../../state/dialogs/notices.ts';
import { ResultView } from '../ResultView.tsx';
import { stateText } from '../stateText.ts';
import { MatrixGrid } from './MatrixGrid.tsx';
import { MatrixHead } from './MatrixHead.tsx';
import { MatrixList } from './MatrixList.tsx';
import { type CellFilter, type MatrixSort, matrixRows } from './matrixRows.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  scrolling: { overflowY: 'auto' },
  none: { padding: tokens.spacingHorizontalM, margin: 0 },
  pane: { ...scroller, minWidth: 0 },
  head: {
    ...row,
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    paddingInline: tokens.spacingHorizontalM,
    paddingTop: tokens.spacingVerticalS,
  },
  title: { ...heading3, ...secondary, fontWeight: tokens.fontWeightRegular },
  message: { margin: tokens.spacingHorizontalM },
});

const noCells: readonly MatrixCell[] = [];

/** One matrix: its progress, actions and grid (by journal if there is no room for one), and the answer of the open cell beside it. */
export function MatrixPage({ matrix }: { matrix: Matrix }) {
  const styles = useStyles();
  const { data: cells = noCells, error } = useCall('matrix.cells', { id: matrix.id });
  useEffect(() => {
    if (error) showError(error);
  }, [error]);
  const [openId, setOpenId] = useState<number | null>(null);
  const [filter, setFilter] = useState<CellFilter>('all');
  const [sort, setSort] = useState<MatrixSort>({ by: 'journal', isDescending: false });
  const hasNoRoom = useMedia('(max-width: 799px)');
  const language = useLanguage();
  const rows = useMemo(
    () => matrixRows(matrix, cells, { filter, sort }),
    [language, matrix, cells, filter, sort],
  );
  const onOpen = useCallback(({ id }: MatrixCell) => setOpenId(id), []);
  useAnnouncedEnd(matrix);
  const open = cells.find(({ id }) => id === openId) ?? null;
  const close = () => {
    setOpenId(null);
    // The cell may have to be rendered again first.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-matrix] [data-cell-id="${openId}"]`)?.focus(),
    );
  };
  const Cells = hasNoRoom ? MatrixList : MatrixGrid;
  const grid = (
    <div className={hasNoRoom ? `${styles.root} ${styles.scrolling}` : styles.root}>
      <MatrixHead matrix={matrix} cells={cells} filter={filter} onFilter={setFilter} />
      {rows.length === 0 ? (
        <p className={styles.none}>{t('complianceScreen.noRows')}</p>
      ) : (
        <Cells matrix={matrix} rows={rows} sort={sort} onSort={setSort} open={open} onOpen={onOpen} />
      )}
    </div>
  );
  // The grid stays mounted behind the answer, so that the user returns to the same place.
  return (
    <ListScreen
      name="matrix"
      label={t('complianceScreen.divider')}
      list={grid}
      record={() => open && <MatrixAnswer key={open.id} matrix={matrix} cell={open} onClose={close} />}
      keepsList
    />
  );
}

function useAnnouncedEnd(matrix: Matrix): void {
  const before = useRef(matrix.state);
  useEffect(() => {
    if (before.current === 'running' && matrix.state !== 'running') announce(stateText(matrix));
    before.current = matrix.state;
  }, [matrix]);
}

/** The answer of a cell beside the grid, or why there is none; takes the focus, and returns it to the cell when closed. */
function MatrixAnswer(props: { matrix: Matrix; cell: MatrixCell; onClose: () => void }) {
  const styles = useStyles();
  const heading = useRef<HTMLHeadingElement>(null);
  const { cell, matrix, onClose } = props;
  const { checkId } = cell;
  const { data: check, error } = useCall('compliance.get', checkId === null ? null : { id: checkId });
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      className={styles.pane}
      aria-labelledby="matrix-answer"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id="matrix-answer" ref={heading} tabIndex={-1} className={styles.title}>
          {t('complianceScreen.answerOf', {
            journal: matrix.journals[cell.journal]?.title,
            funder: matrix.funders[cell.funder]?.name,
          })}
        </h2>
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={t('complianceScreen.closeAnswer')}
          onClick={onClose}
        />
      </div>
      {cell.state !== 'answered' && (
        <div className={styles.message}>
          <Callout intent={cell.state === 'failed' ? 'error' : 'info'}>
            {describe(cell.message) || t('complianceScreen.notAsked')}
          </Callout>
        </div>
      )}
      {error && <ErrorPanel error={error} />}
      {check && <ResultView key={check.id} check={check} changes={cell.changes} />}
    </section>
  );
}
