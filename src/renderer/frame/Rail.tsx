import { Badge, type BadgeProps, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowUploadRegular,
  BookRegular,
  DataBarVerticalRegular,
  DocumentTextRegular,
  EyeRegular,
  SearchRegular,
  SettingsRegular,
} from '@fluentui/react-icons';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import type { ApplicationCounts } from '../../shared/application/applicationDraft.ts';
import type { SavedList } from '../../shared/draft/draft.ts';
import { t } from '../../shared/i18n/i18n.ts';
import {
  column,
  focusRing,
  plainList,
  row,
  selected,
  thinLine,
  visuallyHidden,
} from '../parts/commonStyles.ts';
import { useApplicationCounts } from '../state/data/applications.ts';
import { useFacets } from '../state/data/facets.ts';
import { useCall } from '../state/data/queries.ts';
import { useQueue } from '../state/data/queue.ts';
import { useAccount } from '../state/data/session.ts';
import { countOpen, useWatchState } from '../state/data/watch.ts';
import { showDone } from '../state/dialogs/notices.ts';
import { formatNumber } from '../state/format.ts';
import { hrefOf, useRoute } from '../state/navigation/route.ts';
import { draftLists, filterKey, replaceFilter, useDraftsView } from '../state/records/draftsView.ts';
import { filterToQuery } from '../state/records/filterQuery.ts';
import { useSavedList } from '../state/records/savedList.ts';
import { SavedListMenu } from './SavedListMenu.tsx';

const useStyles = makeStyles({
  rail: {
    ...column,
    gridArea: 'rail',
    width: '228px',
    boxSizing: 'border-box',
    padding: tokens.spacingVerticalS,
    overflowY: 'auto',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: thinLine,
    // The labels of other languages are longer.
    ':not(:lang(en))': { width: '256px' },
  },
  list: { ...plainList, ...column, gap: tokens.spacingVerticalXS, flexGrow: 1 },
  nested: { ...plainList, ...column },
  item: {
    ...row,
    position: 'relative',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    boxSizing: 'border-box',
    // Two-line labels need some space before the next.
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground2Hover,
      color: tokens.colorNeutralForeground1Hover,
    },
    ':focus-visible': focusRing,
  },
  // Below the label of the entry that they belong to, which has an icon before it.
  inner: { minHeight: '28px', paddingLeft: `calc(20px + 2 * ${tokens.spacingHorizontalS})` },
  line: { ...row, '> a': { flexGrow: 1, minWidth: 0 } },
  last: { marginTop: 'auto' },
  current: {
    ...selected,
    fontWeight: tokens.fontWeightSemibold,
    '::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      insetBlock: '6px',
      borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
      borderRadius: tokens.borderRadiusMedium,
    },
  },
  icon: { display: 'inline-flex', fontSize: '20px', flexShrink: 0 },
  label: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  count: { flexShrink: 0, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  spoken: visuallyHidden,
});

/** The ready-made lists of articles that have an entry of their own. */
const listed = ['ready', 'changed', 'refused', 'failed', 'trash'] as const;
type Listed = (typeof listed)[number];

/** The column with the links to every screen. */
export function Rail() {
  const styles = useStyles();
  return (
    <div className={styles.rail} data-region="rail">
      <Places />
    </div>
  );
}

