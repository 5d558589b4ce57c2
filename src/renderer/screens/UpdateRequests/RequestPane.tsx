import { Button, makeStyles, Spinner, Tooltip, tokens } from '@fluentui/react-components';
import { ArrowLeftRegular, DismissRegular } from '@fluentui/react-icons';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../shared/applicationDraft.ts';
import type { AppError } from '../../../shared/errors.ts';
import { asAppError, call, onEvent } from '../../client.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { focusGridSoon } from '../../parts/RowGrid.tsx';
import { useRequestsView } from '../../state/requestsView.ts';
import { useSession } from '../../state/session.ts';
import { RequestDetail } from './RequestDetail.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, outlineStyle: 'none' },
  bar: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  space: { flexGrow: 1 },
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
  const root = useRef<HTMLElement>(null);
  const { application, error } = useDetail(props.id);
  useTakeFocus(root);
  const close = () => {
    useRequestsView.setState({ openId: null });
    focusGridSoon();
  };
  return (
    <section
      ref={root}
      tabIndex={-1}
      className={styles.root}
      aria-label={t('requests.detail')}
      data-region="record"
    >
      <div className={styles.bar}>
        {props.isAlone && (
          <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={close}>
            {t('drafts.back')}
          </Button>
        )}
        <span className={styles.space} />
        {!props.isAlone && (
          <Tooltip content={t('requests.closeDetail')} relationship="label">
            <Button size="small" appearance="subtle" icon={<DismissRegular />} onClick={close} />
          </Tooltip>
        )}
      </div>
      <div className={styles.body}>
        {error && <ErrorPanel error={error} />}
        {!application && !error && <Spinner className={styles.waiting} label={t('common.loading')} />}
        {application && (
          <RequestDetail application={application} onSend={() => props.onSend([application.id])} />
        )}
      </div>
    </section>
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

/** Opened with Enter the pane takes the focus; opened by a click in the list beside it, it leaves it there. */
function useTakeFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const isHere = root.current?.contains(activeElement) || activeElement?.closest('[role="grid"]');
    if (!isHere) root.current?.focus();
  }, [root]);
}
