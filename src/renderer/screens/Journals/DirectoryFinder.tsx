import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { SearchBox } from '../../parts/SearchBox.tsx';
import { formatNumber } from '../../state/format.ts';
import { findJournals, useFoundJournals, useJournalsView } from '../../state/journalsView.ts';
import { useJournalColumns } from './journalColumns.ts';

const useStyles = makeStyles({
  words: {
    flexShrink: 0,
    paddingBlock: tokens.spacingVerticalS,
    paddingInline: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground2,
  },
});

/** Searches the directory for any journal by title or ISSN. */
export function DirectoryFinder() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { filters } = useListBarStyles();
  const columns = useJournalColumns('directory');
  const asked = useJournalsView((view) => view.asked);
  const { found, isAsking } = useFoundJournals();
  const [text, setText] = useState(asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void findJournals(text);
  };
  return (
    <>
      <search>
        <form className={filters} onSubmit={submit}>
          <SearchBox label={t('journals.find')} text={text} onText={setText} />
          <Button size="small" type="submit" appearance="primary" disabledFocusable={isAsking}>
            {t('journals.findButton')}
          </Button>
          {found && found.total > 0 && <ColumnsButton name="journals" columns={columns} />}
        </form>
      </search>
      {!isAsking && <Text className={styles.words}>{foundWords()}</Text>}
    </>
  );

  function foundWords(): string {
    if (!found) return t('journals.findHelp');
    const { total, journals } = found;
    if (total === 0) return t('journals.foundNone', { text: asked });
    const words = t('journals.found', { count: total, n: formatNumber(total), text: asked });
    const isCut = total > journals.length;
    return isCut ? `${words} ${t('journals.foundCut', { n: formatNumber(journals.length) })}` : words;
  }
}