/** Links to every screen and list, in five groups, each with its count; the settings come last. */
export function Places() {
  const styles = useStyles();
  const screen = useRoute(({ route }) => route.screen);
  const fixed = useFixedScreen();
  const uploads = useQueue();
  const paused = uploads.filter(({ state }) => state === 'paused').length;
  const running = uploads.length - paused;
  return (
    <nav className={styles.list} aria-label={t('frame.navigation')}>
      <ul className={styles.list}>
        <Articles isShown={screen === 'drafts'} isRelated={screen === 'imports' || fixed === 'drafts'} />
        <Item
          href="#/uploads"
          icon={<ArrowUploadRegular />}
          label={t('frame.uploads')}
          count={running > 0 ? formatNumber(running) : paused > 0 ? formatNumber(paused) : ''}
          countWords={
            running > 0
              ? t('frame.running', { count: running })
              : paused > 0
                ? t('frame.paused', { count: paused })
                : ''
          }
          color={running > 0 ? 'brand' : 'warning'}
          isCurrent={screen === 'uploads' || fixed === 'uploads'}
        />
        <WatchItem isCurrent={screen === 'watch'} />
        <Item
          href="#/journals"
          icon={<BookRegular />}
          label={t('frame.journals')}
          isCurrent={screen === 'journals'}
        >
          <UpdateRequestsItem isCurrent={screen === 'update-requests' || fixed === 'update-requests'} />
          <Item href="#/comparisons" label={t('frame.compare')} isCurrent={screen === 'comparisons'} />
        </Item>
        <Item
          href="#/search"
          icon={<SearchRegular />}
          label={t('frame.directory')}
          isCurrent={screen === 'search'}
        />
        <Item
          href="#/overview"
          icon={<DataBarVerticalRegular />}
          label={t('frame.insight')}
          isCurrent={false}
        >
          <Item href="#/overview" label={t('overview.title')} isCurrent={screen === 'overview'} />
          <Item href="#/compliance" label={t('frame.compliance')} isCurrent={screen === 'compliance'} />
        </Item>
        <Item
          href="#/settings"
          icon={<SettingsRegular />}
          label={t('frame.settings')}
          isCurrent={screen === 'settings'}
          isLast
        />
      </ul>
    </nav>
  );
}

/** The screen whose records the open fixing mode works through; null if there is none. */
function useFixedScreen(): 'drafts' | 'uploads' | 'update-requests' | null {
  const id = useRoute(({ route }) => (route.screen === 'fixing' ? route.fixingId : null));
  const { data: fixing } = useCall('fixing.get', id === null ? null : { id });
  if (fixing === undefined) return null;
  if (fixing.kind === 'application') return 'update-requests';
  return fixing.uploadId === null ? 'drafts' : 'uploads';
}

/** Shows how many changes by the directory nobody has decided yet. */
function WatchItem(props: { isCurrent: boolean }) {
  const state = useWatchState();
  const open = state ? countOpen(state) : 0;
  return (
    <Item
      href="#/watch"
      icon={<EyeRegular />}
      label={t('frame.watch')}
      count={open > 0 ? formatNumber(open) : ''}
      countWords={open > 0 ? t('frame.watchOpen', { count: open, n: formatNumber(open) }) : ''}
      color="warning"
      isCurrent={props.isCurrent}
    />
  );
}

/** Shows how many requests were sent back for revision, otherwise how many are open at the directory. */
function UpdateRequestsItem(props: { isCurrent: boolean }) {
  const counts = useApplicationCounts();
  const sentBack = counts?.status.revisions ?? 0;
  const open = counts ? countAtDirectory(counts) : 0;
  return (
    <Item
      href="#/update-requests"
      label={t('frame.updateRequests')}
      count={sentBack > 0 ? formatNumber(sentBack) : open > 0 ? formatNumber(open) : ''}
      countWords={
        sentBack > 0
          ? t('frame.sentBack', { count: sentBack, n: formatNumber(sentBack) })
          : open > 0
            ? t('frame.open', { count: open, n: formatNumber(open) })
            : ''
      }
      color={sentBack > 0 ? 'warning' : undefined}
      isCurrent={props.isCurrent}
    />
  );
}

function countAtDirectory({ status }: ApplicationCounts): number {
  return status.checking + status.waiting + status.review;
}

const noLists: readonly SavedList[] = [];

