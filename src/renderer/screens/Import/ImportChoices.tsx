import { Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { ImportChoices as Choices, ImportFound } from '../../../shared/draft/importChoices.ts';
import type { ImportStatus } from '../../../shared/draft/importing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { wrappingRow } from '../../parts/commonStyles.ts';
import { useAction } from '../../parts/useAction.ts';
import { formatNumber, languageName } from '../../state/format.ts';
import { chooseForImport } from '../../state/imports.ts';
import { JournalQuestion } from './JournalQuestion.tsx';

const useStyles = makeStyles({
  root: {
    ...wrappingRow,
    flexShrink: 0,
    alignItems: 'end',
    gap: tokens.spacingHorizontalM,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlockStart: tokens.spacingVerticalS,
  },
  choice: { flex: '0 1 18rem', minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
});

/** The choices for all records of an import that have several languages, dates or affiliations, or no journal. */
export function ImportChoices({ status, found }: { status: ImportStatus; found: ImportFound }) {
  const styles = useStyles();
  const { id, state } = status;
  const [waiting, setWaiting] = useState<Partial<Choices>>({});
  const { run, isBusy } = useAction(async (changed: Partial<Choices>) => {
    await chooseForImport(id, { ...status.choices, ...changed });
  });
  // While the files are being read with the last choice, further ones wait.
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
      {languages.length + found.dates + found.affiliations > 0 && (
        <fieldset className={styles.root} style={{ border: 'none', margin: 0 }} aria-busy={isReading}>
          <legend hidden>{t('import.choices.label')}</legend>
          {languages.length > 0 && (
            <Field
              size="small"
              className={styles.choice}
              label={t('import.choices.language', count(languages[0]![1]))}
            >
              <Select
                size="small"
                value={choices.language ?? ''}
                onChange={(_, { value }) => choose({ language: value === '' ? null : value })}
              >
                <option value="">{t('import.map.anyLanguage')}</option>
                {languages.map(([code, records]) => (
                  <option key={code} value={code}>
                    {t('import.choices.ofRecords', { name: languageName(code), n: formatNumber(records) })}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {found.dates > 0 && (
            <Field
              size="small"
              className={styles.choice}
              label={t('import.choices.date', count(found.dates))}
            >
              <Select
                size="small"
                value={choices.date}
                onChange={(_, { value }) => choose({ date: value === 'print' ? 'print' : 'online' })}
              >
                <option value="online">{t('import.choices.dateOf.online')}</option>
                <option value="print">{t('import.choices.dateOf.print')}</option>
              </Select>
            </Field>
          )}
          {found.affiliations > 0 && (
            <Field
              size="small"
              className={styles.choice}
              label={t('import.choices.affiliation', count(found.affiliations))}
            >
              <Select
                size="small"
                value={choices.affiliation}
                onChange={(_, { value }) => choose({ affiliation: value === 'repeat' ? 'repeat' : 'first' })}
              >
                <option value="first">{t('import.choices.affiliationOf.first')}</option>
                <option value="repeat">{t('import.choices.affiliationOf.repeat')}</option>
              </Select>
            </Field>
          )}
        </fieldset>
      )}
    </>
  );
}
