import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, SendRegular, WrenchRegular } from '@fluentui/react-icons';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { ProblemGroup, Upload } from '../../../shared/upload/upload.ts';
import { smallSecondary, stack, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { countProblems } from '../../parts/upload/uploadText.ts';
import { useAction } from '../../parts/useAction.ts';
import { fetchJournals } from '../../state/data/journals.ts';
import { useCall } from '../../state/data/queries.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { fixUpload } from '../../state/records/fixing.ts';

/** The number of reasons that are listed; others are in the table only. */
const shown = 5;

const useStyles = makeStyles({
  root: {
    ...stack,
    rowGap: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalS,
    borderBottom: thinLine,
  },
  bar: { ...wrappingRow, gap: tokens.spacingHorizontalS },
  list: { ...stack, rowGap: tokens.spacingVerticalXS, listStyle: 'none', margin: 0, padding: 0 },
  group: { ...wrappingRow, columnGap: tokens.spacingHorizontalS, rowGap: tokens.spacingVerticalXXS },
  words: { flexBasis: '320px', flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  quiet: smallSecondary,
});

/** The reasons why records of an upload were refused, each once, with what to do about it. */
export function ProblemGroups(props: { upload: Upload; onRetry: (itemIds: number[]) => void }) {
  const styles = useStyles();
  const { upload } = props;
  const { data } = useCall('uploads.problems', { id: upload.id }, { keepsPrevious: true });
  // The upload may be of another account than the one in use.
  const journals = useAction(async () => {
    await fetchJournals(upload.accountId);
    showDone(t('commands.journalsFetched'));
  });
  if (countProblems(upload) === 0) return null;
  const { groups = [], fixed = [] } = data ?? {};
  const count = fixed.length;
  return (
    <div className={styles.root}>
      <div className={styles.bar}>
        {count > 0 && upload.state !== 'cancelled' && (
          <Button
            size="small"
            appearance="primary"
            icon={<SendRegular />}
            onClick={() => props.onRetry(fixed)}
          >
            {t('uploads.sendFixedCount', { count, n: formatNumber(count) })}
          </Button>
        )}
        <Button size="small" icon={<WrenchRegular />} onClick={() => void fixUpload(upload.id)}>
          {t('fixing.start')}
        </Button>
        {groups.some(({ isAboutJournal }) => isAboutJournal) && (
          <Button
            size="small"
            icon={<ArrowSyncRegular />}
            disabledFocusable={journals.isBusy}
            onClick={journals.run}
          >
            {t('send.held.refresh')}
          </Button>
        )}
      </div>
      {groups.some(isSeveral) && (
        <ul className={styles.list} aria-label={t('uploads.groups')}>
          {groups.slice(0, shown).map((group) => (
            <Group key={describe(group.message)} upload={upload} group={group} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Group({ upload, group }: { upload: Upload; group: ProblemGroup }) {
  const styles = useStyles();
  const { draftIds, message, help } = group;
  const params = { count: draftIds.length, n: formatNumber(draftIds.length) };
  return (
    <li className={styles.group}>
      <span className={styles.words}>
        <Text weight="semibold">{t('uploads.groupCount', params)}</Text> {describe(message)}{' '}
        <Text className={styles.quiet}>{describe(help)}</Text>
      </span>
      <Button size="small" onClick={() => void fixUpload(upload.id, draftIds)}>
        {t('send.held.fix', params)}
      </Button>
    </li>
  );
}

function isSeveral({ draftIds }: ProblemGroup): boolean {
  return draftIds.length > 1;
}
