import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blankArticle } from '../../../shared/article/article.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { Draft, DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { applyFix } from '../../../shared/draft/fieldPath.ts';
import type { Fix } from '../../../shared/finding.ts';
import { fieldLabel } from '../../../shared/i18n/fieldLabel.ts';
import { articleAnatomy } from '../../parts/article/articleAnatomy.ts';
import {
  type PlacedFinding,
  pathMeant,
  placeOf,
  type Section,
  sections,
} from '../../parts/article/placeOf.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { EarlierVersions } from '../../parts/form/EarlierVersions.tsx';
import { ErrorSummary } from '../../parts/form/ErrorSummary.tsx';
import { FormSection } from '../../parts/form/FormSection.tsx';
import { focusField } from '../../parts/form/focusField.ts';
import { type Note, noNotes } from '../../parts/form/place.ts';
import { useRefusal } from '../../parts/form/useRefusal.ts';
import { useJournals } from '../../parts/useJournals.ts';
import { useLanguage } from '../../parts/useLanguage.ts';
import { announce } from '../../state/announce.ts';
import { useRoute } from '../../state/route.ts';
import { sameJson } from '../../state/sameJson.ts';
import { openSendPlan } from '../../state/sendPlan.ts';
import { useSession } from '../../state/session.ts';
import { ArticleHeader } from './ArticleHeader.tsx';
import { ArticleMessages } from './ArticleMessages.tsx';
import { AuthorsSection } from './AuthorsSection.tsx';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';
import { FormContext, type FormParts } from './formContext.ts';
import { JournalSection } from './JournalSection.tsx';
import { KeywordsSection } from './KeywordsSection.tsx';
import { LinksSection } from './LinksSection.tsx';
import { NeededLine } from './NeededLine.tsx';
import { OtherSection } from './OtherSection.tsx';
import { PublicationSection } from './PublicationSection.tsx';
import { TitleSection } from './TitleSection.tsx';
import type { DraftSession, DraftState } from './useDraft.ts';
import { useDraft } from './useDraft.ts';
import { useDuplicates } from './useDuplicates.ts';
import { placeFindings, useFindings } from './useFindings.ts';

const useStyles = makeStyles({
  // Laid out by the width of its own pane, which the person can move.
  root: { containerType: 'inline-size', position: 'relative' },
  form: {
    boxSizing: 'border-box',
    maxWidth: '1000px',
    paddingInline: tokens.spacingHorizontalM,
    paddingBottom: '96px',
    // Fluent's fields have a width of their own, which is more than half of a narrow pane.
    '& .fui-Input, & .fui-Input > input': { minWidth: 0, width: '100%' },
  },
  loading: { padding: tokens.spacingHorizontalXXL },
});

const contents: Record<Section, ReactElement> = {
  journal: <JournalSection />,
  title: <TitleSection />,
  authors: <AuthorsSection />,
  links: <LinksSection />,
  publication: <PublicationSection />,
  keywords: <KeywordsSection />,
  other: <OtherSection />,
};

/** The form of one draft: loads it, edits the directory's own JSON (what it does not know stays as it is), and keeps it saved. */
export function ArticleForm({ draftId }: { draftId: number }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session, state } = useDraft(draftId);
  const account = useSession((one) => one.accounts.find((found) => found.id === state.draft?.accountId));
  if (state.draft && account) {
    return <OpenForm session={session} state={state} draft={state.draft} account={account} />;
  }
  if (state.error) {
    const again = (
      <Button size="small" onClick={() => void session.load()}>
        {t('common.tryAgain')}
      </Button>
    );
    return <ErrorPanel error={state.error} actions={again} />;
  }
  return <Spinner className={styles.loading} label={t('common.loading')} />;
}

