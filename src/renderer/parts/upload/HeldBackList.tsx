import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, WrenchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { isAboutJournals } from '../../../shared/article/rules/codes.ts';
import { heldBackReasons } from '../../../shared/choices.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { firstMessage } from '../../../shared/upload/heldMessage.ts';
import type { HeldBackReason, LeftOut } from '../../../shared/upload/upload.ts';
import { formatNumber } from '../../state/format.ts';
import { draftHref } from '../../state/navigation/route.ts';
import { fixDrafts } from '../../state/records/fixing.ts';
import { refusedPath } from '../article/articlePlaces.ts';
import { smallSecondary, wrappingRow } from '../commonStyles.ts';

const shownAtFirst = 4;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalS },
  head: { ...wrappingRow, columnGap: tokens.spacingHorizontalS, rowGap: tokens.spacingVerticalXS },
  reason: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightRegular },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, lineHeight: '24px', overflowWrap: 'anywhere' },
  // As high as its line, which a long title shares with the reason.
  link: { paddingBlock: '4px' },
  quiet: smallSecondary,
  more: { justifySelf: 'start' },
});

interface HeldBackProps {
  records: readonly LeftOut[];
  /** May be more than there are records. */
  counts: Partial<Record<HeldBackReason, number>>;
  /** The level of the reasons' headings. */
  heading: 'h3' | 'h4';
  accountId: string;
  /** Fetches the journals of the account again, and then checks the records again. */
  onRefreshJournals: () => void;
  onLeave: () => void;
}

/** What can be corrected in the record itself; fixing mode goes through these. */
const fixable: ReadonlySet<HeldBackReason> = new Set(['errors', 'no-identifier', 'hard-to-find']);

/** Records that are not sent, by reason, each with a link to the invalid field, and what to do about them. */
export function HeldBackList(props: HeldBackProps) {
  const reasons = heldBackReasons.filter((reason) => (props.counts[reason] ?? 0) > 0);
  return reasons.map((reason) => <Reason key={reason} reason={reason} {...props} />);
}

function Reason(props: HeldBackProps & { reason: HeldBackReason }) {
  const styles = useStyles();
  const [isAll, setAll] = useState(false);
  const { reason, heading: Heading, accountId, onLeave } = props;
  const count = props.counts[reason] ?? 0;
  const listed = props.records.filter((record) => record.reason === reason);
  const groups = groupsOf(listed);
  const shown = isAll ? groups : firstOf(groups);
  const unlisted = count - listed.length;
  const isWhole = !isAll && shown.reduce((sum, { records }) => sum + records.length, 0) < count;
  const fix = () => {
    onLeave();
    void fixDrafts(
      accountId,
      listed.map(({ draftId }) => draftId),
    );
  };
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Heading className={styles.reason}>
          {t(`send.held.reason.${reason}`, { count, n: formatNumber(count) })}
        </Heading>
        {fixable.has(reason) && (
          <Button size="small" icon={<WrenchRegular />} onClick={fix}>
            {t('send.held.fix', { count: listed.length, n: formatNumber(listed.length) })}
          </Button>
        )}
        {listed.some(mayBeSettled) && (
          <Button size="small" icon={<ArrowSyncRegular />} onClick={props.onRefreshJournals}>
            {t('send.held.refresh')}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {shown.map(({ words, records }) => (
          <li key={words}>
            {records.map((record, at) => (
              <span key={record.draftId}>
                {at > 0 && ' · '}
                <Link
                  inline
                  className={styles.link}
                  href={draftHref(record.draftId, refusedPath({ path: record.path, code: reason }))}
                  onClick={onLeave}
                >
                  {record.title || t('article.untitled')}
                </Link>
              </span>
            ))}{' '}
            <Text className={styles.quiet}>{words}</Text>
          </li>
        ))}
        {isAll && unlisted > 0 && (
          <li>{t('send.held.unlisted', { count: unlisted, n: formatNumber(unlisted) })}</li>
        )}
      </ul>
      {isWhole && (
        <Button className={styles.more} size="small" onClick={() => setAll(true)}>
          {t('send.held.showAll', { count, n: formatNumber(count) })}
        </Button>
      )}
    </div>
  );
}

interface Group {
  words: string;
  records: LeftOut[];
}

/** Records with the same words, which stand there once. */
function groupsOf(records: readonly LeftOut[]): Group[] {
  const groups = new Map<string, LeftOut[]>();
  for (const record of records) {
    const words = describe(record.message);
    groups.set(words, [...(groups.get(words) ?? []), record]);
  }
  return [...groups].map(([words, alike]) => ({ words, records: alike }));
}

/** The first groups, with a few records each. */
function firstOf(groups: readonly Group[]): Group[] {
  return groups
    .slice(0, shownAtFirst)
    .map(({ words, records }) => ({ words, records: records.slice(0, shownAtFirst) }));
}

/** Whether it is held back by a finding, `finding.<code>.message`, that an old list of journals may cause. */
function mayBeSettled({ message }: LeftOut): boolean {
  const [kind, code = ''] = firstMessage(message).key.split('.');
  return kind === 'finding' && isAboutJournals({ code });
}
