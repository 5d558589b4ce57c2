import { Badge, type BadgeProps } from '@fluentui/react-components';
import {
  ArrowSyncFilled,
  CheckmarkFilled,
  CircleRegular,
  ClockRegular,
  DismissCircleFilled,
  EditRegular,
  ErrorCircleFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Readiness, Sync } from '../../shared/draft.ts';
import { formatDay, formatNumber } from './format.ts';

interface Look {
  color: BadgeProps['color'];
  icon: ReactElement;
}

const readinessLooks: Record<Readiness, Look> = {
  ready: { color: 'success', icon: <CheckmarkFilled /> },
  warnings: { color: 'warning', icon: <WarningFilled /> },
  incomplete: { color: 'danger', icon: <ErrorCircleFilled /> },
};

const syncLooks: Record<Sync, Look> = {
  never: { color: 'subtle', icon: <CircleRegular /> },
  queued: { color: 'informative', icon: <ClockRegular /> },
  sent: { color: 'success', icon: <CheckmarkFilled /> },
  changed: { color: 'brand', icon: <EditRegular /> },
  refused: { color: 'danger', icon: <DismissCircleFilled /> },
  failed: { color: 'danger', icon: <ArrowSyncFilled /> },
};

/** Whether a record could be sent: `ready`, `2 warnings`, or `3 errors`; in words, with a sign, and last in colour. */
export function ReadinessBadge(props: { readiness: Readiness; errors: number; warnings: number }) {
  const { t } = useTranslation();
  const look = readinessLooks[props.readiness];
  const count = props.readiness === 'incomplete' ? props.errors : props.warnings;
  const label =
    props.readiness === 'ready' || count === 0
      ? t(`common.readiness.${props.readiness}`)
      : t(`common.readinessCount.${props.readiness}`, { count, n: formatNumber(count) });
  return <Tinted look={look} label={label} />;
}

/** What the directory has of a record: `never sent`, `queued`, `sent 12 Nov`, `changed since sent`, `refused`, `failed`. */
export function SyncBadge(props: { sync: Sync; sentAt: string | null }) {
  const { t } = useTranslation();
  const label =
    props.sync === 'sent' && props.sentAt
      ? t('common.syncSentAt', { day: formatDay(props.sentAt) })
      : t(`common.sync.${props.sync}`);
  return <Tinted look={syncLooks[props.sync]} label={label} />;
}

function Tinted(props: { look: Look; label: string }) {
  return (
    <Badge appearance="tint" shape="rounded" color={props.look.color} icon={props.look.icon}>
      {props.label}
    </Badge>
  );
}
