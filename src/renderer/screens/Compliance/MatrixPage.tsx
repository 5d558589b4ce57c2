import {
  Button,
  Field,
  Link,
  MessageBar,
  MessageBarBody,
  makeStyles,
  ProgressBar,
  Select,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Matrix, MatrixCell } from '../../../shared/complianceCheck.ts';
import { asAppError, call } from '../../client.ts';
import { announce } from '../../parts/Announcer.tsx';
import { formatNumber } from '../../parts/format.ts';
import { SplitPane } from '../../parts/SplitPane.tsx';
import { saveFile } from '../../parts/saveFile.ts';
import { reloadMatrices } from '../../state/compliance.ts';
import { showError } from '../../state/notices.ts';
import { createRefresher } from '../../state/refresher.ts';
import { go } from '../../state/route.ts';
import { useMedia } from '../../theme.ts';
import { useKept } from './CheckView.tsx';
import { MatrixGrid } from './MatrixGrid.tsx';
import { type CellFilter, cellFilters } from './matrixRows.ts';
import { PrintButton } from './PrintButton.tsx';
import { ResultView } from './ResultView.tsx';
import { stateWords } from './stateWords.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  head: { display: 'grid', rowGap: tokens.spacingVerticalXS, padding: tokens.spacingHorizontalM },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  pane: { overflowY: 'auto', minHeight: 0, flexGrow: 1 },
  close: { margin: tokens.spacingHorizontalS },
});

/** Days after which an answer may be asked for again. */
const ages = [0, 7, 30, 90] as const;

/** One matrix: how far it is, what can be done with it, its grid, and the answer of the open cell beside. */
export function MatrixPage({ matrix }: { matrix: Matrix }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const cells = useCells(matrix);
  const [open, setOpen] = useState<MatrixCell | null>(null);
  const [filter, setFilter] = useState<CellFilter>('all');
  const [age, setAge] = useState(30);
  const isNarrow = useMedia('(max-width: 999px)');
  const kept = useKept(open?.checkId ?? null);
  const { id, state } = matrix;
  useSpokenEnd(matrix);
  const act = (work: () => Promise<unknown>) => {
    work().then(reloadMatrices, (error: unknown) => showError(asAppError(error)));
  };
  const save = (format: 'csv' | 'json') =>
    act(async () => {
      const { name, type, text } = await call('matrix.export', { id, format });
      saveFile(name, new Blob([text], { type }));
    });
  const close = useCallback(() => {
    setOpen(null);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-matrix] [tabindex="0"]')?.focus());
  }, []);
  const pane = open && (
    <section className={styles.pane} aria-label={t('complianceScreen.cellPane')}>
      <Button className={styles.close} size="small" onClick={close}>
        {t('common.close')}
      </Button>
      {kept.check ? (
        <ResultView key={kept.check.id} check={kept.check} />
      ) : (
        <Text>{open.message || t('compliance.cell.waiting')}</Text>
      )}
    </section>
  );
  const grid = (
    <div className={styles.root}>
      <div className={styles.head}>
        <Link href="#/compliance/matrix">{t('complianceScreen.allMatrices')}</Link>
        <h2 className={styles.title}>{matrix.name}</h2>
        <Text>
          {stateWords(matrix)}
          {matrix.secondsLeft !== null &&
            ` · ${t('complianceScreen.secondsLeft', { n: formatNumber(Math.ceil(matrix.secondsLeft)) })}`}
        </Text>
        {state === 'running' && (
          <ProgressBar
            value={matrix.cells === 0 ? 0 : (matrix.answered + matrix.failed) / matrix.cells}
            aria-label={t('complianceScreen.progress')}
          />
        )}
        {matrix.message !== '' && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>{matrix.message}</MessageBarBody>
          </MessageBar>
        )}
        <div className={styles.line}>
          {state === 'running' && (
            <Button onClick={() => act(() => call('matrix.pause', { id }))}>
              {t('complianceScreen.pause')}
            </Button>
          )}
          {state === 'paused' && (
            <Button appearance="primary" onClick={() => act(() => call('matrix.resume', { id }))}>
              {t('complianceScreen.resume')}
            </Button>
          )}
          <Field label={t('complianceScreen.show')}>
            <Select value={filter} onChange={(_, { value }) => setFilter(value as CellFilter)}>
              {cellFilters.map((one) => (
                <option key={one} value={one}>
                  {t(`complianceScreen.filter.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
          {state !== 'running' && (
            <>
              <Field label={t('complianceScreen.olderThan')}>
                <Select value={String(age)} onChange={(_, { value }) => setAge(Number(value))}>
                  {ages.map((days) => (
                    <option key={days} value={days}>
                      {t(days === 0 ? 'complianceScreen.anyAge' : 'complianceScreen.days', { count: days })}
                    </option>
                  ))}
                </Select>
              </Field>
              <Button onClick={() => act(() => call('matrix.refresh', { id, maxAge: age }))}>
                {t('complianceScreen.askAgain')}
              </Button>
            </>
          )}
          <Button onClick={() => save('csv')}>{t('complianceScreen.csv')}</Button>
          <Button onClick={() => save('json')}>{t('complianceScreen.json')}</Button>
          <PrintButton matrix={matrix} cells={cells} />
          <Button
            onClick={() =>
              act(async () => {
                await call('matrix.remove', { id });
                go('#/compliance/matrix');
              })
            }
          >
            {t('complianceScreen.remove')}
          </Button>
        </div>
      </div>
      <MatrixGrid matrix={matrix} cells={cells} filter={filter} open={open} onOpen={setOpen} />
    </div>
  );
  if (isNarrow && pane) return pane;
  return <SplitPane name="matrix" label={t('complianceScreen.divider')} left={grid} right={pane} />;
}

/** The cells, fetched anew as answers come, at most twice a second. */
function useCells(matrix: Matrix): readonly MatrixCell[] {
  const [cells, setCells] = useState<readonly MatrixCell[]>([]);
  const { id, answered, failed, state } = matrix;
  const refresh = useMemo(
    () =>
      createRefresher(async () => {
        setCells(await call('matrix.cells', { id }));
      }, 500),
    [id],
  );
  const stamp = `${answered} ${failed} ${state}`;
  useEffect(() => {
    if (stamp !== '') refresh();
  }, [stamp, refresh]);
  return cells;
}

function useSpokenEnd(matrix: Matrix): void {
  const before = useRef(matrix.state);
  useEffect(() => {
    if (before.current === 'running' && matrix.state !== 'running') announce(stateWords(matrix));
    before.current = matrix.state;
  }, [matrix]);
}
