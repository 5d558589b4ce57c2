import { Button, Field, Link, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Matrix, MatrixCell } from '../../../../shared/compliance/complianceCheck.ts';
import { describe, t } from '../../../../shared/i18n/i18n.ts';
import { Bar } from '../../../parts/Bar.tsx';
import { Callout } from '../../../parts/Callout.tsx';
import { heading4, wrapping } from '../../../parts/commonStyles.ts';
import { useAction } from '../../../parts/useAction.ts';
import { call } from '../../../state/data/client.ts';
import { fetchAgain } from '../../../state/data/queries.ts';
import { durationText } from '../durationText.ts';
import { stateText } from '../stateText.ts';
import { MatrixMenu } from './MatrixMenu.tsx';
import { type CellFilter, cellFilters } from './matrixRows.ts';

const useStyles = makeStyles({
  head: { display: 'grid', rowGap: tokens.spacingVerticalXS, padding: tokens.spacingHorizontalM },
  back: { justifySelf: 'start', minHeight: '24px' },
  line: {
    ...wrapping,
    alignItems: 'end',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    '& .fui-Select': { minWidth: 0 },
  },
  again: { ...wrapping, alignItems: 'end', columnGap: tokens.spacingHorizontalS },
  title: { ...heading4, overflowWrap: 'anywhere' },
});

/** Days after which an answer may be requested again. */
const ages = [0, 7, 30, 90] as const;

/** The progress of a matrix, and its actions. */
export function MatrixHead(props: {
  matrix: Matrix;
  cells: readonly MatrixCell[];
  filter: CellFilter;
  onFilter: (filter: CellFilter) => void;
}) {
  const styles = useStyles();
  const [age, setAge] = useState(30);
  const { matrix } = props;
  const { id, state } = matrix;
  const { run } = useAction(async (name: 'pause' | 'resume' | 'refresh') => {
    if (name === 'refresh') await call('matrix.refresh', { id, maxAge: age });
    else await call(`matrix.${name}`, { id });
    await fetchAgain('matrix.list');
  });
  return (
    <div className={styles.head}>
      <Link className={styles.back} href="#/compliance/matrix">
        {t('complianceScreen.allMatrices')}
      </Link>
      <h2 className={styles.title}>{matrix.name}</h2>
      <Text>
        {stateText(matrix)}
        {matrix.secondsLeft !== null &&
          ` · ${t('complianceScreen.secondsLeft', { time: durationText(matrix.secondsLeft) })}`}
      </Text>
      {state === 'running' && (
        <Bar
          value={matrix.cells === 0 ? 0 : (matrix.answered + matrix.failed) / matrix.cells}
          aria-label={t('complianceScreen.progress')}
          aria-valuetext={stateText(matrix)}
        />
      )}
      {matrix.message !== null && <Callout intent="warning">{describe(matrix.message)}</Callout>}
      <div className={styles.line}>
        {state === 'running' && <Button onClick={() => run('pause')}>{t('complianceScreen.pause')}</Button>}
        {state === 'paused' && (
          <Button appearance="primary" onClick={() => run('resume')}>
            {t('complianceScreen.resume')}
          </Button>
        )}
        <Field label={t('complianceScreen.show')}>
          <Select
            value={props.filter}
            onChange={(_, { value }) => {
              const chosen = cellFilters.find((one) => one === value);
              if (chosen) props.onFilter(chosen);
            }}
          >
            {cellFilters.map((one) => (
              <option key={one} value={one}>
                {t(`complianceScreen.filter.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        {state !== 'running' && (
          <div className={styles.again}>
            <Field label={t('complianceScreen.olderThan')}>
              <Select value={String(age)} onChange={(_, { value }) => setAge(Number(value))}>
                {ages.map((days) => (
                  <option key={days} value={days}>
                    {t(days === 0 ? 'complianceScreen.anyAge' : 'complianceScreen.days', { count: days })}
                  </option>
                ))}
              </Select>
            </Field>
            <Button onClick={() => run('refresh')}>{t('complianceScreen.askAgain')}</Button>
          </div>
        )}
        <MatrixMenu matrix={matrix} cells={props.cells} />
      </div>
    </div>
  );
}
