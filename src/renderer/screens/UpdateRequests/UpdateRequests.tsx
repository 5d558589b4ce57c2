import { Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { SplitPane } from '../../parts/SplitPane.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useCall } from '../../state/queries.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { useAccount } from '../../state/session.ts';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestList } from './RequestList.tsx';

/** All applications and Update Requests of the account by state, and beside them the history of the open one. */
export function UpdateRequests() {
  const isWide = useMedia('(min-width: 1000px)');
  const openId = useRequestsView((view) => view.openId);
  const accountId = useAccount()?.id;
  const [sending, setSending] = useState<readonly number[] | null>(null);
  useTitle(t('frame.updateRequests'));
  const pane =
    openId === null ? null : <RequestPane key={openId} id={openId} isAlone={!isWide} onSend={setSending} />;
  return (
    <>
      <SplitPane
        name="update-requests"
        label={t('requests.divider')}
        left={<RequestList onSend={setSending} />}
        right={pane}
        isNarrow={!isWide}
      />
      {sending && accountId !== undefined && (
        <ReviewAndSend accountId={accountId} ids={[...sending]} onClose={() => setSending(null)} />
      )}
    </>
  );
}

/** One application: its state, the available actions, and its history. */
function RequestPane(props: { id: number; isAlone: boolean; onSend: (ids: readonly number[]) => void }) {
  const styles = useCommonStyles();
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
      {!application && !error && <Spinner className={styles.loading} label={t('common.loading')} />}
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