/** All articles, the ready-made lists and those that the user saved. `isRelated`: another screen is about them. */
function Articles(props: { isShown: boolean; isRelated: boolean }) {
  const accountId = useAccount()?.id;
  const filter = useDraftsView((view) => view.filter);
  const whole = useFacets();
  const ready = useFacets(draftLists.ready);
  const { data: saved = noLists } = useCall('drafts.lists', accountId === undefined ? null : { accountId });
  const key = filterKey(filter);
  const list = props.isShown ? listed.find((name) => filterKey(draftLists[name]) === key) : undefined;
  const savedList = useSavedList();
  const counts: Record<Listed, number> = {
    ready: ready?.total ?? 0,
    changed: whole?.sync.changed ?? 0,
    refused: whole?.sync.refused ?? 0,
    failed: whole?.sync.failed ?? 0,
    trash: whole?.trashed ?? 0,
  };
  return (
    <Item
      href="#/drafts"
      icon={<DocumentTextRegular />}
      label={t('frame.drafts')}
      count={whole ? formatNumber(whole.total) : ''}
      isCurrent={props.isRelated || (props.isShown && list === undefined && savedList === null)}
      onFollow={() => replaceFilter(draftLists.all)}
    >
      {listed
        // Failed drafts are rare, so an empty list of them is not shown.
        .filter((name) => name !== 'failed' || counts.failed > 0 || list === 'failed')
        .map((name) => (
          <Item
            key={name}
            href="#/drafts"
            label={t(`frame.list.${name}`)}
            // The count of an empty list is not shown.
            count={counts[name] > 0 ? formatNumber(counts[name]) : ''}
            color={(name === 'refused' || name === 'failed') && counts[name] > 0 ? 'danger' : undefined}
            isCurrent={list === name}
            onFollow={() => replaceFilter(draftLists[name])}
          />
        ))}
      {saved.map((one) => (
        <SavedListItem key={one.id} list={one} isCurrent={one.id === savedList?.id} />
      ))}
    </Item>
  );
}

/** A list that the user saved, with its count and a menu. */
function SavedListItem({ list, isCurrent }: { list: SavedList; isCurrent: boolean }) {
  const { name, filter, count } = list;
  const sort = useDraftsView((view) => view.sort);
  const about = { label: name, menu: <SavedListMenu list={list} />, isCurrent };
  return filter === null ? (
    <Item
      {...about}
      href="#/drafts"
      count={t('drafts.saved.unknown')}
      color="warning"
      onFollow={(event) => {
        event.preventDefault();
        showDone(t('drafts.saved.unknownText', { name }));
      }}
    />
  ) : (
    <Item
      {...about}
      href={hrefOf({ screen: 'drafts', draftId: null, field: null, query: filterToQuery({ filter, sort }) })}
      count={formatNumber(count)}
    />
  );
}

/** An entry; one with an icon may have others below it. */
function Item(props: {
  href: string;
  icon?: ReactElement;
  label: string;
  count?: string;
  /** What is counted, for the pointer and screen readers: beside the label it would take a second line. */
  countWords?: string;
  color?: BadgeProps['color'];
  isCurrent: boolean;
  isLast?: boolean;
  onFollow?: (event: MouseEvent) => void;
  menu?: ReactElement;
  children?: ReactNode;
}) {
  const styles = useStyles();
  const { icon, isCurrent, count, countWords } = props;
  return (
    <li className={props.isLast ? styles.last : undefined}>
      <div className={styles.line}>
        <a
          href={props.href}
          className={mergeClasses(styles.item, !icon && styles.inner, isCurrent && styles.current)}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={props.onFollow}
        >
          {icon && <span className={styles.icon}>{icon}</span>}
          <span className={styles.label}>{props.label}</span>
          {count && (
            <Badge
              className={styles.count}
              appearance="tint"
              color={props.color ?? 'informative'}
              title={countWords}
            >
              {countWords ? (
                <>
                  <span aria-hidden>{count}</span>
                  <span className={styles.spoken}>{countWords}</span>
                </>
              ) : (
                count
              )}
            </Badge>
          )}
        </a>
        {props.menu}
      </div>
      {props.children && <ul className={styles.nested}>{props.children}</ul>}
    </li>
  );
}
