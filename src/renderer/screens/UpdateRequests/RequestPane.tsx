import { makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { useCall } from '../../state/queries.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { RequestDetail } from './RequestDetail.tsx';

const useStyles = makeStyles({
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
});

/** One application: its state, the available actions, and its history. */
export function RequestPane(props: {
  id: number;
  isAlone: boolean;
  onSend: (ids: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { data: application, error } = useCall('applications.get', { id: props.id });
  return (
    <RecordPane
      label={t('requests.detail')}
      recordKey={props.id}
      isAlone={props.isAlone}
      backLabel={t('drafts.back')}
      closeLabel={t('requests.closeDetail')}
      onClose={() => useRequestsView.setState({ openId: null })}
    >
      {error && <ErrorPanel error={error} />}
      {!application && !error && <Spinner className={styles.waiting} label={t('common.loading')} />}
      {application && (
        <RequestDetail
          application={application}
          isAlone={props.isAlone}
          onSend={() => props.onSend([application.id])}
        />
      )}
    </RecordPane>
  );
}
