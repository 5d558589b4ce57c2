import {
  Badge,
  type BadgeProps,
  makeStyles,
  mergeClasses,
  Tooltip,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowSyncCircleRegular,
  ArrowUploadRegular,
  BookRegular,
  CheckmarkCircleRegular,
  DataBarVerticalRegular,
  DeleteRegular,
  DismissCircleRegular,
  DocumentTextRegular,
  EditRegular,
  FilterRegular,
  FormRegular,
  PersonQuestionMarkRegular,
  SearchRegular,
  SettingsRegular,
  ShieldCheckmarkRegular,
} from '@fluentui/react-icons';
import type { MouseEvent, ReactElement } from 'react';
import type { ApplicationCounts } from '../../shared/application/applicationDraft.ts';
import type { DraftFilter, SavedList } from '../../shared/draft/draft.ts';
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
import { useMedia } from '../parts/theme.ts';
import { useApplicationCounts } from '../state/data/applications.ts';
import { useFacets } from '../state/data/facets.ts';
import { useCall } from '../state/data/queries.ts';
import { useQueue } from '../state/data/queue.ts';
import { useAccount } from '../state/data/session.ts';
import { showDone } from '../state/dialogs/notices.ts';
import { formatNumber } from '../state/format.ts';
import { hrefOf, useRoute } from '../state/navigation/route.ts';
import {
  type DraftList,
  draftLists,
  filterKey,
  listOf,
  replaceFilter,
  useDraftsView,
} from '../state/records/draftsView.ts';
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
    '@media (min-width: 1000px)': { ':not(:lang(en))': { width: '256px' } },
    '@media (max-width: 999px)': { width: '48px', padding: '6px' },
    '@media (max-width: 639px)': {
      width: 'auto',
      flexDirection: 'row',
      flexWrap: 'wrap',
      padding: '2px',
      borderRight: 'none',
      borderBottom: thinLine,
    },
  },
  list: {
    ...plainList,
    ...column,
    gap: '2px',
    '@media (max-width: 639px)': { flexDirection: 'row', flexWrap: 'wrap' },
  },
  heading: {
    margin: 0,
    marginTop: tokens.spacingVerticalL,
    paddingInline: tokens.spacingHorizontalS,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    lineHeight: tokens.lineHeightBase500,
    color: tokens.colorNeutralForeground3,
    '@media (max-width: 999px)': { height: '1px', padding: 0, overflow: 'hidden', clipPath: 'inset(50%)' },
    '@media (max-width: 639px)': { position: 'absolute' },
  },
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
    '@media (max-width: 999px)': { width: '36px', minHeight: '36px', padding: 0, justifyContent: 'center' },
    '@media (max-width: 639px)': { width: '34px', minHeight: '32px' },
  },
  line: { ...row, '> a': { flexGrow: 1, minWidth: 0 } },
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
  label: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', '@media (max-width: 999px)': visuallyHidden },
  count: { flexShrink: 0, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  space: { flexGrow: 1, '@media (max-width: 639px)': { display: 'none' } },
});

const listIcons: Readonly<Record<Exclude<DraftList, 'all'>, ReactElement>> = {
  ready: <CheckmarkCircleRegular />,
  changed: <EditRegular />,
  refused: <DismissCircleRegular />,
  failed: <ArrowSyncCircleRegular />,
  'missing-orcid': <PersonQuestionMarkRegular />,
  trash: <DeleteRegular />,
};

