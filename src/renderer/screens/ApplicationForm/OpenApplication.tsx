import { makeStyles, tokens } from '@fluentui/react-components';
import { type FocusEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/account.ts';
import { applicationSummary } from '../../../shared/application.ts';
import type { Application } from '../../../shared/applicationDraft.ts';
import { fieldLabel } from '../../../shared/fieldLabel.ts';
import { ErrorSummary } from '../../parts/form/ErrorSummary.tsx';
import { useJournals } from '../../parts/useJournals.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useWidth } from '../../parts/useWidth.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { ApplicationSection } from './ApplicationSection.tsx';
import { BaseLine } from './BaseLine.tsx';
import { ColumnHeadings } from './ColumnHeadings.tsx';
import { FormHeader } from './FormHeader.tsx';
import { FormMessages } from './FormMessages.tsx';
import { sections } from './fieldFacts.ts';
import { createFormView, FormContext, type FormParts } from './formView.ts';
import { OperatorDialog } from './OperatorDialog.tsx';
import { messageAbout } from './operatorWords.ts';
import { ReviewAndSend } from './ReviewAndSend.tsx';
import { SectionNav } from './SectionNav.tsx';
import { summarise } from './sectionSummary.ts';
import { Timeline } from './Timeline.tsx';
import { useFormActions } from './useFormActions.ts';
import { useJudgement, useViewOf } from './useJudgement.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

const besideFrom = 760;

const useStyles = makeStyles({
  root: {
    containerType: 'inline-size',
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
  },
  narrow: { display: 'block', overflowY: 'auto' },
  body: { display: 'flex', flexGrow: 1, minHeight: 0 },
  bodyNarrow: { display: 'block' },
  aside: {
    boxSizing: 'border-box',
    width: '216px',
    flexShrink: 0,
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalM,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  asideNarrow: {
    width: 'auto',
    borderRight: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  scroller: { flexGrow: 1, minWidth: 0, overflowY: 'auto', containerType: 'inline-size' },
  scrollerNarrow: { overflowY: 'visible' },
  form: {
    boxSizing: 'border-box',
    maxWidth: '1100px',
    paddingInline: tokens.spacingHorizontalL,
    paddingBottom: '96px',
    // As high as the headings of the two columns.
    '--form-header': '32px',
    // Fluent's fields have a width of their own, which is more than half of a narrow pane.
    '& .fui-Input, & .fui-Input > input': { minWidth: 0, width: '100%' },
    '& section > *': { maxWidth: '100%' },
  },
  needed: { marginBlock: tokens.spacingVerticalS, color: tokens.colorNeutralForeground2 },
});

/** The form once it is loaded: header, sections with how they stand, timeline, fields. */
export function OpenApplication(props: {
  session: RecordSession<Application>;
  application: Application;
  account: Account;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session, application, account } = props;
  const journals = useJournals(account.id);
  const judgement = useJudgement({ session, application, account, journals });
  const { all, shown, refusal, changes, ignored, record } = judgement;
  const [view] = useState(createFormView);
  useViewOf(view, judgement, application);
  const [dialog, setDialog] = useState<'review' | 'withdraw' | null>(null);
  const [messagePaths, setMessagePaths] = useState<readonly string[] | null>(null);
  const [summaryTurn, setSummaryTurn] = useState(0);
  const { applyFix, takeBack, goTo } = useFormActions(session, view, journals.isLoaded);
  const parts: FormParts = useMemo(
    () => ({ session, account, view, applyFix, takeBack, writeMessage: setMessagePaths }),
    [session, account, view, applyFix, takeBack],
  );
  const { ref, width } = useWidth();
  const isNarrow = width > 0 && width < besideFrom;

  const check = useLatest(() => {
    judgement.check();
    setSummaryTurn((turn) => turn + 1);
  });
  const send = useLatest(() => void session.flush().then(() => setDialog('review')));
  const onFocus = useLatest((event: FocusEvent<HTMLElement>) => judgement.onFocus(event));
  const onBlur = useLatest((event: FocusEvent<HTMLElement>, section: string) =>
    judgement.onBlur(event, section),
  );
  const title = application.kind === 'update' ? application.title : applicationSummary(record).title.trim();
  useTitle(title || t(`application.untitled.${application.kind}`));
  const summaries = useMemo(() => {
    const ignoredFields = new Set(ignored.map(({ path }) => path));
    return sections
      .map((section) => ({ section, summary: summarise(section, { all, shown, ignoredFields }) }))
      .filter(({ section, summary }) => isListed(section) || summary.kind !== 'good');
  }, [all, shown, ignored]);
  const timeline = <Timeline events={application.timeline} />;
  const open = all.filter((one) => one.severity === 'error' && !shown.includes(one));
  return (
    <FormContext value={parts}>
      <div
        ref={ref}
        className={isNarrow ? `${styles.root} ${styles.narrow}` : styles.root}
        data-region="record"
      >
        <FormHeader
          application={application}
          title={title}
          all={all}
          changes={changes.length}
          onCheck={check}
          onSend={send}
          onWithdraw={() => setDialog('withdraw')}
        />
        <div className={isNarrow ? styles.bodyNarrow : styles.body}>
          <div className={isNarrow ? `${styles.aside} ${styles.asideNarrow}` : styles.aside}>
            <SectionNav sections={summaries} />
            {!isNarrow && timeline}
          </div>
          <div className={isNarrow ? `${styles.scroller} ${styles.scrollerNarrow}` : styles.scroller}>
            <form
              className={styles.form}
              noValidate
              onSubmit={(event) => event.preventDefault()}
              onBlur={() => void session.flush()}
            >
              <FormMessages application={application} refusal={refusal} goTo={goTo} />
              {application.kind === 'update' && <BaseLine application={application} />}
              {open.length > 0 && (
                <p className={styles.needed}>
                  {t('application.needed', {
                    count: open.length,
                    fields: [...new Set(open.map(({ path }) => fieldLabel(path)))].join(', '),
                  })}
                </p>
              )}
              {summaryTurn > 0 && (
                <ErrorSummary
                  findings={shown}
                  turn={summaryTurn}
                  heading="h2"
                  labelOf={({ path }) => fieldLabel(path)}
                  onGo={({ path }) => goTo(path)}
                  words={{
                    good: t('application.summary.good'),
                    warnings: (count) => t('application.summary.warnings', { count }),
                  }}
                />
              )}
              <ColumnHeadings />
              {sections.map((section) => (
                <ApplicationSection key={section} section={section} onFocus={onFocus} onBlur={onBlur} />
              ))}
            </form>
          </div>
          {isNarrow && <div className={`${styles.aside} ${styles.asideNarrow}`}>{timeline}</div>}
        </div>
      </div>
      {dialog === 'review' && (
        <ReviewAndSend accountId={account.id} ids={[application.id]} onClose={() => setDialog(null)} />
      )}
      {dialog === 'withdraw' && <WithdrawDialog application={application} onClose={() => setDialog(null)} />}
      {messagePaths && (
        <OperatorDialog
          message={messageAbout(
            application,
            ignored.filter(({ path }) => messagePaths.includes(path)),
          )}
          onClose={() => setMessagePaths(null)}
        />
      )}
    </FormContext>
  );
}

/** The last two are listed only when something is in them. */
function isListed(section: (typeof sections)[number]): boolean {
  return section !== 'contact' && section !== 'other';
}

/** A function that stays the same and does what the newest one does, so that what it is given to is not drawn anew. */
function useLatest<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...args: A) => latest.current(...args), []);
}
