import { Button, Field, Input, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { CallInput } from '../../../shared/contract/contract.ts';
import type { Journal } from '../../../shared/contract/journals.ts';
import { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { barPadding, thinLine, useCommonStyles, wrapping } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { JournalBox, JournalsAge } from '../../parts/journal/JournalBox.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { useJournals } from '../../state/data/journals.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { go, useRoute } from '../../state/navigation/route.ts';
import { ComparisonView } from './ComparisonView.tsx';
import { beginComparison } from './comparisonList.ts';
import { Earlier } from './Earlier.tsx';
import { issnMeant, titleFor, yearMeant } from './journalChoice.ts';

const useStyles = makeStyles({
  form: {
    ...wrapping,
    ...barPadding,
    flexShrink: 0,
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    borderBottom: thinLine,
  },
  journal: { flex: '1 1 260px', minWidth: 0 },
  year: { width: '96px' },
  yearInput: { width: '96px', minWidth: 0 },
  // Beside a field it is below the label.
  go: { marginTop: '26px', '@media (max-width: 600px)': { marginTop: 0 } },
});

const gone = new AppError('not_found', msg('comparisons.gone.message'), {
  why: msg('comparisons.gone.why'),
  fix: msg('comparisons.gone.fix'),
});

/** Compares a journal's articles of one year at the directory with the local drafts: the earlier comparisons, or one of them. */
export function Comparisons({ comparisonId }: { comparisonId: number | null }) {
  const accountId = useAccount()?.id;
  const { data: list } = useCall('comparisons.list', accountId === undefined ? null : { accountId });
  const issn = useRoute(({ route }) => (route.screen === 'comparisons' ? route.issn : undefined)) ?? '';
  useTitle(t('comparisons.title'));
  if (accountId === undefined) return null;
  const shown = list?.find((one) => one.id === comparisonId);
  if (shown) return <ComparisonView key={shown.id} comparison={shown} />;
  return (
    <Column>
      <CompareForm key={`${accountId} ${issn}`} accountId={accountId} issn={issn} />
      <ListOf accountId={accountId} isMissing={comparisonId !== null} />
    </Column>
  );
}

function ListOf({ accountId, isMissing }: { accountId: string; isMissing: boolean }) {
  const { data: list, error, refetch } = useCall('comparisons.list', { accountId });
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!list) return <Spinner label={t('common.loading')} />;
  return (
    <>
      {isMissing && <ErrorPanel error={gone} />}
      <Earlier list={list} />
    </>
  );
}

function Column(props: { children: ReactNode }) {
  const styles = useCommonStyles();
  const bar = useListBarStyles();
  return (
    <div className={styles.scrollingColumn} data-region="comparisons">
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('comparisons.title')}</h1>
      </div>
      {props.children}
    </div>
  );
}

/** Chooses a journal and a year, and starts the comparison; `issn` preselects a journal, or is empty. */
function CompareForm({ accountId, issn: given }: { accountId: string; issn: string }) {
  const styles = useStyles();
  const journals = useJournals(accountId);
  // null: unchanged by the user; the journal's title once it is known.
  const [typed, setTyped] = useState<string | null>(null);
  // null: the last year of which there are drafts.
  const [typedYear, setYear] = useState<string | null>(null);
  // What the box held when it got the focus: it must not change under what is selected or typed there.
  const [heldYear, setHeldYear] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const journalBox = useRef<HTMLInputElement>(null);
  const yearBox = useRef<HTMLInputElement>(null);
  // The journal that was chosen, whose title others may have; null once another text is typed.
  const [chosenIssn, setChosenIssn] = useState<string | null>(given || null);
  const chosen = journals.list.find(
    ({ pissn, eissn }) => chosenIssn !== null && [pissn, eissn].includes(chosenIssn),
  );
  const journal = typed ?? titleFor(given, journals.list);
  const issn = chosenIssn ?? issnMeant(journal, journals.list);
  const lastYear = useLastYear(accountId, issn, journals.list);
  const year = typedYear ?? heldYear ?? lastYear;
  const meant = yearMeant(year);
  const { run, isBusy } = useAction(async (wanted: CallInput<'comparisons.start'>) => {
    go({ screen: 'comparisons', comparisonId: await beginComparison(wanted) });
  });
  const chooseJournal = (text: string, issn: string | null = null) => {
    setTyped(text);
    setChosenIssn(issn);
    setHeldYear(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (issn === null) journalBox.current?.focus();
    else if (meant === null) yearBox.current?.focus();
    else run({ accountId, issn, year: meant });
  };
  const isJournalMissing = isChecked && issn === null;
  const isYearMissing = isChecked && meant === null;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        className={styles.journal}
        label={t('comparisons.journal')}
        validationState={isJournalMissing ? 'error' : 'none'}
        validationMessage={isJournalMissing ? t('comparisons.journalMissing') : undefined}
      >
        <JournalBox
          boxRef={journalBox}
          journals={journals}
          text={journal}
          chosen={chosen ?? journals.list.find(({ title }) => title === journal) ?? null}
          placeholder={t('comparisons.journalHint')}
          none={t('comparisons.journalUnknown')}
          onText={(text) => chooseJournal(text)}
          onChoose={({ title, eissn, pissn }) => chooseJournal(title, eissn ?? pissn)}
        />
      </Field>
      <Field
        className={styles.year}
        label={t('comparisons.year')}
        validationState={isYearMissing ? 'error' : 'none'}
        validationMessage={isYearMissing ? t('comparisons.yearMissing') : undefined}
      >
        <Input
          ref={yearBox}
          className={styles.yearInput}
          inputMode="numeric"
          autoComplete="off"
          value={year}
          onFocus={() => setHeldYear(year)}
          onChange={(_, { value }) => setYear(value)}
        />
      </Field>
      <Button type="submit" appearance="primary" className={styles.go} disabledFocusable={isBusy}>
        {t(isBusy ? 'comparisons.starting' : 'comparisons.start')}
      </Button>
      {journals.isLoaded && <JournalsAge journals={journals} />}
    </form>
  );
}

/** The last year in which the journal has articles here, otherwise this year. */
function useLastYear(accountId: string, issn: string | null, list: readonly Journal[]): string {
  const journal = issn === null ? undefined : list.find((one) => one.pissn === issn || one.eissn === issn);
  const filter = { trashed: false, journal: [`${journal?.pissn ?? ''}/${journal?.eissn ?? ''}`] };
  const input = { accountId, filter, facet: 'year', search: '', limit: 200 } as const;
  const { data } = useCall('drafts.facetValues', journal ? input : null);
  const years = (data?.values ?? []).filter(({ count }) => count > 0).map(({ value }) => value);
  return (
    years
      .filter((value) => yearMeant(value) !== null)
      .sort()
      .at(-1) ?? String(new Date().getFullYear())
  );
}
