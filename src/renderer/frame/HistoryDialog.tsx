import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { describe, t } from '../../shared/i18n/i18n.ts';
import type { UndoStep } from '../../shared/undo.ts';
import { column, focusRing, plainList, secondary, thinLine, wrappingRow } from '../parts/commonStyles.ts';
import { AppDialog } from '../parts/dialogs/AppDialog.tsx';
import { useAction } from '../parts/useAction.ts';
import { useFacets } from '../state/data/facets.ts';
import { useCall } from '../state/data/queries.ts';
import { useAccount } from '../state/data/session.ts';
import { closeHistory, type PastMessage, useHistory } from '../state/dialogs/history.ts';
import { useNotice } from '../state/dialogs/notices.ts';
import { formatDateTime, formatNumber, formatRecent } from '../state/format.ts';
import { go } from '../state/navigation/route.ts';
import { draftLists, replaceFilter } from '../state/records/draftsView.ts';
import { describeStep, takeBack } from '../state/records/undo.ts';

/** How many are shown before the user asks for all. */
const initialEntries = 12;

const useStyles = makeStyles({
  list: { ...plainList, ...column, outlineStyle: 'none', ':focus-visible': focusRing },
  item: {
    ...wrappingRow,
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '36px',
    padding: `${tokens.spacingVerticalXS} 0`,
    borderBottom: thinLine,
  },
  words: { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
  isNew: { fontWeight: tokens.fontWeightSemibold },
  button: { minWidth: '6.5rem' },
  when: { ...secondary, whiteSpace: 'nowrap' },
  quiet: { ...secondary, margin: 0 },
  trash: { ...wrappingRow, columnGap: tokens.spacingHorizontalM, rowGap: tokens.spacingVerticalXS },
});

type Entry = { at: string; message: PastMessage } | { at: string; step: UndoStep };

/** The messages that have left the window and the bulk changes of the account in use, each with what can be done about it. */
export function HistoryDialog() {
  const styles = useStyles();
  const accountId = useAccount()?.id;
  const { data: steps, error } = useCall('undo.list', accountId === undefined ? null : { accountId });
  const messages = useHistory((history) => history.messages);
  // The result of an action here would be hidden by this dialog.
  const { notice } = useNotice();
  const [isWhole, setWhole] = useState(false);
  const entries: Entry[] = [
    ...messages.map((message) => ({ at: message.at, message })),
    ...(steps ?? []).filter((step) => !wasFollowed(step, steps!)).map((step) => ({ at: step.at, step })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const shown = isWhole ? entries : entries.slice(0, initialEntries);
  return (
    <AppDialog
      title={t('history.title')}
      help="backups"
      maxWidth="46rem"
      close={t('common.close')}
      error={error ?? (notice?.kind === 'error' ? notice.error : null)}
      onClose={closeHistory}
    >
      <p className={styles.quiet}>{t('history.text')}</p>
      {steps && entries.length === 0 && <p className={styles.quiet}>{t('history.empty')}</p>}
      {shown.length > 0 && (
        <ul className={styles.list} tabIndex={-1} aria-label={t('history.title')}>
          {shown.map((entry) =>
            'step' in entry ? (
              <StepLine key={`step ${entry.step.id}`} step={entry.step} />
            ) : (
              <MessageLine key={`message ${entry.message.id}`} message={entry.message} />
            ),
          )}
        </ul>
      )}
      {shown.length < entries.length && (
        <span>
          <Button onClick={() => setWhole(true)}>
            {t('history.showAll', { n: formatNumber(entries.length) })}
          </Button>
        </span>
      )}
      <TrashLine />
    </AppDialog>
  );
}

/** Returns true if a later step undid this one and describes it. */
function wasFollowed({ id, state }: UndoStep, steps: readonly UndoStep[]): boolean {
  return state === 'taken' && steps.some((step) => step.takesBack === id);
}

function Line(props: { words: ReactNode; at: string; isNew?: boolean; lang?: string; children?: ReactNode }) {
  const styles = useStyles();
  const { words, at, isNew = false, lang } = props;
  return (
    <li className={styles.item}>
      <Text className={mergeClasses(styles.words, isNew && styles.isNew)} lang={lang}>
        {words}
      </Text>
      <time className={styles.when} dateTime={at} title={formatDateTime(at)}>
        {formatRecent(at)}
      </time>
      {props.children}
    </li>
  );
}

function MessageLine({ message }: { message: PastMessage }) {
  const styles = useStyles();
  const { at, isNew, action } = message;
  const [words, lang] =
    'text' in message
      ? [message.text, message.lang]
      : ['error' in message ? errorText(message.error) : describe(message.message), undefined];
  return (
    <Line words={isNew ? t('history.new', { words }) : words} at={at} isNew={isNew} {...(lang && { lang })}>
      {action && (
        <Button
          size="small"
          className={styles.button}
          onClick={() => {
            closeHistory();
            action.run();
          }}
        >
          {action.label()}
        </Button>
      )}
    </Line>
  );
}

function errorText({ problem, fix }: Extract<PastMessage, { error: unknown }>['error']): string {
  return [describe(problem), describe(fix)].filter(Boolean).join(' ');
}

function StepLine({ step }: { step: UndoStep }) {
  const styles = useStyles();
  return (
    <Line words={describeStep(step)} at={step.at}>
      {step.state !== 'done' && <Text className={styles.when}>{standing(step)}</Text>}
      {step.state !== 'taken' && <TakeBackButton step={step} />}
    </Line>
  );
}

/** Undoes or repeats a change. If it goes while it has the focus, the list gets it, and not the button of another change. */
function TakeBackButton({ step }: { step: UndoStep }) {
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  const { run, isBusy } = useAction(() => takeBack([step.id]));
  useLayoutEffect(() => {
    const own = button.current;
    // It is still in the page at this point.
    return () => {
      if (own !== null && own === document.activeElement) own.closest('ul')?.focus();
    };
  }, []);
  const isRepeat = step.turn % 2 === 1;
  const what = describeStep({ ...step, turn: 0 });
  return (
    <Button
      ref={button}
      size="small"
      className={styles.button}
      aria-label={t(isRepeat ? 'history.againOne' : 'history.takeBackOne', { what })}
      disabledFocusable={isBusy || step.state === 'taking'}
      onClick={run}
    >
      {t(isRepeat ? 'undo.again' : 'undo.takeBack')}
    </Button>
  );
}

function standing({ state, taken, stayed, total, takenAt, at }: UndoStep): string {
  if (state === 'taken') return t('history.taken', { when: formatRecent(takenAt ?? at) });
  return t('undo.takingNow', { done: formatNumber(taken + stayed), total: formatNumber(total) });
}

/** What was deleted can be put back from the trash. */
function TrashLine() {
  const styles = useStyles();
  const count = useFacets()?.trashed ?? 0;
  const open = () => {
    closeHistory();
    replaceFilter(draftLists.trash);
    go('#/drafts');
  };
  return (
    <div className={styles.trash}>
      <span className={styles.quiet}>{t('history.trash', { count, n: formatNumber(count) })}</span>
      <Button size="small" onClick={open}>
        {t('drafts.openTrash')}
      </Button>
    </div>
  );
}
