import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import type { Matrix, MatrixCell } from '../../../shared/compliance/complianceCheck.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { heading3, row, scroller, secondary } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useCall } from '../../state/queries.ts';
import { ResultView } from './ResultView.tsx';

const useStyles = makeStyles({
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

/** The answer of a cell beside the grid, or why there is none; takes the focus, and returns it to the cell when closed. */
export function MatrixAnswer(props: { matrix: Matrix; cell: MatrixCell; onClose: () => void }) {
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
      {check && <ResultView key={check.id} check={check} />}
    </section>
  );
}
