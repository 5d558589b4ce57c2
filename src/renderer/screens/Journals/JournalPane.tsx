import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { announce } from '../../state/announce.ts';
import { formatDay, formatTime } from '../../state/format.ts';
import { go } from '../../state/route.ts';
import { JournalRecord } from './JournalRecord.tsx';
import { useJournalDetail } from './useJournalDetail.ts';

const useStyles = makeStyles({
  age: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    paddingInline: tokens.spacingHorizontalS,
  },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', containerType: 'inline-size' },
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
});

/** One journal: its record, the record's age, and a link back to the list. */
export function JournalPane(props: { journalId: string; isAlone: boolean }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { detail, error, isBusy, refresh } = useJournalDetail(props.journalId);
  const close = () => {
    go('#/journals');
    focusGridSoon();
  };
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
      onClose={close}
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
      <div className={styles.body}>
        {error && (
          <ErrorPanel
            error={error}
            actions={<Button onClick={() => void refresh()}>{t('common.tryAgain')}</Button>}
          />
        )}
        {!detail && isBusy && <Spinner className={styles.waiting} label={t('common.loading')} />}
        {detail && <JournalRecord key={props.journalId} detail={detail} isAlone={props.isAlone} />}
      </div>
    </RecordPane>
  );
}
