import { Button, MessageBar, MessageBarBody, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchPage } from '../../../shared/searching.ts';
import { announce } from '../../parts/Announcer.tsx';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { formatNumber } from '../../parts/format.ts';
import { RowGrid } from '../../parts/RowGrid.tsx';
import { TextButton } from '../../parts/TextButton.tsx';
import { openHit, setActiveHit, setPickedHits, tryAgain, useSearches } from '../../state/searches.ts';
import { hitCells, hitColumns } from './hitCells.tsx';
import { Pager } from './Pager.tsx';
import { placesOf } from './placesOf.ts';
import { ResultBar } from './ResultBar.tsx';
import { NothingFound, SearchStart } from './SearchStart.tsx';
import { resultWords } from './searchWords.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: '20rem', minWidth: 0 },
  wall: { flexShrink: 0, borderRadius: 0, borderInlineWidth: 0, borderTopWidth: 0 },
  wallBody: { paddingBlock: tokens.spacingVerticalXS },
});

/** What a search found, or how to begin, or why nothing came. */
export function Results(props: { onNarrow: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { result, isBusy, error } = useSearches();
  useSpokenResult(result);
  const root = useRef<HTMLElement>(null);
  const answeredAt = result?.at;
  useEffect(() => {
    // In a small window an answer may come below what is in view.
    if (answeredAt !== undefined) root.current?.scrollIntoView({ block: 'nearest' });
  }, [answeredAt]);
  return (
    <section
      ref={root}
      className={styles.root}
      aria-label={t('search.results')}
      aria-busy={isBusy}
      data-region="results"
    >
      {error && (
        <ErrorPanel
          error={error}
          actions={<Button onClick={() => void tryAgain()}>{t('common.tryAgain')}</Button>}
        />
      )}
      {result && result.total > 0 && <Found result={result} onNarrow={props.onNarrow} />}
      {result?.total === 0 && <NothingFound result={result} />}
      {!result && !error && (isBusy ? <Spinner label={t('search.running')} /> : <SearchStart />)}
    </section>
  );
}

function Found(props: { result: SearchPage; onNarrow: () => void }) {
  const { t } = useTranslation();
  const { result } = props;
  const { active, open, picked } = useSearches();
  const { hits, kind } = result;
  const toggle = (index: number) => {
    const id = hits[index]?.id;
    if (id === undefined) return;
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    changePicked(next);
  };
  return (
    <>
      <ResultBar result={result} />
      <Wall {...props} />
      <RowGrid
        label={t('search.results')}
        hint={t(kind === 'article' ? 'search.gridHintPick' : 'search.gridHint')}
        columns={hitColumns(kind)}
        total={hits.length}
        cells={(index) => {
          const hit = hits[index];
          return hit ? hitCells(hit, kind) : null;
        }}
        active={active}
        onActive={setActiveHit}
        open={open}
        onOpen={openHit}
        listKey={`${kind} ${result.query} ${result.sort} ${result.page} ${result.pageSize}`}
        picks={
          kind === 'article'
            ? {
                label: t('search.pickOne'),
                isPicked: (index) => picked.has(hits[index]?.id ?? ''),
                toggle,
                pickRange: (first, last) =>
                  changePicked(new Set(hits.slice(first, last + 1).map(({ id }) => id))),
                pickAll: () => changePicked(new Set(hits.map(({ id }) => id))),
                pickNone: () => changePicked(new Set()),
              }
            : undefined
        }
      />
      <Pager result={result} />
    </>
  );

  function changePicked(next: ReadonlySet<string>): void {
    setPickedHits(next);
    announce(t('search.picked', { count: next.size, n: formatNumber(next.size) }));
  }
}

/** Says before it is met how far the directory lets anybody page, and what to do to see the rest. */
function Wall(props: { result: SearchPage; onNarrow: () => void }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { result } = props;
  const places = placesOf(result);
  if (!places.isWalled) return null;
  const values = {
    n: formatNumber(places.reachable),
    total: formatNumber(result.total),
    pages: formatNumber(places.pages),
  };
  return (
    <MessageBar intent="info" layout="multiline" className={styles.wall} data-wall>
      <MessageBarBody className={styles.wallBody}>
        {t('search.wall.what', values)} {t(`search.wall.how.${result.kind}`)}{' '}
        <TextButton onClick={props.onNarrow}>{t('search.wall.narrow')}</TextButton>
      </MessageBarBody>
    </MessageBar>
  );
}

/** Says how many were found whenever an answer comes. */
function useSpokenResult(result: SearchPage | null): void {
  const { t } = useTranslation();
  const spoken = useRef(result?.at ?? null);
  useEffect(() => {
    if (!result || spoken.current === result.at) return;
    spoken.current = result.at;
    announce(resultWords(result, t));
  }, [result, t]);
}
