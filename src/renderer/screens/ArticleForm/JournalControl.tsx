import { Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { readArticle } from '../../../shared/article/article.ts';
import { setJournal } from '../../../shared/article/edits/setJournal.ts';
import type { Journal } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { parseIssn } from '../../../shared/text/identifiers.ts';
import { setIssn } from '../../parts/article/articleEdits.ts';
import { journalField } from '../../parts/article/articlePlaces.ts';
import { useForm, useNotes, useRecordPart } from '../../parts/form/formContext.ts';
import { LockableInput } from '../../parts/form/LockableInput.tsx';
import { fieldId } from '../../parts/form/place.ts';
import { RecordField } from '../../parts/form/RecordField.tsx';
import { JournalBox, JournalsAge } from '../../parts/journal/JournalBox.tsx';
import { useArticle } from './articleContext.ts';

const useStyles = makeStyles({
  issns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalS,
  },
  quiet: { color: tokens.colorNeutralForeground2 },
});

/** Choosing a journal fills in both ISSNs; without a list of journals they can be typed. */
export function JournalControl() {
  const styles = useStyles();
  const { journals } = useArticle();
  const pissn = useRecordPart((record) => readArticle(record).pissn);
  const eissn = useRecordPart((record) => readArticle(record).eissn);
  const isKnown = journals.list.length > 0;
  return (
    <>
      {isKnown && (
        <RecordField field={journalField} label={t('article.journal.label')}>
          <ChosenJournal chosen={chosenJournal(journals.list, pissn, eissn)} />
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
      <JournalsAge journals={journals} />
    </>
  );
}

function ChosenJournal({ chosen }: { chosen: Journal | null }) {
  const { session } = useForm();
  const { journals } = useArticle();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <JournalBox
      id={fieldId(journalField)}
      journals={journals}
      text={typed ?? chosen?.title ?? ''}
      chosen={chosen}
      placeholder={t('article.journal.placeholder')}
      none={t('article.journal.none')}
      onText={setTyped}
      onChoose={(journal) => {
        setTyped(null);
        session.edit((record) => setJournal(record, journal));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function IssnField(props: { slot: 'pissn' | 'eissn'; value: string; isReadOnly: boolean }) {
  const { session } = useForm();
  const notes = useNotes(journalField);
  const { slot } = props;
  const change = (issn: string) => session.edit((record) => setIssn(record, slot, issn));
  const leave = () => {
    const issn = parseIssn(props.value);
    if (!props.isReadOnly && issn) change(issn);
  };
  const id = fieldId(`${journalField}.${slot}`);
  if (!props.isReadOnly && slot === 'pissn') {
    return (
      <RecordField field={journalField} label={t('article.journal.pissn')}>
        <Input
          id={fieldId(journalField)}
          value={props.value}
          onChange={(_, data) => change(data.value)}
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
      <LockableInput
        id={id}
        isLocked={props.isReadOnly}
        value={props.value}
        placeholder={props.isReadOnly ? t('article.journal.noIssn') : ''}
        onChange={(_, data) => change(data.value)}
        onBlur={leave}
      />
    </Field>
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
