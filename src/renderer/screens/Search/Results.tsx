import {
  Button,
  Label,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Select,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components';
import {
  ChevronDoubleLeftRegular,
  ChevronDoubleRightRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
} from '@fluentui/react-icons';
import { type ReactElement, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Hit, SearchPage } from '../../../shared/search/searching.ts';
import { thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { usePicks } from '../../parts/grid/gridPicks.ts';
import { RowGrid } from '../../parts/lists/RowGrid.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { announce } from '../../state/announce.ts';
import {
  askAgain,
  openHit,
  setActiveHit,
  setPickedHits,
  tryAgain,
  useSearches,
  useSearchResult,
} from '../../state/data/searches.ts';
import { formatNumber } from '../../state/format.ts';
import { hitCells, hitColumns, sortFields } from './hitCells.tsx';
import { pageSizes, placesOf } from './placesOf.ts';
import { ResultBar } from './ResultBar.tsx';
import { NothingFound, SearchStart } from './SearchStart.tsx';
import { resultText } from './searchText.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: '20rem', minWidth: 0 },
  wall: { flexShrink: 0, borderRadius: 0, borderInlineWidth: 0, borderTopWidth: 0 },
  wallBody: { paddingBlock: tokens.spacingVerticalXS },
  bar: {
    ...wrappingRow,
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    borderTop: thinLine,
  },
  place: { fontVariantNumeric: 'tabular-nums', paddingInline: tokens.spacingHorizontalXS },
  space: { flexGrow: 1 },
});

/** The results of a search, or how to start one, or the reason for an error. */
export function Results(props: { onNarrow: () => void }) {
  const styles = useStyles();
  const { result, isBusy, error } = useSearchResult();
  useAnnouncedResult(result);
  const root = useRef<HTMLElement>(null);
  const answeredAt = result?.at;
  useEffect(() => {
    // In a small window the results may appear below the visible part.
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
      {error && <ErrorPanel error={error} onRetry={() => void tryAgain()} />}
      {result && result.total > 0 && <Found result={result} onNarrow={props.onNarrow} />}
      {result?.total === 0 && <NothingFound result={result} />}
      {!result && !error && (isBusy ? <Spinner label={t('search.running')} /> : <SearchStart />)}
    </section>
  );
}

function Found(props: { result: SearchPage; onNarrow: () => void }) {
  const { result } = props;
  const { active, open, picked } = useSearches();
  const { hits, kind } = result;
  const language = useLanguage();
  const columns = useMemo(() => hitColumns(kind), [kind, language]);
  const cells = useCallback((hit: Hit) => hitCells(hit, kind), [kind]);
  const picks = usePicks(
    hits.map(({ id }) => id),
    picked,
    {
      label: t('search.pickOne'),
      said: (count) => t('search.picked', { count, n: formatNumber(count) }),
      onChange: setPickedHits,
    },
  );
  const fields = sortFields[kind];
  const [field = '', direction = 'asc'] = result.sort.split(':');
  const sorted = Object.keys(fields).find((key) => fields[key] === field);
  return (
    <>
      <ResultBar result={result} />
      <Wall {...props} />
      <RowGrid
        name={`search-${kind}`}
        label={t('search.results')}
        hint={t(kind === 'article' ? 'search.gridHintPick' : 'search.gridHint')}
        columns={columns}
        total={hits.length}
        row={(index) => hits[index]}
        cells={cells}
        sort={
          sorted === undefined ? undefined : { by: sorted, direction: direction === 'desc' ? 'desc' : 'asc' }
        }
        onSort={(by) => {
          const isTurned = by === sorted && direction !== 'desc';
          void askAgain({ sort: `${fields[by]}:${isTurned ? 'desc' : 'asc'}` });
        }}
        active={active}
        onActive={setActiveHit}
        open={open}
        onOpen={openHit}
        listKey={`${kind} ${result.query} ${result.sort} ${result.page} ${result.pageSize}`}
        picks={kind === 'article' ? picks : undefined}
      />
      <Pager result={result} />
    </>
  );
}

/** Warns before the limit of the directory's paging is reached, and explains how to see the rest. */
function Wall(props: { result: SearchPage; onNarrow: () => void }) {
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

/** Announces the number of results whenever an answer arrives. */
function useAnnouncedResult(result: SearchPage | null): void {
  const spoken = useRef(result?.at ?? null);
  useEffect(() => {
    if (!result || spoken.current === result.at) return;
    spoken.current = result.at;
    announce(resultText(result));
  }, [result]);
}

/** Pages through the results as far as the directory allows. */
function Pager({ result }: { result: SearchPage }) {
  const styles = useStyles();
  const id = useId();
  const { page, pageSize } = result;
  const { pages } = placesOf(result);
  const step = (icon: ReactElement, name: string, to: number) => (
    <Button
      size="small"
      appearance="subtle"
      icon={icon}
      aria-label={name}
      title={name}
      disabledFocusable={to < 1 || to > pages || to === page}
      onClick={() => void askAgain({ page: to })}
    />
  );
  return (
    <nav className={styles.bar} aria-label={t('search.pager.label')}>
      {step(<ChevronDoubleLeftRegular />, t('search.pager.first'), 1)}
      {step(<ChevronLeftRegular />, t('search.pager.previous'), page - 1)}
      <Text className={styles.place}>
        {t('search.pager.place', { page: formatNumber(page), pages: formatNumber(Math.max(1, pages)) })}
      </Text>
      {step(<ChevronRightRegular />, t('search.pager.next'), page + 1)}
      {step(<ChevronDoubleRightRegular />, t('search.pager.last'), pages)}
      <span className={styles.space} />
      <Label htmlFor={id} size="small">
        {t('search.pager.size')}
      </Label>
      <Select
        id={id}
        size="small"
        value={String(pageSize)}
        onChange={(_, { value }) => void askAgain({ pageSize: Number(value) })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={String(size)}>
            {formatNumber(size)}
          </option>
        ))}
      </Select>
    </nav>
  );
}
