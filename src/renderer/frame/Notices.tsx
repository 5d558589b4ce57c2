import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { describe, t } from '../../shared/i18n/i18n.ts';
import { StorageNotices } from '../parts/backup/StorageNotices.tsx';
import { Callout } from '../parts/Callout.tsx';
import { ErrorPanel } from '../parts/ErrorPanel.tsx';
import {
  type Decision,
  dismissDecision,
  dismissDecisions,
  openDecision,
  useDecisions,
} from '../state/data/decisions.ts';
import { retryStart, useLink, useStartError } from '../state/data/session.ts';
import { clearNotice, holdNotice, type Notice, useNotice } from '../state/dialogs/notices.ts';
import { formatNumber } from '../state/format.ts';
import { returnFocus } from './keepFocus.ts';

/** More decisions would leave too little room for the screen. */
const maxDecisions = 3;

const useStyles = makeStyles({
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingVerticalXS,
    ':empty': { display: 'none' },
  },
});

/** Messages above the screen: Colophon is not answering, decisions of the directory, and the result of the last action. */
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
  const link = useLink((session) => session.link);
  const startError = useStartError();
  if (link !== 'up') {
    return (
      <Callout intent="warning" role="alert" title={t(`frame.link.${link}`)}>
        {t(link === 'down' ? 'frame.link.kept' : 'frame.link.open')}
      </Callout>
    );
  }
  return startError && <ErrorPanel error={startError} onRetry={retryStart} />;
}

/** Decisions of the directory, until they are dismissed. The announcer has already announced them. */
function DecisionNotices() {
  const { decisions } = useDecisions();
  const more = decisions.length - maxDecisions;
  return (
    <>
      {decisions.slice(0, maxDecisions).map((decision) => (
        <DecisionNotice key={decision.id} decision={decision} />
      ))}
      {more > 0 && (
        <Callout layout="auto" role="group" politeness="polite">
          {t('frame.decisions.more', { count: more, n: formatNumber(more) })}{' '}
          <Link inline href="#/update-requests" onClick={dismissDecisions}>
            {t('frame.decisions.all')}
          </Link>
        </Callout>
      )}
    </>
  );
}

function DecisionNotice({ decision }: { decision: Decision }) {
  return (
    <Callout
      intent={intentOf(decision)}
      layout="auto"
      role="group"
      politeness="polite"
      action={{ label: t('frame.decisions.open'), run: () => void openDecision(decision) }}
      onDismiss={() => dismissDecision(decision.id)}
    >
      {describe(decision.message)}
    </Callout>
  );
}

function intentOf({ status }: Decision): 'success' | 'warning' | 'info' {
  if (status === 'accepted') return 'success';
  return status === 'revisions' || status === 'rejected' || status === 'gone' ? 'warning' : 'info';
}

/** The result of the last action. It stays while it has the keyboard focus, and returns the focus when it is dismissed. */
function ActionNotice() {
  const { notice } = useNotice();
  const place = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const isShown = notice !== null;
  useEffect(() => {
    const element = place.current;
    if (!isShown || !element) return;
    const isInside = (target: EventTarget | null) => target instanceof Node && element.contains(target);
    const enter = ({ relatedTarget }: FocusEvent) => {
      if (!isInside(relatedTarget)) cameFrom.current = relatedTarget;
      holdNotice(true);
    };
    // Without a target the focused button itself was removed, or the window lost the focus.
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !isInside(relatedTarget)) holdNotice(false);
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [isShown]);
  useEffect(() => {
    // The focused button may have been part of the previous notice.
    const isLost = notice !== null && !place.current?.contains(document.activeElement);
    if (isLost && useNotice.getState().isHeld) place.current?.querySelector('button')?.focus();
  }, [notice]);
  if (!notice) return null;
  const dismiss = () => {
    clearNotice();
    const { current } = cameFrom;
    if (current instanceof HTMLElement && current.isConnected) returnFocus(current);
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
  const { text, action, isBusy = false, isQuestion = false } = props.notice;
  const run = () => {
    if (isBusy || !action) return;
    if (!action.answersHere) clearNotice();
    action.run();
  };
  // The announcer has already announced it.
  return (
    <Callout
      intent={isQuestion || isBusy ? 'info' : 'success'}
      layout="auto"
      role="group"
      politeness="polite"
      action={action && { label: action.label, isBusy, run }}
      onDismiss={props.onDismiss}
    >
      {text}
    </Callout>
  );
}
