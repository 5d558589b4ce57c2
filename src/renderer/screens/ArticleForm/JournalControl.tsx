import { Button, Combobox, Field, Input, makeStyles, Option, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readArticle } from '../../../shared/article/article.ts';
import type { Journal } from '../../../shared/contract/contract.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { language } from '../../../shared/i18n/i18n.ts';
import { parseIssn } from '../../../shared/text/identifiers.ts';
import { setIssn, setJournal } from '../../parts/article/articleEdits.ts';
import { journalField } from '../../parts/article/articleFields.ts';
import { useForm, useNotes, useRecordPart } from '../../parts/form/formContext.ts';
import { LockableInput } from '../../parts/form/LockableInput.tsx';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { useArticle } from './articleContext.ts';

const shownAtOnce = 100;

const useStyles = makeStyles({
  issns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
  },
  combobox: { minWidth: 0, width: '100%' },
  option: { display: 'flex', flexDirection: 'column' },
  quiet: { color: tokens.colorNeutralForeground2 },
  cache: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
});

/** Choosing a journal fills in both ISSNs; without a list of journals they can be typed. */
export function JournalControl() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { journals } = useArticle();
  const pissn = useRecordPart((record) => readArticle(record).pissn);
  const eissn = useRecordPart((record) => readArticle(record).eissn);
  const isKnown = journals.list.length > 0;
  return (
    <>
      {isKnown && (
        <RecordField field={journalField} label={t('article.journal.label')}>
          <JournalBox chosen={chosenJournal(journals.list, pissn, eissn)} />
        </RecordField>
      )}
      <div className={styles.issns}>
        <IssnField slot="pissn" value={pissn} isReadOnly={isKnown} />
        <IssnField slot="eissn" value={eissn} isReadOnly={isKnown} />
      </div>
      {isKnown && (
        <Text size={200} className={styles.quiet}>
          {t('article.journal.why')}
        </Text>
      )}
      <CacheLine />
    </>
  );
}

function JournalBox(props: { chosen: Journal | null }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session } = useForm();
  const { journals } = useArticle();
  const [query, setQuery] = useState<string | null>(null);
  const found = findJournals(journals.list, query ?? '');
  const choose = (id: string | undefined) => {
    setQuery(null);
    const journal = journals.list.find((one) => one.id === id);
    if (journal) session.edit((record) => setJournal(record, journal));
  };
  return (
    <Combobox
      id={fieldId(journalField)}
      className={styles.combobox}
      freeform
      expandIcon={{ 'aria-label': t('article.journal.show'), tabIndex: -1 }}
      placeholder={t('article.journal.placeholder')}
      value={query ?? props.chosen?.title ?? ''}
      selectedOptions={props.chosen ? [props.chosen.id] : []}
      onChange={(event) => setQuery(event.target.value)}
      onOptionSelect={(_, data) => choose(data.optionValue)}
      onBlur={() => setQuery(null)}
    >
      {found.slice(0, shownAtOnce).map((journal) => (
        <Option key={journal.id} value={journal.id} text={journal.title}>
          <span className={styles.option}>
            <span>{journal.title}</span>
            <Text size={200} className={styles.quiet}>
              {describeJournal(journal, t)}
            </Text>
          </span>
        </Option>
      ))}
      {found.length === 0 && (
        <Option disabled value="" text={t('article.journal.none')}>
          {t('article.journal.none')}
        </Option>
      )}
    </Combobox>
  );
}

function IssnField(props: { slot: 'pissn' | 'eissn'; value: string; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const { session } = useForm();
  const notes = useNotes(journalField);
  const { slot } = props;
  const leave = () => {
    const issn = parseIssn(props.value);
    if (!props.isReadOnly && issn) session.edit((record) => setIssn(record, slot, issn));
  };
  const id = fieldId(`${journalField}.${slot}`);
  const input = (
    <LockableInput
      id={id}
      isLocked={props.isReadOnly}
      value={props.value}
      placeholder={props.isReadOnly ? t('article.journal.noIssn') : ''}
      onChange={(_, data) => session.edit((record) => setIssn(record, slot, data.value))}
      onBlur={leave}
    />
  );
  if (!props.isReadOnly && slot === 'pissn') {
    return (
      <RecordField field={journalField} label={t('article.journal.pissn')}>
        <Input
          id={fieldId(journalField)}
          value={props.value}
          onChange={(_, data) => session.edit((record) => setIssn(record, slot, data.value))}
          onBlur={leave}
        />
      </RecordField>
    );
  }
  const hasError = !props.isReadOnly && notes.some((note) => note.severity === 'error');
  return (
    <Field
      label={{ children: t(`article.journal.${slot}`), htmlFor: id, weight: 'semibold' }}
      validationState={hasError ? 'error' : 'none'}
    >
      {input}
    </Field>
  );
}

/** The age of the list of journals, with a button to refresh it. */
function CacheLine() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { journals } = useArticle();
  const { fetchedAt, list, error } = journals;
  const own = list.filter((journal) => journal.mine).length;
  const age = fetchedAt
    ? t('article.journal.age', { count: own, n: formatNumber(own), when: formatRecent(fetchedAt) })
    : t('article.journal.never');
  return (
    <div className={styles.cache}>
      <Text size={200}>
        {age}
        {error && ` ${t('article.journal.notRefreshed', { message: describe(error.brief) })}`}
      </Text>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowSyncRegular />}
        disabledFocusable={journals.isBusy}
        onClick={() => void journals.refresh()}
      >
        {t(journals.isBusy ? 'article.journal.refreshing' : 'article.journal.refresh')}
      </Button>
    </div>
  );
}

/** The journal that all ISSNs of the article belong to, preferably one in the directory; null if there is none. */
function chosenJournal(list: readonly Journal[], pissn: string, eissn: string): Journal | null {
  if (pissn === '' && eissn === '') return null;
  const fits = list.filter(
    (journal) =>
      journal.mine && (pissn === '' || journal.pissn === pissn) && (eissn === '' || journal.eissn === eissn),
  );
  return fits.find((journal) => journal.inDirectory) ?? fits[0] ?? null;
}

/** The account's own journals that have every typed word in title, publisher or ISSN; those in the directory first. */
function findJournals(list: readonly Journal[], query: string): readonly Journal[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return list
    .filter((journal) => journal.mine)
    .filter((journal) => {
      const text = `${journal.title} ${journal.publisher} ${journal.pissn} ${journal.eissn}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort(
      (a, b) => Number(b.inDirectory) - Number(a.inDirectory) || a.title.localeCompare(b.title, language()),
    );
}

function describeJournal(journal: Journal, t: TFunction): string {
  return [
    journal.pissn && t('article.journal.print', { issn: journal.pissn }),
    journal.eissn && t('article.journal.online', { issn: journal.eissn }),
    !journal.inDirectory && t('article.journal.withdrawn'),
  ]
    .filter(Boolean)
    .join(' · ');
}
