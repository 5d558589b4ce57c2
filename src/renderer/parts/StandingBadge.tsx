import { makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowReplyFilled,
  ArrowRightRegular,
  ArrowSyncFilled,
  ArrowUndoFilled,
  CheckmarkFilled,
  CircleRegular,
  ClockRegular,
  DismissCircleFilled,
  EyeFilled,
  QuestionCircleFilled,
} from '@fluentui/react-icons';
import type { ApplicationRow } from '../../shared/application/applicationDraft.ts';
import { type Standing, standingNote, standingOf } from '../../shared/application/standing.ts';
import { t } from '../../shared/i18n/i18n.ts';
import { type BadgeLook, Tinted } from './Badges.tsx';
import { ellipsis, inlineRow, smallSecondary } from './commonStyles.ts';

const useStyles = makeStyles({
  root: { ...inlineRow, gap: tokens.spacingHorizontalXS, minWidth: 0, verticalAlign: 'middle' },
  note: { ...ellipsis, ...smallSecondary },
});

const looks: Record<Standing, BadgeLook> = {
  draft: { color: 'quiet', icon: <CircleRegular /> },
  queued: { color: 'brand', icon: <ClockRegular /> },
  sending: { color: 'brand', icon: <ArrowRightRegular /> },
  unsure: { color: 'warning', icon: <QuestionCircleFilled /> },
  refused: { color: 'danger', icon: <DismissCircleFilled /> },
  failed: { color: 'danger', icon: <ArrowSyncFilled /> },
  sent: { color: 'brand', icon: <CheckmarkFilled /> },
  checking: { color: 'brand', icon: <ClockRegular /> },
  waiting: { color: 'brand', icon: <ClockRegular /> },
  review: { color: 'brand', icon: <EyeFilled /> },
  revisions: { color: 'warning', icon: <ArrowReplyFilled /> },
  accepted: { color: 'success', icon: <CheckmarkFilled /> },
  rejected: { color: 'danger', icon: <DismissCircleFilled /> },
  withdrawn: { color: 'quiet', icon: <ArrowUndoFilled /> },
  gone: { color: 'quiet', icon: <DismissCircleFilled /> },
  other: { color: 'quiet', icon: <QuestionCircleFilled /> },
};

/** The status of an application or Update Request, such as `sent back for revision`, with `changed since sent` beside it if that applies. */
export function StandingBadge(props: { row: Pick<ApplicationRow, 'sync' | 'status' | 'retry'> }) {
  const styles = useStyles();
  const standing = standingOf(props.row);
  const note = standingNote(props.row);
  return (
    <span className={styles.root}>
      <Tinted look={looks[standing]} label={standingText(standing)} />
      {note && (
        <span className={styles.note} data-quiet>
          {noteText(note)}
        </span>
      )}
    </span>
  );
}

function noteText(note: NonNullable<ReturnType<typeof standingNote>>): string {
  if (note === 'retry') return t('common.retry');
  return note === 'changed' ? t('common.sync.changed') : standingText(note);
}

export function standingText(standing: Standing): string {
  return t(`requests.standing.${standing}`);
}