/** Links to every screen and predefined list, each with its count. */
export function Rail() {
  const styles = useStyles();
  const screen = useRoute(({ route }) => route.screen);
  const fixed = useFixedScreen();
  const filter = useDraftsView((view) => view.filter);
  const whole = useFacets();
  const uploads = useQueue();
  const paused = uploads.filter(({ state }) => state === 'paused').length;
  const running = uploads.length - paused;
  const list = screen === 'drafts' ? listOf(filter) : null;
  const saved = useSavedList();
  const isListed = (list !== null && list !== 'all') || saved !== null;
  return (
    <nav className={styles.rail} aria-label={t('frame.navigation')} data-region="rail">
      <ul className={styles.list}>
        <Item
          href="#/drafts"
          icon={<DocumentTextRegular />}
          label={t('frame.drafts')}
          count={whole ? formatNumber(whole.total) : ''}
          isCurrent={(screen === 'drafts' && !isListed) || screen === 'imports' || fixed === 'drafts'}
          onFollow={() => replaceFilter(draftLists.all)}
        />
        <Item
          href="#/uploads"
          icon={<ArrowUploadRegular />}
          label={t('frame.uploads')}
          count={
            running > 0
              ? t('frame.running', { count: running })
              : paused > 0
                ? t('frame.paused', { count: paused })
                : ''
          }
          color={running > 0 ? 'brand' : 'warning'}
          isCurrent={screen === 'uploads' || fixed === 'uploads'}
        />
        <Item
          href="#/journals"
          icon={<BookRegular />}
          label={t('frame.journals')}
          // A comparison is about the articles of one journal and starts there.
          isCurrent={screen === 'journals' || screen === 'comparisons'}
        />
        <UpdateRequestsItem isCurrent={screen === 'update-requests' || fixed === 'update-requests'} />
        <Item
          href="#/search"
          icon={<SearchRegular />}
          label={t('frame.directorySearch')}
          isCurrent={screen === 'search'}
        />
        <Item
          href="#/compliance"
          icon={<ShieldCheckmarkRegular />}
          label={t('frame.compliance')}
          isCurrent={screen === 'compliance'}
        />
        <Item
          href="#/overview"
          icon={<DataBarVerticalRegular />}
          label={t('overview.title')}
          isCurrent={screen === 'overview'}
        />
      </ul>
      <h2 className={styles.heading} id="rail-lists">
        {t('frame.lists')}
      </h2>
      <Lists current={list} />
      <SavedLists isShown={screen === 'drafts'} filter={filter} />
      <div className={styles.space} />
      <ul className={styles.list}>
        <Item
          href="#/settings"
          icon={<SettingsRegular />}
          label={t('frame.settings')}
          isCurrent={screen === 'settings'}
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

/** Shows how many requests were sent back for revision, otherwise how many are open at the directory. */
function UpdateRequestsItem(props: { isCurrent: boolean }) {
  const counts = useApplicationCounts();
  const sentBack = counts?.status.revisions ?? 0;
  const open = counts ? countOpen(counts) : 0;
  return (
    <Item
      href="#/update-requests"
      icon={<FormRegular />}
      label={t('frame.updateRequests')}
      count={
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

function countOpen({ status }: ApplicationCounts): number {
  return status.checking + status.waiting + status.review;
}

function Lists(props: { current: DraftList | null }) {
  const styles = useStyles();
  const whole = useFacets();
  const ready = useFacets(draftLists.ready);
  const counts: Record<keyof typeof listIcons, number | undefined> = {
    ready: ready?.total,
    changed: whole?.sync.changed,
    refused: whole?.sync.refused,
    failed: whole?.sync.failed,
    'missing-orcid': whole?.lists['missing-orcid'],
    trash: whole?.trashed,
  };
  const names = (Object.keys(listIcons) as (keyof typeof listIcons)[]).filter(
    // Failed drafts are rare, so an empty list of them is not shown.
    (name) => name !== 'failed' || (counts.failed ?? 0) > 0 || props.current === 'failed',
  );
  return (
    <ul className={styles.list} aria-labelledby="rail-lists">
      {names.map((name) => (
        <Item
          key={name}
          href="#/drafts"
          icon={listIcons[name]}
          label={t(`frame.list.${name}`)}
          // The count of an empty list is not shown.
          count={counts[name] ? formatNumber(counts[name]) : ''}
          color={(name === 'refused' || name === 'failed') && counts[name] ? 'danger' : undefined}
          isCurrent={props.current === name}
          onFollow={() => replaceFilter(draftLists[name])}
        />
      ))}
    </ul>
  );
}

const noLists: readonly SavedList[] = [];

/** The lists that the user saved, each with its count and a menu. */
function SavedLists(props: { isShown: boolean; filter: DraftFilter }) {
  const styles = useStyles();
  const accountId = useAccount()?.id;
  const { data = noLists } = useCall('drafts.lists', accountId === undefined ? null : { accountId });
  const key = filterKey(props.filter);
  if (data.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('drafts.saved.title')} data-help="facets">
      {data.map((list) => {
        const { id, name, filter, count } = list;
        const about = { icon: <FilterRegular />, label: name, menu: <SavedListMenu list={list} /> };
        return filter === null ? (
          <Item
            key={id}
            {...about}
            href="#/drafts"
            count={t('drafts.saved.unknown')}
            color="warning"
            isCurrent={false}
            onFollow={(event) => {
              event.preventDefault();
              showDone(t('drafts.saved.unknownText', { name }));
            }}
          />
        ) : (
          <Item
            key={id}
            {...about}
            href={hrefOf({ screen: 'drafts', draftId: null, field: null, query: queryOf(filter) })}
            count={formatNumber(count)}
            isCurrent={props.isShown && filterKey(filter) === key}
          />
        );
      })}
    </ul>
  );
}

function queryOf(filter: DraftFilter): string {
  return filterToQuery({ filter, sort: useDraftsView.getState().sort });
}

function Item(props: {
  href: string;
  icon: ReactElement;
  label: string;
  count?: string;
  color?: BadgeProps['color'];
  isCurrent: boolean;
  onFollow?: (event: MouseEvent) => void;
  menu?: ReactElement;
}) {
  const styles = useStyles();
  const isIconOnly = useMedia('(max-width: 999px)');
  const hint = props.count ? `${props.label} · ${props.count}` : props.label;
  const link = (
    <a
      href={props.href}
      className={mergeClasses(styles.item, props.isCurrent && styles.current)}
      aria-current={props.isCurrent ? 'page' : undefined}
      onClick={props.onFollow}
    >
      <span className={styles.icon}>{props.icon}</span>
      <span className={styles.label}>{props.label}</span>
      {props.count && (
        <Badge
          className={mergeClasses(styles.count, isIconOnly && styles.label)}
          appearance="tint"
          color={props.color ?? 'informative'}
        >
          {props.count}
        </Badge>
      )}
    </a>
  );
  return (
    <li className={styles.line}>
      {isIconOnly ? (
        <Tooltip content={hint} relationship="inaccessible" positioning="after" withArrow>
          {link}
        </Tooltip>
      ) : (
        link
      )}
      {!isIconOnly && props.menu}
    </li>
  );
}
