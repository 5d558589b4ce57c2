import { makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordPane } from '../../parts/RecordPane.tsx';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { asAppError, call, onEvent } from '../../state/client.ts';
import { useRequestsView } from '../../state/requestsView.ts';
import { useSession } from '../../state/session.ts';
import { RequestDetail } from './RequestDetail.tsx';

const useStyles = makeStyles({
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  waiting: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
});

/** One application: where it stands, what can be done, and what was seen of it when. */
export function RequestPane(props: {
  id: number;
  isAlone: boolean;
  onSend: (ids: readonly number[]) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { application, error } = useDetail(props.id);
  const close = () => {
    useRequestsView.setState({ openId: null });
    focusGridSoon();
  };
  return (
    <RecordPane
      label={t('requests.detail')}
      recordKey={props.id}
      isAlone={props.isAlone}
      backLabel={t('drafts.back')}
      closeLabel={t('requests.closeDetail')}
      onClose={close}
    >
      <div className={styles.body}>
        {error && <ErrorPanel error={error} />}
        {!application && !error && <Spinner className={styles.waiting} label={t('common.loading')} />}
        {application && (
          <RequestDetail
            application={application}
            isAlone={props.isAlone}
            onSend={() => props.onSend([application.id])}
          />
        )}
      </div>
    </RecordPane>
  );
}

function useDetail(id: number): { application: Application | null; error: AppError | null } {
  const [application, setApplication] = useState<Application | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const generation = useSession((session) => session.generation);
  useEffect(() => {
    // Asked again when Colophon comes back.
    if (generation < 0) return;
    let turn = 0;
    const load = () => {
      const mine = ++turn;
      call('applications.get', { id }).then(
        (found) => {
          if (mine !== turn) return;
          setApplication(found);
          setError(null);
        },
        (cause: unknown) => mine === turn && setError(asAppError(cause)),
      );
    };
    load();
    const stop = onEvent('applications.changed', ({ ids }) => (ids === null || ids.includes(id)) && load());
    return () => {
      turn = -1;
      stop();
    };
  }, [id, generation]);
  return { application, error };
}
