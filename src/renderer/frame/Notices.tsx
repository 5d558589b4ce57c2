import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { describe, language, t } from '../../shared/i18n/i18n.ts';
import { StorageNotices } from '../parts/backup/StorageNotices.tsx';
import { Callout } from '../parts/Callout.tsx';
import { ErrorPanel } from '../parts/ErrorPanel.tsx';
import { saveFile } from '../parts/saveFile.ts';
import { useMedia } from '../parts/theme.ts';
import {
  type Decision,
  dismissDecision,
  dismissDecisions,
  leaveDecision,
  openDecision,
  useDecisions,
} from '../state/data/decisions.ts';
import { retryStart, useLink, useStartError } from '../state/data/session.ts';
import { clearNotice, holdNotice, type Notice, useNotice } from '../state/dialogs/notices.ts';
import { formatNumber } from '../state/format.ts';
import { unsavedRecords } from '../state/records/openRecords.ts';
import { useSaving } from '../state/records/saving.ts';
import { returnFocus } from './keepFocus.ts';

/** More decisions would leave too little room for the screen. */
const maxDecisions = 3;

/** How long a message stays that asks nothing. */
const readingMs = 8000;

const useStyles = makeStyles({
  bars: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingVerticalXS,
    // Without a message there is only the empty place of the next.
    ':not(:has(> :not(:empty)))': { display: 'none' },
  },
  place: { ':empty': { display: 'none' } },
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
  if (link === 'closed') return <ClosedNotice />;
  if (link !== 'up') {
    return (
      <Callout intent="warning" role="alert" title={t(`frame.link.${link}`)}>
        {t(link === 'down' ? 'frame.link.kept' : 'frame.link.open')}
      </Callout>
    );
  }
  return startError && <ErrorPanel error={startError} onRetry={retryStart} />;
}

/** A page of a Colophon that was closed cannot reach the next one: what it could not save is offered as a file. */
function ClosedNotice() {
  // What is typed from now on is unsaved too.
  useSaving();
  const unsaved = unsavedRecords();
  const save = () => {
    for (const [name, records] of Object.entries(Object.groupBy(unsaved, (one) => one.name))) {
      const text = JSON.stringify(
        records!.map(({ record }) => record),
        null,
        2,
      );
      saveFile(`colophon-unsaved-${name}.json`, new Blob([text], { type: 'application/json' }));
    }
  };
  return (
    <Callout
      intent="warning"
      role="alert"
      title={t('frame.link.closed')}
      {...(unsaved.length > 0 && { action: { label: t('frame.link.saveText'), run: save } })}
    >
      {t(unsaved.length > 0 ? 'frame.link.unsaved' : 'frame.link.nothingUnsaved')}
    </Callout>
  );
}

/** Decisions of the directory, for as long as reading them takes. The announcer has already announced them. */
function DecisionNotices() {
  const { decisions } = useDecisions();
  const isNarrow = useMedia('(max-width: 639px)');
  const most = isNarrow ? 1 : maxDecisions;
  const more = decisions.length - most;
  return (
    <>
      {decisions.slice(0, most).map((decision) => (
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
  const { id } = decision;
  const place = useRef<HTMLDivElement>(null);
  const isAttended = useIsAttended(place);
  useLeaving(decision, !isAttended, () => leaveDecision(id));
  return (
    <div ref={place}>
      <Callout
        intent={intentOf(decision)}
        layout="auto"
        role="group"
        politeness="polite"
        action={{ label: t('frame.decisions.open'), run: () => void openDecision(decision) }}
        onDismiss={() => dismissDecision(id)}
      >
        {describe(decision.message)}
      </Callout>
    </div>
  );
}

/** Calls `leave` when a message has been shown for long enough, of which only the time counts in which it `mayLeave`. */
function useLeaving(message: unknown, mayLeave: boolean, leave: () => void): void {
  const now = useRef(leave);
  now.current = leave;
  const isSeen = useIsSeen();
  const isLeaving = mayLeave && isSeen;
  useEffect(() => {
    // Each message has its own time.
    if (message === null || !isLeaving) return;
    const timer = setTimeout(() => now.current(), readingMs);
    return () => clearTimeout(timer);
  }, [message, isLeaving]);
}

/** False while another window covers this one. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isSeen;
}

/** True while the pointer is over an element, or the keyboard focus in it. */
function useIsAttended(place: RefObject<HTMLElement | null>): boolean {
  const [isAttended, setAttended] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const stop = new AbortController();
    const follow = () => setAttended(element.matches(':hover, :focus-within'));
    for (const name of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
      element.addEventListener(name, () => queueMicrotask(follow), { signal: stop.signal });
    return () => stop.abort();
  }, [place]);
  return isAttended;
}

/** Returns true if the language has changed since a message came. */
function useIsForeign(message: unknown): boolean {
  const came = useRef({ message, language: language() });
  if (came.current.message !== message) came.current = { message, language: language() };
  return came.current.language !== language();
}

function intentOf({ status }: Decision): 'success' | 'warning' | 'info' {
  if (status === 'accepted') return 'success';
  return status === 'revisions' || status === 'rejected' || status === 'gone' ? 'warning' : 'info';
}

/**
 * The result of the last action, for as long as reading it takes, or a question, until it is answered; an error stays.
 * All leave with their screen (`startWindow`). None leaves while it has the keyboard focus, which it returns when it is dismissed.
 */
function ActionNotice() {
  const { notice, isHeld } = useNotice();
  const place = useRef<HTMLDivElement>(null);
  const isAttended = useIsAttended(place);
  const mayLeave = notice?.kind === 'done' && !asks(notice);
  useLeaving(notice, mayLeave && !isHeld && !isAttended, () => clearNotice({ isNew: true }));
  // Its text would stay in the former language.
  const isForeign = useIsForeign(notice) && notice?.kind === 'done' && !notice.isBusy;
  useEffect(() => {
    if (isForeign) clearNotice();
  }, [isForeign]);
  const styles = useStyles();
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
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !isInside(relatedTarget)) holdNotice(false);
      if (relatedTarget === null) setTimeout(() => letGo(target));
    };
    // Without a target the focused button itself was removed, the window lost the focus, or nothing has it any more.
    const letGo = (left: EventTarget | null) => {
      const isThere = left instanceof Node && left.isConnected && document.hasFocus();
      if (isThere && document.activeElement === document.body) holdNotice(false);
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
  const dismiss = () => {
    clearNotice();
    const { current } = cameFrom;
    if (current instanceof HTMLElement && current.isConnected) returnFocus(current);
  };
  return (
    <div ref={place} className={styles.place}>
      {notice === null ? null : notice.kind === 'error' ? (
        <ErrorPanel error={notice.error} onDismiss={dismiss} />
      ) : (
        <DoneNotice notice={notice} onDismiss={dismiss} />
      )}
    </div>
  );
}

/** Returns true for a question, and for work that is still going on. */
function asks({ isQuestion, isBusy, action }: Notice & { kind: 'done' }): boolean {
  return isBusy === true || (isQuestion === true && action !== undefined);
}

function DoneNotice(props: { notice: Notice & { kind: 'done' }; onDismiss: () => void }) {
  const { text, action, isBusy = false, isQuestion = false } = props.notice;
  const isWaiting = isBusy && action?.stops !== true;
  const run = () => {
    if (isWaiting || !action) return;
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
      action={action && { label: action.label, isBusy: isWaiting, run }}
      onDismiss={props.onDismiss}
    >
      {text}
    </Callout>
  );
}
