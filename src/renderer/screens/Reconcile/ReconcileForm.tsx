import { Button, Combobox, Field, Input, makeStyles, Option, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describe } from '../../../shared/i18n/describe.ts';
import { asAppError } from '../../state/client.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { type Journals, useJournals } from '../../state/journals.ts';
import { showError } from '../../state/notices.ts';
import { go, hrefOf } from '../../state/route.ts';
import { issnMeant, journalsFor, titleFor, yearMeant } from './journalChoice.ts';
import { beginReconciliation } from './reconciliations.ts';

const shownAtOnce = 100;

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    paddingBlock: tokens.spacingVerticalS,
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  journal: { flex: '1 1 260px', minWidth: 0 },
  combobox: { minWidth: 0, width: '100%' },
  year: { width: '96px' },
  yearInput: { width: '96px', minWidth: 0 },
  go: { marginTop: '26px' },
  option: { display: 'flex', flexDirection: 'column' },
  quiet: { color: tokens.colorNeutralForeground2 },
  cache: {
    flexBasis: '100%',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
});

/** Chooses a journal and a year, and starts the comparison; `issn` preselects a journal, or is empty. */
export function ReconcileForm({ accountId, issn: given }: { accountId: string; issn: string }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const journals = useJournals(accountId);
  // null: unchanged by the user; the journal's title once it is known.
  const [typed, setTyped] = useState<string | null>(null);
  const [year, setYear] = useState(() => String(new Date().getFullYear()));
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const journalBox = useRef<HTMLInputElement>(null);
  const yearBox = useRef<HTMLInputElement>(null);
  const journal = typed ?? titleFor(given, journals.list);
  const issn = issnMeant(journal, journals.list);
  const meant = yearMeant(year);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (issn === null) return journalBox.current?.focus();
    if (meant === null) return yearBox.current?.focus();
    setBusy(true);
    try {
      const id = await beginReconciliation({ accountId, issn, year: meant });
      go(hrefOf({ screen: 'reconcile', reconciliationId: id }));
    } catch (error) {
      showError(asAppError(error));
    }
    setBusy(false);
  };
  const isJournalMissing = isChecked && issn === null;
  const isYearMissing = isChecked && meant === null;
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        className={styles.journal}
        label={t('reconcile.journal')}
        validationState={isJournalMissing ? 'error' : 'none'}
        validationMessage={isJournalMissing ? t('reconcile.journalMissing') : undefined}
      >
        <JournalBox boxRef={journalBox} journals={journals} value={journal} onChange={setTyped} />
      </Field>
      <Field
        className={styles.year}
        label={t('reconcile.year')}
        validationState={isYearMissing ? 'error' : 'none'}
        validationMessage={isYearMissing ? t('reconcile.yearMissing') : undefined}
      >
        <Input
          ref={yearBox}
          className={styles.yearInput}
          inputMode="numeric"
          autoComplete="off"
          value={year}
          onChange={(_, { value }) => setYear(value)}
        />
      </Field>
      <Button type="submit" appearance="primary" className={styles.go} disabledFocusable={isBusy}>
        {t(isBusy ? 'reconcile.starting' : 'reconcile.start')}
      </Button>
      <CacheLine journals={journals} />
    </form>
  );
}

function JournalBox(props: {
  boxRef: React.RefObject<HTMLInputElement | null>;
  journals: Journals;
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { journals, value } = props;
  const isChosen = journals.list.some((one) => one.title === value);
  // Even with a journal chosen the list shows the others.
  const found = journalsFor(isChosen ? '' : value, journals.list);
  return (
    <Combobox
      ref={props.boxRef}
      className={styles.combobox}
      freeform
      expandIcon={{ 'aria-label': t('reconcile.showJournals'), tabIndex: -1 }}
      placeholder={t('reconcile.journalHint')}
      value={value}
      selectedOptions={isChosen ? journals.list.filter((one) => one.title === value).map(({ id }) => id) : []}
      onChange={(event) => props.onChange(event.target.value)}
      onOptionSelect={(_, data) => data.optionValue && props.onChange(data.optionText ?? '')}
    >
      {found.slice(0, shownAtOnce).map((journal) => (
        <Option key={journal.id} value={journal.id} text={journal.title}>
          <span className={styles.option}>
            <span>{journal.title}</span>
            <Text size={200} className={styles.quiet}>
              {[journal.pissn, journal.eissn].filter(Boolean).join(' · ')}
            </Text>
          </span>
        </Option>
      ))}
      {found.length === 0 && (
        <Option disabled value="" text={t('reconcile.journalUnknown')}>
          {t('reconcile.journalUnknown')}
        </Option>
      )}
    </Combobox>
  );
}

/** Shows the age of the list of journals, and a button to refresh it. */
function CacheLine({ journals }: { journals: Journals }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const own = journals.list.filter((journal) => journal.mine).length;
  if (!journals.isLoaded) return null;
  return (
    <div className={styles.cache}>
      <Text size={200}>
        {journals.fetchedAt
          ? t('reconcile.journalsAge', {
              count: own,
              n: formatNumber(own),
              when: formatRecent(journals.fetchedAt),
            })
          : t('reconcile.journalsNever')}
        {journals.error && ` ${describe(journals.error.brief)}`}
      </Text>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowSyncRegular />}
        disabledFocusable={journals.isBusy}
        onClick={() => void journals.refresh()}
      >
        {t(journals.isBusy ? 'reconcile.journalsRefreshing' : 'reconcile.journalsRefresh')}
      </Button>
    </div>
  );
}
