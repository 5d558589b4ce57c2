import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { heldBackReasons } from '../../../shared/choices.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { HeldBackReason, Plan } from '../../../shared/upload/upload.ts';
import { refusedPath } from '../../parts/article/articleFields.ts';
import { formatNumber } from '../../state/format.ts';
import { draftHref } from '../../state/route.ts';

const shownAtFirst = 4;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  reason: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, lineHeight: '24px', overflowWrap: 'anywhere' },
  // As high as its line, which a long title shares with the reason.
  link: { paddingBlock: '4px' },
  quiet: { color: tokens.colorNeutralForeground2 },
  more: { justifySelf: 'start' },
});

/** The records that will not be sent, by reason, each with a link to the invalid field. */
export function HeldBack(props: { plan: Plan; onLeave: () => void }) {
  const styles = useStyles();
  const reasons = heldBackReasons.filter((reason) => (props.plan.heldBackCounts[reason] ?? 0) > 0);
  if (reasons.length === 0) return null;
  return (
    <section className={styles.root} aria-labelledby="held-back">
      <h3 id="held-back" className={styles.title}>
        {t('send.held.title')}
      </h3>
      {reasons.map((reason) => (
        <Reason key={reason} reason={reason} {...props} />
      ))}
    </section>
  );
}

function Reason(props: { plan: Plan; reason: HeldBackReason; onLeave: () => void }) {
  const styles = useStyles();
  const [isAll, setAll] = useState(false);
  const { plan, reason } = props;
  const count = plan.heldBackCounts[reason] ?? 0;
  const listed = plan.heldBack.filter((record) => record.reason === reason);
  const shown = isAll ? listed : listed.slice(0, shownAtFirst);
  const unlisted = count - listed.length;
  return (
    <div className={styles.root}>
      <h4 className={styles.reason}>{t(`send.held.reason.${reason}`, { count, n: formatNumber(count) })}</h4>
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
