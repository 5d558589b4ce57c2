import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JournalDetail } from '../../../shared/contract/journals.ts';
import type { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { smallSecondary } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { journalSections } from '../../parts/journal/journalSections.ts';
import { RecordSections } from '../../parts/journal/RecordSections.tsx';
import { RecordPane } from '../../parts/lists/RecordPane.tsx';
import { useLanguage } from '../../parts/texts/useLanguage.ts';
import { announce } from '../../state/announce.ts';
import { storeAnswer } from '../../state/data/invalidation.ts';
import { callQuery, queryClient, useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatDay, formatTime } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import { JournalActions } from './JournalActions.tsx';
import { JournalHere } from './JournalHere.tsx';

const useStyles = makeStyles({
  age: { ...smallSecondary, paddingInline: tokens.spacingHorizontalS },
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    paddingBlock: tokens.spacingVerticalM,
    paddingInline: tokens.spacingHorizontalL,
    '@container (max-width: 400px)': { paddingInline: tokens.spacingHorizontalM },
  },
  head: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    overflowWrap: 'anywhere',
  },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** One journal: its record, the record's age, and a link back to the list. */
export function JournalPane(props: { journalId: string; isAlone: boolean }) {
  const styles = useStyles();
  const { detail, error, isBusy, refresh } = useJournalDetail(props.journalId);
  const again = async () => {
    if (await refresh()) announce(t('journals.record.refreshed'));
  };
  const fetchedAt = detail?.fetchedAt;
  return (
    <RecordPane
      label={t('journals.record.name')}
      recordKey={props.journalId}
      isAlone={props.isAlone}
      onClose={() => go('#/journals')}
      bar={
        <>
          <Button
            size="small"
            appearance="subtle"
            icon={isBusy && detail ? <Spinner size="extra-tiny" /> : <ArrowSyncRegular />}
            disabledFocusable={isBusy}
            onClick={() => void again()}
          >
            {t('journals.refresh')}
          </Button>
          {fetchedAt && (
            <span className={styles.age}>
              {t('journals.asOf', { time: formatTime(fetchedAt), day: formatDay(fetchedAt) })}
            </span>
          )}
        </>
      }
    >
      {error && <ErrorPanel error={error} onRetry={() => void refresh()} />}
      {!detail && isBusy && <Spinner className={styles.waiting} label={t('common.loading')} />}
      {detail && <JournalRecord key={props.journalId} detail={detail} isAlone={props.isAlone} />}
    </RecordPane>
  );
}

/** A journal with its record and its local articles and requests. `refresh` asks the directory, and returns true if it answered. */
function useJournalDetail(journalId: string): {
  detail: JournalDetail | null;
  error: AppError | null;
  isBusy: boolean;
  refresh: () => Promise<boolean>;
} {
  const accountId = useAccount()?.id ?? '';
  const stored = { accountId, id: journalId, fresh: false };
  const { data, error, isLoading, dataUpdatedAt } = useCall('journals.get', accountId === '' ? null : stored);
  const fromDirectory = callQuery('journals.get', { ...stored, fresh: true });
  const asked = useQuery({ ...fromDirectory, enabled: false });
  const isBusy = isLoading || asked.isFetching;
  const askError = asked.errorUpdatedAt > dataUpdatedAt ? asked.error : null;
  return {
    detail: data ?? null,
    error: asked.isFetching ? null : (askError ?? error),
    isBusy,
    refresh: async () => {
      try {
        const detail = await queryClient.fetchQuery({ ...fromDirectory, staleTime: 0 });
        storeAnswer('journals.get', stored, () => detail);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The journal as the directory has it, its local data, and its actions; `isAlone`: nothing else is on the screen. */
function JournalRecord(props: { detail: JournalDetail; isAlone: boolean }) {
  const styles = useStyles();
  const { journal, record } = props.detail;
  const Heading = props.isAlone ? 'h1' : 'h2';
  const language = useLanguage();
  const sections = useMemo(() => (record ? journalSections(record) : []), [language, record]);
  const issns = [
    journal.pissn && t('journals.record.pissn', { issn: journal.pissn }),
    journal.eissn && t('journals.record.eissn', { issn: journal.eissn }),
  ].filter(Boolean);
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Heading className={styles.title}>{journal.title || t('common.untitled')}</Heading>
        <span className={styles.quiet}>{[journal.publisher, ...issns].filter(Boolean).join(' · ')}</span>
      </div>
      {!journal.inDirectory && (
        <Callout intent="warning" title={t('journals.record.withdrawnTitle')}>
          {t('journals.record.withdrawnText')}
        </Callout>
      )}
      {journal.inDirectory && !journal.mine && (
        <Callout intent="info">{t('journals.record.notMine')}</Callout>
      )}
      <JournalActions detail={props.detail} />
      <JournalHere detail={props.detail} />
      {record ? (
        <RecordSections sections={sections} />
      ) : (
        <p className={styles.quiet}>{t('journals.record.none')}</p>
      )}
    </div>
  );
}
