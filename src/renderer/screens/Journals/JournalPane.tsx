import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { JournalDetail } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { smallSecondary } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { announce } from '../../state/announce.ts';
import { formatDay, formatTime } from '../../state/format.ts';
import { callQuery, queryClient, storeAnswer, useCall } from '../../state/queries.ts';
import { go } from '../../state/route.ts';
import { useAccount } from '../../state/session.ts';
import { JournalRecord } from './JournalRecord.tsx';

const useStyles = makeStyles({
  age: { ...smallSecondary, paddingInline: tokens.spacingHorizontalS },
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
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
      backLabel={t('drafts.back')}
      closeLabel={t('drafts.closeRecord')}
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
