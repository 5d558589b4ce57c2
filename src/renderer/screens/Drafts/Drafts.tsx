import { Button, Link, Text, Tooltip } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  ChevronDownRegular,
  ChevronUpRegular,
  DeleteRegular,
  DocumentAddRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import type { DraftFilter, ListReadiness } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ImportTray } from '../../parts/import/ImportTray.tsx';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { ListScreen } from '../../parts/lists/ListScreen.tsx';
import { OpenFixing } from '../../parts/lists/OpenFixing.tsx';
import { RecordPane } from '../../parts/lists/RecordPane.tsx';
import { useTitle } from '../../parts/useTitle.ts';
import { announce } from '../../state/announce.ts';
import { useFacets } from '../../state/data/facets.ts';
import { pageSize } from '../../state/data/pages.ts';
import { useAccount, useSettings } from '../../state/data/session.ts';
import { chooseFiles, importSample } from '../../state/dialogs/imports.ts';
import { formatNumber } from '../../state/format.ts';
import { createArticle } from '../../state/navigation/commands.ts';
import { draftHref, go, useRoute } from '../../state/navigation/route.ts';
import { startTour } from '../../state/navigation/tour.ts';
import {
  clearFilters,
  type DraftList as DraftListName,
  isNarrowed,
  listOf,
  replaceFilter,
  useDraftsView,
} from '../../state/records/draftsView.ts';
import { followTrail, neighboursIn, type RecordTrail } from '../../state/records/recordTrail.ts';
import { useSavedList } from '../../state/records/savedList.ts';
import { DraftGrid } from './DraftGrid.tsx';
import { DraftRows, useDraftRows } from './DraftRows.tsx';
import { DraftToolbar } from './DraftToolbar.tsx';
import { FilterBar } from './FilterBar.tsx';
import { WithFacets } from './WithFacets.tsx';

/** The list of drafts and, beside it, the form of the open record; only one of them if there is no room for both. */
export function Drafts(props: { draftId: number | null; form: ReactNode }) {
  useTitle(t('frame.drafts'));
  const { draftId, form } = props;
  // The list keeps its position in the tree when a record opens, so that it is not mounted again.
  return (
    <DraftRows>
      <ListScreen
        name="drafts"
        label={t('drafts.divider')}
        list={<DraftList openId={draftId} />}
        record={
          draftId === null ? null : (isAlone) => <DraftPane draftId={draftId} form={form} isAlone={isAlone} />
        }
      />
    </DraftRows>
  );
}

/** The pane around the form of one record, with links back to the list and to the previous and next record. */
function DraftPane(props: { draftId: number; form: ReactNode; isAlone: boolean }) {
  return (
    <RecordPane
      label={t('drafts.record')}
      recordKey={props.draftId}
      isAlone={props.isAlone}
      onClose={() => go('#/drafts')}
      bar={<Neighbours draftId={props.draftId} />}
      takesFocus={isNoFieldMeant}
    >
      {props.form}
    </RecordPane>
  );
}

function isNoFieldMeant(): boolean {
  const { route } = useRoute.getState();
  return route.screen !== 'drafts' || route.field === null;
}

function Neighbours(props: { draftId: number }) {
  const styles = useCommonStyles();
  const neighbours = useNeighbours(props.draftId);
  if (!neighbours) return null;
  const { place, total, before, after } = neighbours;
  return (
    <>
      <Step icon={<ChevronUpRegular />} label={t('drafts.previous')} to={before} />
      <Step icon={<ChevronDownRegular />} label={t('drafts.next')} to={after} />
      <Text size={200} className={styles.tertiary}>
        {t('drafts.place', { place: formatNumber(place), total: formatNumber(total) })}
      </Text>
    </>
  );
}

/** The neighbours of the open record in the order that the list had when it was opened: a change may move it or remove it from the list. */
function useNeighbours(draftId: number): ReturnType<typeof neighboursIn> | null {
  const { pages, total, listKey } = useDraftRows();
  const trail = useRef<RecordTrail | null>(null);
  const numbers = [...pages.keys()].sort((a, b) => a - b);
  const now = {
    listKey,
    ids: numbers.flatMap((page) => pages.get(page)!.map(({ id }) => id)),
    first: (numbers[0] ?? 0) * pageSize,
    total: total ?? 0,
  };
  trail.current = followTrail(trail.current, now, draftId);
  return trail.current && neighboursIn(trail.current);
}

function Step(props: { icon: ReactElement; label: string; to: number | undefined }) {
  const { to } = props;
  return (
    <Tooltip content={props.label} relationship="label">
      <Button
        size="small"
        appearance="subtle"
        icon={props.icon}
        disabledFocusable={to === undefined}
        onClick={() => to !== undefined && go(draftHref(to))}
      />
    </Tooltip>
  );
}

