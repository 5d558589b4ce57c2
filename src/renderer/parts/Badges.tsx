import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowClockwiseFilled,
  ArrowSyncFilled,
  CheckmarkFilled,
  CircleRegular,
  ClockRegular,
  DeleteRegular,
  DismissCircleFilled,
  EditRegular,
  ErrorCircleFilled,
  QuestionCircleRegular,
  WarningFilled,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { ListReadiness, Review, Sync, Undecided } from '../../shared/draft/draft.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { formatDay, formatNumber } from '../state/format.ts';

const tint = (background: string, foreground: string, border: string) => ({
  backgroundColor: background,
  color: foreground,
  border: `${tokens.strokeWidthThin} solid ${border}`,
});

// Looks like Fluent's Badge; lists draw two for every row, and this renders several times faster.
const useStyles = makeStyles({
  badge: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3px',
    boxSizing: 'border-box',
    height: '20px',
    paddingInline: '5px',
    borderRadius: tokens.borderRadiusMedium,
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '18px',
  },
  success: tint(
    tokens.colorStatusSuccessBackground1,
    tokens.colorStatusSuccessForeground1,
    tokens.colorStatusSuccessBorder1,
  ),
  warning: tint(
    tokens.colorStatusWarningBackground1,
    tokens.colorStatusWarningForeground1,
    tokens.colorStatusWarningBorder1,
  ),
  danger: tint(
    tokens.colorStatusDangerBackground1,
    tokens.colorStatusDangerForeground1,
    tokens.colorStatusDangerBorder1,
  ),
  brand: tint(tokens.colorBrandBackground2, tokens.colorBrandForeground2, tokens.colorBrandStroke2),
  quiet: tint(tokens.colorNeutralBackground3, tokens.colorNeutralForeground2, tokens.colorNeutralStroke2),
});

export interface BadgeLook {
  color: keyof ReturnType<typeof useStyles>;
  icon: ReactElement;
}

const readinessLooks: Record<ListReadiness, BadgeLook> = {
  ready: { color: 'success', icon: <CheckmarkFilled /> },
  warnings: { color: 'warning', icon: <WarningFilled /> },
  undecided: { color: 'warning', icon: <QuestionCircleRegular /> },
  incomplete: { color: 'danger', icon: <ErrorCircleFilled /> },
};

const syncLooks: Record<Sync, BadgeLook> = {
  never: { color: 'quiet', icon: <CircleRegular /> },
  queued: { color: 'brand', icon: <ClockRegular /> },
  sent: { color: 'success', icon: <CheckmarkFilled /> },
  changed: { color: 'warning', icon: <EditRegular /> },
  refused: { color: 'danger', icon: <DismissCircleFilled /> },
  failed: { color: 'danger', icon: <ArrowSyncFilled /> },
};

const reviewLooks: Record<Review, BadgeLook> = {
  review: { color: 'brand', icon: <EditRegular /> },
  approved: { color: 'success', icon: <CheckmarkFilled /> },
};

const uncheckedLook: BadgeLook = { color: 'quiet', icon: <CircleRegular /> };
const deletedLook: BadgeLook = { color: 'quiet', icon: <DeleteRegular /> };
const retryLook: BadgeLook = { color: 'brand', icon: <ArrowClockwiseFilled /> };

interface ReadinessFacts {
  readiness: ListReadiness;
  /** Why a complete record is left out of a plan. */
  undecided?: Undecided | null;
  errors: number;
  warnings: number;
  /** True if the ISSNs were not checked against the account's journals. */
  isUnchecked?: boolean;
  /** The directory refused it, and nobody has changed it since. */
  isRefused?: boolean;
}

/** Shows whether a record can be sent: `ready`, `2 warnings`, or `3 errors`, as text, icon and colour. */
export function ReadinessBadge(facts: ReadinessFacts) {
  const { readiness, errors, isUnchecked, isRefused } = facts;
  if (isRefused && errors === 0)
    return <Tinted look={readinessLooks.incomplete} label={t('common.readinessRefused')} />;
  if (readiness === 'ready' && isUnchecked)
    return <Tinted look={uncheckedLook} label={t('common.readinessUnchecked')} />;
  return <Tinted look={readinessLooks[readiness]} label={readinessWords(facts)} />;
}

function readinessWords({ readiness, undecided, errors, warnings }: ReadinessFacts): string {
  if (readiness === 'ready') return t('common.readiness.ready');
  if (readiness === 'undecided')
    return t(undecided ? `common.undecided.${undecided}` : 'common.readiness.undecided');
  const count = readiness === 'incomplete' ? errors : warnings;
  // Held back without an error: readers could hardly find it.
  if (count === 0) return t('common.readinessHardToFind');
  return t(`common.readinessCount.${readiness}`, { count, n: formatNumber(count) });
}

/** The state of a record at the directory; `retry`: a refused or failed record that was edited since. */
export function SyncBadge(props: {
  sync: Sync;
  sentAt: string | null;
  /** ISO time at which an article was deleted from the directory. */
  deletedAt?: string | null;
  retry?: boolean;
}) {
  if (props.retry) return <Tinted look={retryLook} label={t('common.retry')} />;
  if (props.sync === 'never' && props.deletedAt)
    return (
      <Tinted look={deletedLook} label={t('common.syncDeletedAt', { day: formatDay(props.deletedAt) })} />
    );
  const label =
    props.sync === 'sent' && props.sentAt
      ? t('common.syncSentAt', { day: formatDay(props.sentAt) })
      : t(`common.sync.${props.sync}`);
  return <Tinted look={syncLooks[props.sync]} label={label} />;
}

/** The review status of a draft; nothing while it is being written. */
export function ReviewBadge({ review }: { review: Review | null }) {
  return review && <Tinted look={reviewLooks[review]} label={t(`common.review.${review}`)} />;
}

export function Tinted(props: { look: BadgeLook; label: string }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.badge, styles[props.look.color])}>
      {props.look.icon}
      {props.label}
    </span>
  );
}
