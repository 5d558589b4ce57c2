import { makeStyles, tokens } from '@fluentui/react-components';
import { type FocusEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationSummary } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { sections } from '../../parts/application/fieldFacts.ts';
import { Timeline } from '../../parts/application/Timeline.tsx';
import { createUpdateView, UpdateContext, type UpdateParts } from '../../parts/application/updateView.ts';
import { FormContext, type FormParts } from '../../parts/form/formContext.ts';
import { useApplyFix } from '../../parts/form/useFormActions.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useJournals } from '../../state/journals.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { ApplicationHeader } from './ApplicationHeader.tsx';
import { ApplicationMessages } from './ApplicationMessages.tsx';
import { ApplicationSection } from './ApplicationSection.tsx';
import { applicationForm } from './applicationDefinition.ts';
import { BaseLine } from './BaseLine.tsx';
import { ColumnHeadings } from './ColumnHeadings.tsx';
import { FormDialogs, type OpenDialog } from './FormDialogs.tsx';
import { FormLayout } from './FormLayout.tsx';
import { FormSummary } from './FormSummary.tsx';
import { hasSection } from './hasSection.ts';
import { SectionNav } from './SectionNav.tsx';
import { summarise } from './sectionSummary.ts';
import { useApplicationActions } from './useApplicationActions.ts';
import { useApplicationValidation } from './useApplicationValidation.ts';

const useStyles = makeStyles({
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
});

interface Opened {
  session: RecordSession<Application>;
  application: Application;
  account: Account;
}

/** The form once it is loaded: header, sections with how they stand, timeline, fields. */
export function OpenApplication(props: Opened) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session, application } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { form, update, validation, goTo } = useFormParts(props, setDialog);
  const { all, shown, changes, ignored, record } = validation;
  const [summaryTurn, setSummaryTurn] = useState(0);
  const summaries = useSummaries(props, validation);

  const check = useLatest(() => {
    validation.check();
    setSummaryTurn((turn) => turn + 1);
  });
  const send = useLatest(async () => {
    await session.flush();
    const { record: typed, base } = session.store.getState();
    // What could not be saved is said above the fields; a review would be of something older.
    if (typed === base) setDialog({ kind: 'review' });
  });
  const versions = useLatest(async () => {
    await session.flush();
    setDialog({ kind: 'versions' });
  });
  const withdraw = useLatest(() => setDialog({ kind: 'withdraw' }));
  const onFocus = useLatest((event: FocusEvent<HTMLElement>) => validation.onFocus(event));
  const onBlur = useLatest((event: FocusEvent<HTMLElement>, section: string) =>
    validation.onBlur(event, section),
  );
  const title = application.kind === 'update' ? application.title : applicationSummary(record).title.trim();
  useTitle(title || t(`application.untitled.${application.kind}`));
  return (
    <FormContext value={form}>
      <UpdateContext value={update}>
        <FormLayout
          header={
            <ApplicationHeader
              application={application}
              title={title}
              all={all}
              changes={changes.length}
              onCheck={check}
              onSend={send}
              onWithdraw={withdraw}
              onVersions={versions}
            />
          }
          sections={<SectionNav sections={summaries} />}
          timeline={<Timeline events={application.timeline} />}
        >
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => event.preventDefault()}
            onBlur={() => void session.flush()}
          >
            <ApplicationMessages
              session={session}
              application={application}
              refusal={validation.refusal}
              goTo={goTo}
            />
            {application.kind === 'update' && <BaseLine application={application} />}
            <FormSummary all={all} shown={shown} turn={summaryTurn} goTo={goTo} />
            <ColumnHeadings />
            {sections.map((section) => (
              <ApplicationSection
                key={section}
                session={session}
                section={section}
                onFocus={onFocus}
                onBlur={onBlur}
              />
            ))}
          </form>
        </FormLayout>
        <FormDialogs
          dialog={dialog}
          application={application}
          ignored={ignored}
          onReview={() => setDialog({ kind: 'review' })}
          onClose={() => setDialog(null)}
        />
      </UpdateContext>
    </FormContext>
  );
}

/** The parts that the fields share, and the findings of the record. */
function useFormParts({ session, application, account }: Opened, openDialog: (dialog: OpenDialog) => void) {
  const journals = useJournals(account.id);
  const [view] = useState(() =>
    createUpdateView({ isUpdate: application.kind === 'update', base: application.base }),
  );
  const validation = useApplicationValidation({ session, application, account, journals, view });
  const { takeBack, goTo } = useApplicationActions(session, view, journals.isLoaded);
  const applyFix = useApplyFix(session, applicationForm);
  const { notes } = validation;
  const form: FormParts = useMemo(
    () => ({ session, account, validation: { notes, applyFix } }),
    [session, account, notes, applyFix],
  );
  const update: UpdateParts = useMemo(
    () => ({ view, takeBack, writeMessage: (paths) => openDialog({ kind: 'message', paths }) }),
    [view, takeBack, openDialog],
  );
  return { form, update, validation, goTo };
}

/** The summaries of the sections that have content. */
function useSummaries(
  { application: { base }, account: { dialect } }: Opened,
  { all, shown, ignored, record }: ReturnType<typeof useApplicationValidation>,
) {
  return useMemo(() => {
    const ignoredFields = new Set(ignored.map(({ path }) => path));
    return sections
      .filter((section) => hasSection(section, record, base, dialect))
      .map((section) => ({ section, summary: summarise(section, { all, shown, ignoredFields }) }));
  }, [all, shown, ignored, record, base, dialect]);
}

/** A stable function that calls the newest `work`, so that components it is passed to do not render again. */
function useLatest<A extends unknown[]>(work: (...args: A) => unknown): (...args: A) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...args: A) => void latest.current(...args), []);
}