/** Toolbar, filters and the grid, or instructions if there is nothing to show. */
function DraftList(props: { openId: number | null }) {
  const styles = useCommonStyles();
  const { total, error, retry, listKey } = useDraftRows();
  const filter = useDraftsView((view) => view.filter);
  const title = useListTitle(filter);
  useAnnouncedCount(total, listKey);
  return (
    <section className={styles.fillingColumn} aria-label={title} data-region="list">
      <DraftToolbar title={title} />
      <FilterBar />
      <ImportTray />
      <OpenFixing kind="article" />
      {total === 0 && !isNarrowed(filter) ? (
        <EmptyDrafts filter={filter} />
      ) : (
        <WithFacets>
          {error && <ErrorPanel error={error} onRetry={retry} />}
          {total === 0 ? <EmptyDrafts filter={filter} /> : <DraftGrid openId={props.openId} label={title} />}
        </WithFacets>
      )}
    </section>
  );
}

/** Announces how many drafts match whenever another list is shown. */
function useAnnouncedCount(total: number | null, listKey: string): void {
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (total === null || announced.current === listKey) return;
    // The first list of the screen is not the result of an action.
    const isAnswer = announced.current !== null;
    announced.current = listKey;
    if (isAnswer) announce(t('drafts.found', { count: total, n: formatNumber(total) }));
  }, [listKey, total]);
}

/** The title of the list: that of a ready-made list, the trash, or the drafts. */
function useListTitle(filter: DraftFilter): string {
  const list = listOf(filter);
  const saved = useSavedList();
  if (list !== null && list !== 'all') return t(`frame.list.${list}`);
  if (saved !== null) return saved.name;
  return filter.trashed ? t('frame.list.trash') : t('frame.drafts');
}

const unreadyStates: ListReadiness[] = ['incomplete', 'undecided'];

/** A ready-made list is done when it is empty; what keeps others from being ready is one step away. */
function EmptyList({ list }: { list: Exclude<DraftListName, 'all' | 'trash'> }) {
  const whole = useFacets();
  const { incomplete = 0, undecided = 0 } = whole?.readiness ?? {};
  const unready = list === 'ready' ? incomplete + undecided : 0;
  const isSent = list === 'ready' && unready === 0 && (whole?.total ?? 0) > 0;
  return (
    <EmptyState
      icon={<CheckmarkCircleRegular />}
      title={t(isSent ? 'drafts.emptyList.sent' : `drafts.emptyList.${list}`)}
      text={
        unready > 0
          ? t('drafts.emptyList.unready', { count: unready, n: formatNumber(unready) })
          : t('drafts.emptyList.text')
      }
      actions={
        <>
          {unready > 0 && (
            <Button appearance="primary" onClick={() => replaceFilter({ readiness: unreadyStates })}>
              {t('drafts.emptyList.show', { count: unready, n: formatNumber(unready) })}
            </Button>
          )}
          <Button onClick={() => replaceFilter({})}>{t('drafts.emptyList.all')}</Button>
        </>
      }
    />
  );
}

/** Suggests what to do next: create a draft, or change the filters. */
function EmptyDrafts(props: { filter: DraftFilter }) {
  const kind = useAccount()?.kind;
  const isNew = useSettings()?.tourSeen === false;
  const list = listOf(props.filter);
  if (list !== null && list !== 'all' && list !== 'trash') return <EmptyList list={list} />;
  if (isNarrowed(props.filter)) {
    return (
      <EmptyState
        icon={<SearchRegular />}
        title={t('drafts.noMatch.title')}
        text={t('drafts.noMatch.text')}
        actions={<Button onClick={clearFilters}>{t('drafts.clearFilters')}</Button>}
      />
    );
  }
  if (props.filter.trashed) {
    return (
      <EmptyState
        icon={<DeleteRegular />}
        title={t('drafts.noTrash.title')}
        text={t('drafts.noTrash.text')}
      />
    );
  }
  return (
    <EmptyState
      icon={<DocumentAddRegular />}
      title={t('drafts.first.title')}
      text={
        <>
          {t('drafts.first.text')}{' '}
          {kind === 'sandbox' && (
            <>
              {t('drafts.first.sandbox')} <Link href="#/settings">{t('drafts.first.settings')}</Link>
            </>
          )}
        </>
      }
      actions={
        <>
          <Button appearance="primary" onClick={chooseFiles}>
            {t('drafts.first.import')}
          </Button>
          <Button onClick={() => void createArticle()}>{t('drafts.newArticle')}</Button>
          {kind === 'sandbox' && (
            <Button onClick={() => void importSample()}>{t('drafts.first.sample')}</Button>
          )}
          {isNew && <Button onClick={startTour}>{t('commands.name.tour')}</Button>}
        </>
      }
    />
  );
}
