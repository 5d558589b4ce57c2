import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { heldBackReasons } from '../../../shared/choices.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { HeldBackReason, LeftOut } from '../../../shared/upload/upload.ts';
import { formatNumber } from '../../state/format.ts';
import { draftHref } from '../../state/navigation/route.ts';
import { refusedPath } from '../article/articlePlaces.ts';

const shownAtFirst = 4;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  reason: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, lineHeight: '24px', overflowWrap: 'anywhere' },
  // As high as its line, which a long title shares with the reason.
  link: { paddingBlock: '4px' },
  quiet: { color: tokens.colorNeutralForeground2 },
  more: { justifySelf: 'start' },
});

interface HeldBackProps {
  records: readonly LeftOut[];
  /** May be more than there are records. */
  counts: Partial<Record<HeldBackReason, number>>;
  /** The level of the reasons' headings. */
  heading: 'h3' | 'h4';
  onLeave: () => void;
}

/** Records that are not sent, by reason, each with a link to the invalid field. */
export function HeldBackList(props: HeldBackProps) {
  const reasons = heldBackReasons.filter((reason) => (props.counts[reason] ?? 0) > 0);
  return reasons.map((reason) => <Reason key={reason} reason={reason} {...props} />);
}

function Reason(props: HeldBackProps & { reason: HeldBackReason }) {
  const styles = useStyles();
  const [isAll, setAll] = useState(false);
  const { reason, heading: Heading } = props;
  const count = props.counts[reason] ?? 0;
  const listed = props.records.filter((record) => record.reason === reason);
  const shown = isAll ? listed : listed.slice(0, shownAtFirst);
  const unlisted = count - listed.length;
  return (
    <div className={styles.root}>
      <Heading className={styles.reason}>
        {t(`send.held.reason.${reason}`, { count, n: formatNumber(count) })}
      </Heading>
      <ul className={styles.list}>
        {shown.map((record) => (
          <li key={record.draftId}>
            <Link
              inline
              className={styles.link}
              href={draftHref(record.draftId, refusedPath({ path: record.path, code: reason }))}
              onClick={props.onLeave}
            >
              {record.title || t('article.untitled')}
            </Link>{' '}
            <Text className={styles.quiet}>{describe(record.message)}</Text>
          </li>
        ))}
        {isAll && unlisted > 0 && (
          <li>{t('send.held.unlisted', { count: unlisted, n: formatNumber(unlisted) })}</li>
        )}
      </ul>
      {!isAll && count > shown.length && (
        <Button className={styles.more} size="small" onClick={() => setAll(true)}>
          {t('send.held.showAll', { count, n: formatNumber(count) })}
        </Button>
      )}
    </div>
  );
}
