import {
  Button,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describe } from '../../shared/i18n/describe.ts';
import { StorageNotices } from '../parts/backup/StorageNotices.tsx';
import { ErrorPanel } from '../parts/ErrorPanel.tsx';
import {
  type Decision,
  dismissDecision,
  dismissDecisions,
  openDecision,
  useDecisions,
} from '../state/decisions.ts';
import { formatNumber } from '../state/format.ts';
import { clearNotice, holdNotice, type Notice, useNotice } from '../state/notices.ts';
import { retryStart, useLink, useStartError } from '../state/session.ts';

/** More than these would push the screen away. */
const mostDecisions = 3;

const useStyles = makeStyles({
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingVerticalXS,
    ':empty': { display: 'none' },
  },
});

/** Messages above the screen: Colophon not answering, what the directory decided, and the last thing done or gone wrong. */
export function Notices() {
  const styles = useStyles();
  return (
    <div className={styles.bars} data-region="notices">
      <LinkNotice />
      <StorageNotices />
      <DecisionNotices />
      <ActionNotice />
    </div>
  );
}

function LinkNotice() {
  const { t } = useTranslation();
  const link = useLink((session) => session.link);
  const startError = useStartError();
  if (link !== 'up') {
    return (
      <MessageBar intent="warning" layout="multiline" role="alert">
        <MessageBarBody>
          <MessageBarTitle>{t(`frame.link.${link}`)}</MessageBarTitle>
          {t(link === 'down' ? 'frame.link.kept' : 'frame.link.open')}
        </MessageBarBody>
      </MessageBar>
    );
  }
  if (!startError) return null;
  return <ErrorPanel error={startError} onRetry={retryStart} />;
}

/** What the directory decided; said by the announcer already, and here until somebody has looked at it. */
function DecisionNotices() {
  const { t } = useTranslation();
  const { decisions } = useDecisions();
  const more = decisions.length - mostDecisions;
  return (
    <>
      {decisions.slice(0, mostDecisions).map((decision) => (
        <DecisionNotice key={decision.id} decision={decision} />
      ))}
      {more > 0 && (
        <MessageBar role="group" politeness="polite">
          <MessageBarBody>
            {t('frame.decisions.more', { count: more, n: formatNumber(more) })}{' '}
            <Link inline href="#/update-requests" onClick={dismissDecisions}>
              {t('frame.decisions.all')}
            </Link>
          </MessageBarBody>
        </MessageBar>
      )}
    </>
  );
}

function DecisionNotice({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  return (
    <MessageBar intent={intentOf(decision)} role="group" politeness="polite">
      <MessageBarBody>{describe(decision.message)}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t('common.dismiss')}
            onClick={() => dismissDecision(decision.id)}
          />
        }
      >
        <Button onClick={() => void openDecision(decision)}>{t('frame.decisions.open')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function intentOf({ status }: Decision): 'success' | 'warning' | 'info' {
  if (status === 'accepted') return 'success';
  return status === 'revisions' || status === 'rejected' || status === 'gone' ? 'warning' : 'info';
}

/** What was done or went wrong last. It stays while the keyboard is in it, and gives the focus back when it goes. */
function ActionNotice() {
  const { notice } = useNotice();
  const place = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const isThere = notice !== null;
  useEffect(() => {
    const element = place.current;
    if (!isThere || !element) return;
    const isInside = (target: EventTarget | null) => target instanceof Node && element.contains(target);
    const enter = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) cameFrom.current = relatedTarget;
      holdNotice(true);
    };
    // Without a target the focused button itself has gone, or the window lost the focus.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !isInside(relatedTarget)) holdNotice(false);
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [isThere]);
  useEffect(() => {
    // What was focused may have gone with what the notice said before.
    const isLost = notice !== null && !place.current?.contains(document.activeElement);
    if (isLost && useNotice.getState().isHeld) place.current?.querySelector('button')?.focus();
  }, [notice]);
  if (!notice) return null;
  const dismiss = () => {
    clearNotice();
    const { current } = cameFrom;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
  };
  return (
    <div ref={place}>
      {notice.kind === 'error' ? (
        <ErrorPanel error={notice.error} onDismiss={dismiss} />
      ) : (
        <DoneNotice notice={notice} onDismiss={dismiss} />
      )}
    </div>
  );
}

function DoneNotice(props: { notice: Notice & { kind: 'done' }; onDismiss: () => void }) {
  const { t } = useTranslation();
  const { text, action, isBusy = false, isQuestion = false } = props.notice;
  const run = () => {
    if (isBusy || !action) return;
    if (!action.answersHere) clearNotice();
    action.run();
  };
  // Said by the announcer already.
  return (
    <MessageBar intent={isQuestion || isBusy ? 'info' : 'success'} role="group" politeness="polite">
      <MessageBarBody>{text}</MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t('common.dismiss')}
            onClick={props.onDismiss}
          />
        }
      >
        {action && (
          <Button disabledFocusable={isBusy} onClick={run}>
            {action.label}
          </Button>
        )}
      </MessageBarActions>
    </MessageBar>
  );
}
