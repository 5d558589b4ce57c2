import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  type ComponentType,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DraftRecord, Undecided } from '../../../shared/draft/draft.ts';
import type { VersionKind } from '../../../shared/draft/earlierVersions.ts';
import type { Message } from '../../../shared/message.ts';
import { EarlierVersions } from './comparison/EarlierVersions.tsx';
import { type FindingToFix, FormContext, type FormParts } from './formContext.ts';
import type { FormDefinition } from './formDefinition.ts';
import type { Opened } from './OpenRecord.tsx';
import { PageHeader, PaneHeader } from './page/FormHeader.tsx';
import { FormSummary, type SummaryTexts } from './page/FormSummary.tsx';
import { PageLayout } from './page/PageLayout.tsx';
import { type NavSection, SectionChips, SectionList } from './page/SectionNav.tsx';
import { type Messaged, RecordMessages, type ShownRefusal } from './RecordMessages.tsx';
import { useApplyFix, useFieldOfAddress } from './useFormActions.ts';
import type { useValidation } from './useValidation.ts';

const useStyles = makeStyles({
  // A pane's layout depends on its own width, which the user can change.
  pane: { containerType: 'inline-size', position: 'relative' },
  form: {
    boxSizing: 'border-box',
    paddingBottom: '96px',
    // Fluent's fields have their own width, which is more than half of a narrow pane.
    '& .fui-Input, & .fui-Input > input': { minWidth: 0, width: '100%' },
    '& section > *': { maxWidth: '100%' },
  },
  paneForm: {
    maxWidth: '1000px',
    paddingInline: tokens.spacingHorizontalM,
    // Otherwise Tab leaves a control that was scrolled past hidden behind the header.
    '& section :is(input, textarea, button, a)': { scrollMarginTop: 'var(--form-header, 120px)' },
  },
  pageForm: {
    maxWidth: '1100px',
    paddingInline: tokens.spacingHorizontalL,
    // The height of the headings of the two columns.
    '--form-header': '32px',
  },
});

/** The events of a section that show or hide its findings. */
export interface SectionEvents {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>, section: string) => void;
}

interface Props<T extends Messaged> {
  definition: FormDefinition;
  opened: Opened<T>;
  /** As it is in this window, from `useDeferredRecord`. */
  record: DraftRecord;
  validation: ReturnType<typeof useValidation>;
  title: string;
  badges: ReactNode;
  /** Buttons that offer to fix a finding in all records that have it. */
  FixAll?: ComponentType<FindingToFix>;
  /** Buttons of the header before those that every form has. */
  actions?: ReactNode;
  sendLabel: string;
  texts: SummaryTexts;
  navigation: readonly NavSection[];
  messages: ReactNode;
  restore: { isBusy: boolean; run: () => void };
  refusedTitle: Message;
  /** The field that the address names; it gets the focus as soon as `isReady`. */
  field: string | null;
  isReady: boolean;
  /** True if the ISSNs were not checked against the account's journals. */
  isUnchecked?: boolean;
  /** Why a complete record is left out of a plan. */
  undecided?: Undecided | null;
  goTo: (path: string) => void;
  versions: { kind: VersionKind; recordId: number } | null;
  /** Reviews and sends the record, once all of it is saved. */
  onSend: () => void;
  children: (events: SectionEvents) => ReactNode;
  /** Above the summary of the findings. */
  above?: ReactNode;
  /** Absent: the form is a pane beside a list. */
  page?: { onBack: () => void; aside: ReactNode; headings: ReactNode } | undefined;
}

/** The form of an open record: header, section navigation, messages, summary and sections. */
export function RecordForm<T extends Messaged>(props: Props<T>) {
  const styles = useStyles();
  const { definition, opened, record, validation, goTo, page, versions } = props;
  const { session } = opened;
  const { all, shown } = validation;
  const [summaryTurn, setSummaryTurn] = useState(0);
  const [isVersions, setVersions] = useState(false);
  const form = useFormParts(props);
  useFieldOfAddress(props.field, props.isReady, goTo);

  const send = async () => {
    await session.flush();
    const { record: typed, base } = session.store.getState();
    // A message above the fields says why it could not be saved; a review would show an older version.
    if (typed === base) props.onSend();
  };
  const header = {
    title: props.title,
    all,
    isUnchecked: props.isUnchecked ?? false,
    undecided: props.undecided,
    isRefused: validation.refusal !== null,
    badges: props.badges,
    actions: props.actions,
    sendLabel: props.sendLabel,
    onCheck: () => {
      validation.check();
      setSummaryTurn((turn) => turn + 1);
    },
    onSend: () => void send(),
    onVersions: versions && (() => void session.flush().then(() => setVersions(true))),
  };
  const events: SectionEvents = {
    onFocus: useLatest(validation.onFocus),
    onBlur: useLatest(validation.onBlur),
  };
  const content = (
    <form
      className={mergeClasses(styles.form, page ? styles.pageForm : styles.paneForm)}
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onBlur={() => void session.save()}
    >
      {!page && <PaneHeader {...header} navigation={<SectionChips sections={props.navigation} />} />}
      <RecordMessages
        session={session}
        diffOrder={definition.diffOrder}
        restore={props.restore}
        refused={shownRefusal(props)}
        goTo={goTo}
      >
        {props.messages}
      </RecordMessages>
      {props.above}
      <FormSummary
        all={all}
        shown={shown}
        record={record}
        turn={summaryTurn}
        heading={page && 'h2'}
        texts={props.texts}
        goTo={goTo}
      />
      {page?.headings}
      {props.children(events)}
    </form>
  );
  return (
    <FormContext value={form}>
      {page ? (
        <PageLayout
          header={<PageHeader {...header} onBack={page.onBack} />}
          navigation={<SectionList sections={props.navigation} />}
          aside={page.aside}
        >
          {content}
        </PageLayout>
      ) : (
        <div className={styles.pane}>{content}</div>
      )}
      {isVersions && versions && (
        <EarlierVersions
          {...versions}
          diffOrder={definition.diffOrder}
          onPutBack={() => void send()}
          onClose={() => setVersions(false)}
        />
      )}
    </FormContext>
  );
}

function useFormParts<T extends Messaged>({ definition, opened, validation, FixAll }: Props<T>): FormParts {
  const { session, account } = opened;
  const { notes } = validation;
  const applyFix = useApplyFix(session, definition);
  return useMemo(
    () => ({ session, account, validation: { notes, applyFix, FixAll } }),
    [session, account, notes, applyFix, FixAll],
  );
}

function shownRefusal<T extends Messaged>(props: Props<T>): ShownRefusal | null {
  const { refusal } = props.validation;
  if (!refusal) return null;
  const path = props.definition.refusedPath?.(refusal) ?? refusal.path;
  return { refusal, path, title: props.refusedTitle };
}

/** A stable function that calls the newest `work`, so that components it is passed to do not render again. */
function useLatest<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  const latest = useRef(work);
  latest.current = work;
  return useCallback((...args: A) => latest.current(...args), []);
}
