import { Checkbox, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { ImportChoices as Choices, ImportFound } from '../../../shared/draft/importChoices.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { plainList, smallText } from '../../parts/commonStyles.ts';
import { BeforeAfter } from '../../parts/texts/BeforeAfter.tsx';
import { useAction } from '../../parts/useAction.ts';
import { chooseForImport } from '../../state/dialogs/imports.ts';
import { formatNumber, languageName } from '../../state/format.ts';
import { barChoice, choiceBar } from './choiceBar.ts';
import { JournalQuestion } from './JournalQuestion.tsx';

const useStyles = makeStyles({
  bar: choiceBar,
  choice: { ...barChoice, flex: '0 1 18rem' },
  twice: {
    ...smallText,
    flexShrink: 0,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlockStart: tokens.spacingVerticalS,
  },
  examples: { ...plainList, overflowWrap: 'anywhere' },
});

/**
 * The choices for all records of an import that have several languages, dates or affiliations, empty cells where the draft has
 * a value, or no journal.
 */
export function ImportChoices({ status, found }: { status: ImportStatus; found: ImportFound }) {
  const styles = useStyles();
  const { id, state } = status;
  const [waiting, setWaiting] = useState<Partial<Choices>>({});
  const { run, isBusy } = useAction(async (changed: Partial<Choices>) => {
    await chooseForImport(id, { ...status.choices, ...changed });
  });
  // While the files are being read with the last choice, further choices wait.
  const isReading = isBusy || state === 'reading';
  const isDue = !isReading && Object.keys(waiting).length > 0;
  const choose = (changed: Partial<Choices>) => setWaiting((before) => ({ ...before, ...changed }));
  useEffect(() => {
    if (!isDue) return;
    setWaiting({});
    run(waiting);
  }, [isDue, run, waiting]);
  const choices = { ...status.choices, ...waiting };
  const languages = Object.entries(found.languages).sort(([, a], [, b]) => b - a);
  const { emptyCells } = found;
  const { names } = found;
  const empty = emptyCells.kept + emptyCells.cleared;
  const count = (records: number) => ({ count: records, n: formatNumber(records) });
  return (
    <>
      {found.noJournal > 0 && (
        <JournalQuestion
          status={status}
          found={found}
          choices={choices}
          onChoose={(journal) => choose({ journal })}
        />
      )}
      {languages.length + found.dates + found.affiliations + names.records + empty > 0 && (
        <fieldset className={styles.bar} style={{ border: 'none', margin: 0 }} aria-busy={isReading}>
          <legend hidden>{t('import.choices.label')}</legend>
          {languages.length > 0 && (
            <Choice
              label={t('import.choices.language', count(languages[0]![1]))}
              value={choices.language ?? ''}
              options={{
                '': t('import.map.anyLanguage'),
                ...Object.fromEntries(languages.map(languageOption)),
              }}
              onChoose={(language) => choose({ language: language || null })}
            />
          )}
          {found.dates > 0 && (
            <Choice
              label={t('import.choices.date', count(found.dates))}
              value={choices.date}
              options={{ online: t('import.choices.dateOf.online'), print: t('import.choices.dateOf.print') }}
              onChoose={(date) => choose({ date })}
            />
          )}
          {found.affiliations > 0 && (
            <Choice
              label={t('import.choices.affiliation', count(found.affiliations))}
              value={choices.affiliation}
              options={{
                first: t('import.choices.affiliationOf.first'),
                repeat: t('import.choices.affiliationOf.repeat'),
              }}
              onChoose={(affiliation) => choose({ affiliation })}
            />
          )}
          {names.example && (
            <Choice
              label={t('import.choices.names', count(names.records))}
              value={choices.nameOrder ?? ''}
              options={{
                '': t('import.choices.namesOf.usual', { name: names.example.usual }),
                family: t('import.choices.namesOf.family', { name: names.example.family }),
                given: t('import.choices.namesOf.given', { name: names.example.given }),
              }}
              onChoose={(order) => choose({ nameOrder: order || null })}
            />
          )}
          {empty > 0 && (
            <Choice
              label={t('import.choices.emptyCells', count(empty))}
              value={choices.emptyCells ?? ownOutcome(emptyCells)}
              options={{
                keep: t('import.choices.emptyCellsOf.keep'),
                clear: t('import.choices.emptyCellsOf.clear'),
                ...(ownOutcome(emptyCells) === 'own' && { own: t('import.choices.emptyCellsOf.own') }),
              }}
              onChoose={(value) => choose({ emptyCells: value === 'own' ? null : value })}
            />
          )}
        </fieldset>
      )}
      {found.decodedTwice.records > 0 && (
        <DecodedTwice
          found={found.decodedTwice}
          choice={choices.decodedTwice}
          onChoose={(decodedTwice) => choose({ decodedTwice })}
        />
      )}
    </>
  );
}

/** Texts that were decoded twice, before and after; they are corrected unless the user wants to keep them. */
function DecodedTwice(props: {
  found: ImportFound['decodedTwice'];
  choice: Choices['decodedTwice'];
  onChoose: (choice: Choices['decodedTwice']) => void;
}) {
  const styles = useStyles();
  const { records, examples } = props.found;
  const label = t('import.decodedTwice.label', { count: records, n: formatNumber(records) });
  return (
    <section className={styles.twice} aria-label={label}>
      <span>{label}</span>
      <ul className={styles.examples}>
        {examples.map(({ before, after }, at) => (
          <li key={at}>
            <BeforeAfter before={<del>{before}</del>} after={<ins>{after}</ins>} />
          </li>
        ))}
      </ul>
      <Checkbox
        label={t('import.decodedTwice.correct')}
        checked={props.choice === 'correct'}
        onChange={(_, { checked }) => props.onChoose(checked ? 'correct' : 'keep')}
      />
    </section>
  );
}

function Choice<T extends string>(props: {
  label: string;
  value: T;
  /** Names by value, in the order in which they are offered. */
  options: Readonly<Partial<Record<T, string>>>;
  onChoose: (value: T) => void;
}) {
  const styles = useStyles();
  const { label, value, options, onChoose } = props;
  const values = Object.keys(options) as T[];
  return (
    <Field size="small" className={styles.choice} label={label}>
      <Select
        size="small"
        value={value}
        onChange={(_, data) => {
          const chosen = values.find((one) => one === data.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** What empty cells do unless the user chooses: `own` if they clear values in some tables only. */
function ownOutcome({ kept, cleared }: ImportFound['emptyCells']): 'keep' | 'clear' | 'own' {
  return kept === 0 ? 'clear' : cleared === 0 ? 'keep' : 'own';
}

function languageOption([code, records]: [string, number]): [string, string] {
  return [code, t('import.choices.ofRecords', { name: languageName(code), n: formatNumber(records) })];
}
