import { Button, Combobox, makeStyles, Option, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons';
import type { Ref } from 'react';
import type { Journal } from '../../../shared/contract/journals.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Journals } from '../../state/data/journals.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { column, secondary, wrappingRow } from '../commonStyles.ts';
import { useTabChoice } from '../form/useTabChoice.ts';
import { matchOwnJournals } from './matchJournals.ts';

const maxShown = 100;

const useStyles = makeStyles({
  combobox: { minWidth: 0, width: '100%' },
  option: column,
  quiet: secondary,
  age: { ...wrappingRow, ...secondary, flexBasis: '100%', columnGap: tokens.spacingHorizontalS },
});

/** A box to choose one of the account's journals, or to type its title or ISSN. */
export function JournalBox(props: {
  id?: string;
  boxRef?: Ref<HTMLInputElement>;
  journals: Journals;
  text: string;
  chosen: Journal | null;
  placeholder: string;
  /** Shown if no journal matches the text. */
  none: string;
  onText: (text: string) => void;
  onChoose: (journal: Journal) => void;
  onBlur?: () => void;
}) {
  const styles = useStyles();
  const { journals, text, chosen } = props;
  const choice = useTabChoice(text !== '' && text !== chosen?.title);
  // The list shows the others even if a journal is chosen.
  const found = matchOwnJournals(journals.list, text === chosen?.title ? '' : text);
  return (
    <Combobox
      id={props.id}
      ref={props.boxRef}
      className={styles.combobox}
      freeform
      expandIcon={{ 'aria-label': t('article.journal.show'), tabIndex: -1 }}
      placeholder={props.placeholder}
      value={text}
      selectedOptions={chosen ? [chosen.id] : []}
      open={choice.isOpen}
      onOpenChange={(_, { open }) => choice.setOpen(open)}
      onKeyDown={choice.onKeyDown}
      onChange={(event) => {
        props.onText(event.target.value);
        choice.setOpen(event.target.value !== '');
      }}
      onOptionSelect={(event, { optionValue }) => {
        const journal = found.find(({ id }) => id === optionValue);
        if (journal && choice.isMeant(event)) props.onChoose(journal);
      }}
      onBlur={props.onBlur}
    >
      {found.slice(0, maxShown).map((journal) => (
        <Option key={journal.id} value={journal.id} text={journal.title}>
          <span className={styles.option}>
            <span>{journal.title}</span>
            <Text size={200} className={styles.quiet}>
              {describeJournal(journal)}
            </Text>
          </span>
        </Option>
      ))}
      {found.length === 0 && (
        <Option disabled value="" text={props.none}>
          {props.none}
        </Option>
      )}
    </Combobox>
  );
}

/** The age of the list of journals, with a button to refresh it. */
export function JournalsAge({ journals }: { journals: Journals }) {
  const styles = useStyles();
  const { fetchedAt, list, error, isBusy } = journals;
  const own = list.filter(({ mine }) => mine).length;
  return (
    <div className={styles.age}>
      <Text size={200}>
        {fetchedAt
          ? t('article.journal.age', { count: own, n: formatNumber(own), when: formatRecent(fetchedAt) })
          : t('article.journal.never')}
        {error && ` ${t('article.journal.notRefreshed', { message: describe(error.brief) })}`}
      </Text>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowSyncRegular />}
        disabledFocusable={isBusy}
        onClick={() => void journals.refresh()}
      >
        {t(isBusy ? 'article.journal.refreshing' : 'article.journal.refresh')}
      </Button>
    </div>
  );
}

function describeJournal(journal: Journal): string {
  return [
    journal.pissn && t('article.journal.print', { issn: journal.pissn }),
    journal.eissn && t('article.journal.online', { issn: journal.eissn }),
    !journal.inDirectory && t('article.journal.withdrawn'),
  ]
    .filter(Boolean)
    .join(' · ');
}
