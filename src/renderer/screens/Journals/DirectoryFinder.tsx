import { Button, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../parts/format.ts';
import { findJournals, useJournalsView } from '../../state/journalsView.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  box: { flex: '1 1 12rem', maxWidth: '26rem', minWidth: 0 },
  words: {
    flexShrink: 0,
    paddingBlock: tokens.spacingVerticalS,
    paddingInline: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground2,
  },
});

/** Asks the directory for any journal by title or ISSN. */
export function DirectoryFinder() {
  const { t } = useTranslation();
  const styles = useStyles();
  const { asked, found, isAsking } = useJournalsView();
  const [text, setText] = useState(asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void findJournals(text);
  };
  return (
    <>
      <search>
        <form className={styles.bar} onSubmit={submit}>
          <Input
            size="small"
            type="search"
            className={styles.box}
            value={text}
            maxLength={200}
            placeholder={t('journals.find')}
            aria-label={t('journals.find')}
            contentBefore={<SearchRegular />}
            onChange={(_, { value }) => setText(value)}
          />
          <Button size="small" type="submit" appearance="primary" disabledFocusable={isAsking}>
            {t('journals.findButton')}
          </Button>
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
