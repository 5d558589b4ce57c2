import { Button, Field, makeStyles, Select, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ImportChoices, ImportFound } from '../../../shared/draft/importChoices.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { guessJournal } from '../../../shared/journal/guessJournal.ts';
import { wrappingRow } from '../../parts/commonStyles.ts';
import { useJournals } from '../../state/data/journals.ts';
import { formatNumber } from '../../state/format.ts';
import { barChoice, choiceBar } from './choiceBar.ts';

const useStyles = makeStyles({
  bar: choiceBar,
  journal: { ...barChoice, flex: '0 1 44rem' },
  line: { ...wrappingRow, gap: tokens.spacingHorizontalM },
  select: { flex: '1 1 16rem', minWidth: 0 },
});

/** Asks for the journal of the records without one; the journal whose title they have is preset. */
export function JournalQuestion(props: {
  status: ImportStatus;
  found: ImportFound;
  /** Includes choices that wait until the files have been read with the last one. */
  choices: ImportChoices;
  onChoose: (journal: ImportChoices['journal']) => void;
}) {
  const styles = useStyles();
  const { status, found, choices, onChoose } = props;
  const { list } = useJournals(status.accountId);
  const chosen = list.find((one) => isSame(one, choices.journal));
  const [picked, setPicked] = useState<string | null>(null);
  const isGuess = picked === null && !chosen;
  const preset = chosen ?? guessJournal(found.journalTitles, list);
  const value = picked ?? preset?.id ?? '';
  const journal = list.find(({ id }) => id === value) ?? null;
  const label = t('import.journal.label', { count: found.noJournal, n: formatNumber(found.noJournal) });
  if (list.length === 0) return <Text className={styles.bar}>{t('import.journal.none', { label })}</Text>;
  return (
    <div className={styles.bar}>
      <Field
        className={styles.journal}
        label={label}
        hint={isGuess && journal ? t('import.journal.guess') : undefined}
      >
        {(control) => (
          <div className={styles.line}>
            <Select
              {...control}
              className={styles.select}
              value={value}
              onChange={(_, data) => setPicked(data.value)}
            >
              <option value="">{t('import.journal.open')}</option>
              {list.map(({ id, title, pissn, eissn }) => (
                <option key={id} value={id}>
                  {[title, pissn, eissn].filter(Boolean).join(' · ')}
                </option>
              ))}
            </Select>
            <Button
              disabledFocusable={value === (chosen?.id ?? '')}
              onClick={() =>
                onChoose(journal && { title: journal.title, pissn: journal.pissn, eissn: journal.eissn })
              }
            >
              {t('import.journal.use')}
            </Button>
          </div>
        )}
      </Field>
    </div>
  );
}

function isSame(
  one: { pissn: string | null; eissn: string | null },
  journal: ImportChoices['journal'],
): boolean {
  return journal !== null && one.pissn === journal.pissn && one.eissn === journal.eissn;
}
