import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blankArticle } from '../../../shared/article/article.ts';
import { checkArticle } from '../../../shared/article/articleRules.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { Draft, DraftRecord } from '../../../shared/draft/draft.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { articleForm, type Section, sections } from '../../parts/article/articleFields.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { EarlierVersions } from '../../parts/form/EarlierVersions.tsx';
import { ErrorSummary } from '../../parts/form/ErrorSummary.tsx';
import { FormSection } from '../../parts/form/FormSection.tsx';
import { focusField } from '../../parts/form/focusField.ts';
import { FormContext, type FormParts } from '../../parts/form/formContext.ts';
import { placePath } from '../../parts/form/placeFindings.ts';
import { useApplyFix, useFieldOfAddress } from '../../parts/form/useFormActions.ts';
import { useDeferredRecord, useValidation } from '../../parts/form/useValidation.ts';
import { useJournals } from '../../state/journals.ts';
import { useRoute } from '../../state/route.ts';
import { openSendPlan } from '../../state/sendPlan.ts';
import { useAccounts } from '../../state/session.ts';
import { ArticleHeader } from './ArticleHeader.tsx';
import { ArticleMessages } from './ArticleMessages.tsx';
import { AuthorsSection } from './AuthorsSection.tsx';
import { ArticleContext } from './articleContext.ts';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';
import { JournalSection } from './JournalSection.tsx';
import { KeywordsSection } from './KeywordsSection.tsx';
import { LinksSection } from './LinksSection.tsx';
import { NeededLine } from './NeededLine.tsx';
import { OtherSection } from './OtherSection.tsx';
import { PublicationSection } from './PublicationSection.tsx';
import { TitleSection } from './TitleSection.tsx';
import { type DraftSession, type DraftState, useDraft } from './useDraft.ts';
import { useDuplicates } from './useDuplicates.ts';

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
  const account = useAccounts().find(({ id }) => id === state.draft?.accountId);
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
  const journals = useJournals(account.id);
  const record = useDeferredRecord(session.store);
  const { known } = journals;
  const validate = useCallback(
    (one: DraftRecord) => checkArticle(one, { dialect: account.dialect, journals: known, now: new Date() }),
    [account.dialect, known],
  );
  const validation = useValidation({
    saved: draft,
    record,
    blank: blankArticle(),
    form: articleForm,
    validate,
  });
  const { all, shown, refusal, notes } = validation;
  const duplicates = useDuplicates(draft);
  const [summaryTurn, setSummaryTurn] = useState(0);
  const goTo = useGoTo(session);
  const route = useRoute((one) => one.route);
  useFieldOfAddress(route.screen === 'drafts' ? route.field : null, journals.isLoaded, goTo);

  const applyFix = useApplyFix(session, articleForm);
  const form: FormParts = useMemo(
    () => ({ session, account, validation: { notes, applyFix } }),
    [session, account, notes, applyFix],
  );
  const article = useMemo(() => ({ session, journals }), [session, journals]);
  const check = () => {
    validation.check();
    setSummaryTurn((turn) => turn + 1);
  };
  const [isVersions, setVersions] = useState(false);
  const versions = () => void session.flush().then(() => setVersions(true));
  const send = () => void session.flush().then(() => openSendPlan(draft.accountId, { ids: [draft.id] }));
  return (
    <FormContext value={form}>
      <ArticleContext value={article}>
        <div className={styles.root}>
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => event.preventDefault()}
            onBlur={() => void session.flush()}
          >
            <ArticleHeader
              all={all}
              shown={shown}
              draft={draft}
              record={record}
              onCheck={check}
              onSend={send}
              onVersions={versions}
            />
            <NeededLine all={all} shown={shown} />
            <ArticleMessages session={session} state={state} refusal={refusal} />
            {summaryTurn > 0 && (
              <ErrorSummary
                findings={shown}
                turn={summaryTurn}
                labelOf={({ path }) => fieldText(path, record)}
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
                  state.undo?.section === section ? { text: state.undo.text, onUndo: session.revert } : null
                }
                onFocus={validation.onFocus}
                onBlur={validation.onBlur}
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
              diffOrder={articleDiffOrder}
              onPutBack={send}
              onClose={() => setVersions(false)}
            />
          )}
        </div>
      </ArticleContext>
    </FormContext>
  );
}

function useGoTo({ store }: DraftSession): (path: string) => void {
  return useCallback((path) => focusField(placePath(path, store.getState().record, articleForm)), [store]);
}
