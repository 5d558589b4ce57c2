import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { SplitPane } from '../../parts/SplitPane.tsx';
import { useMedia } from '../../parts/theme.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { useAccount } from '../../state/session.ts';
import { RequestList } from './RequestList.tsx';
import { RequestPane } from './RequestPane.tsx';

/** All applications and Update Requests of the account by state, and beside them the history of the open one. */
export function UpdateRequests() {
  const { t } = useTranslation();
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