function OpenForm(props: { session: DraftSession; state: DraftState; draft: Draft; account: Account }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session, state, draft, account } = props;
  const { record } = state;
  const journals = useJournals(account.id);
  const [isCheckedAtFirst] = useState(() => !sameJson(record, blankArticle()));
  const findings = useFindings({ record, account, journals, isCheckedAtFirst });
  const duplicates = useDuplicates(draft);
  const refusal = useRefusal(draft, record);
  const [summaryTurn, setSummaryTurn] = useState(0);
  useFocusOnField(session, journals.isLoaded);

  const language = useLanguage();
  const shown = useMemo(
    () => [...asFinding(refusal, record), ...findings.shown],
    [language, findings.shown, refusal, record],
  );
  const notes = useMemo(() => notesByField(shown, refusal), [shown, refusal]);
  const takeFix = useApplyFix(session);
  const parts: FormParts = {
    draft,
    account,
    journals,
    record,
    edit: session.edit,
    editWithUndo: session.editWithUndo,
    notes: (field) => notes.get(field) ?? noNotes,
    applyFix: takeFix,
  };
  const check = () => {
    findings.check();
    setSummaryTurn((turn) => turn + 1);
  };
  const [isVersions, setVersions] = useState(false);
  const versions = () => void session.flush().then(() => setVersions(true));
  const send = () => void session.flush().then(() => openSendPlan(draft.accountId, { ids: [draft.id] }));
  return (
    <FormContext value={parts}>
      <div className={styles.root}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          onBlur={() => void session.flush()}
        >
          <ArticleHeader
            all={findings.all}
            shown={shown}
            draft={draft}
            record={record}
            onCheck={check}
            onSend={send}
            onVersions={versions}
          />
          <NeededLine all={findings.all} shown={findings.shown} />
          <ArticleMessages session={session} state={state} refusal={refusal} />
          {summaryTurn > 0 && (
            <ErrorSummary
              findings={shown}
              turn={summaryTurn}
              labelOf={({ path }) => fieldLabel(path, record)}
              words={{
                good: t('article.summary.good'),
                warnings: (count) => t('article.summary.warnings', { count }),
              }}
            />
          )}
          {sections.map((section) => (
            <FormSection
              key={section}
              section={section}
              title={t(`article.section.${section}`)}
              undo={
                state.undo?.section === section ? { text: state.undo.text, onUndo: session.takeBack } : null
              }
              onFocus={findings.onFocus}
              onBlur={findings.onBlur}
            >
              {contents[section]}
              {section === 'links' && <DuplicatesPanel draft={draft} duplicates={duplicates} />}
            </FormSection>
          ))}
        </form>
        {isVersions && (
          <EarlierVersions
            kind="article"
            recordId={draft.id}
            anatomy={articleAnatomy}
            onPutBack={send}
            onClose={() => setVersions(false)}
          />
        )}
      </div>
    </FormContext>
  );
}

const refusalCode = 'refusal';

/** A refusal as one more error of the form, beside its field. */
function asFinding(refusal: Refusal | null, record: DraftRecord): PlacedFinding[] {
  if (!refusal || refusal.path === '') return [];
  const { path, message, help } = refusal;
  const place = placeOf(pathMeant(refusal), record);
  return [{ severity: 'error', path, code: refusalCode, message, help, ...place }];
}

/** What is said beside each field; the refusal with the directory's own words. */
function notesByField(shown: readonly PlacedFinding[], refusal: Refusal | null): Map<string, Note[]> {
  const notes = new Map<string, Note[]>();
  for (const finding of shown) {
    const { severity, message, help, fix, field, path, code } = finding;
    const details =
      code === refusalCode ? [refusal?.words, refusal?.reference].filter(Boolean).join('\n') : undefined;
    const note: Note = { key: `${path} ${code}`, severity, message, help, fix, details };
    notes.set(field, [...(notes.get(field) ?? []), note]);
  }
  return notes;
}

/** A fix is announced, and the focus goes to the field that it changed: its own button is gone. */
function useApplyFix(session: DraftSession): (fix: Fix) => void {
  const { t } = useTranslation();
  return useCallback(
    (fix: Fix) => {
      session.edit((record) => applyFix(record, fix));
      announce(t('article.fixed', { fix: fix.label }));
      const { record } = session.store.getState();
      // After the field has been drawn anew.
      requestAnimationFrame(() => focusField(placeOf(fix.changes[0]!.path, record)));
    },
    [session, t],
  );
}

/** Moves the focus to the field that the address names, once for each visit, when the form is as it will stay. */
function useFocusOnField(session: DraftSession, isReady: boolean): void {
  const route = useRoute((one) => one.route);
  const field = route.screen === 'drafts' ? route.field : null;
  useEffect(() => {
    if (field === null || !isReady) return;
    // After whatever else takes the focus when the record opens.
    const timer = setTimeout(() => {
      const { record } = session.store.getState();
      const [placed] = placeFindings(
        [{ severity: 'error', path: field, code: '', message: '', help: '' }],
        record,
      );
      if (placed) focusField(placed);
    });
    return () => clearTimeout(timer);
  }, [field, session, isReady]);
}
