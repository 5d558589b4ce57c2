import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { t } from '../../../shared/i18n/i18n.ts';
import type { SearchPage } from '../../../shared/search/searching.ts';
import { plainList, secondary, stack } from '../../parts/commonStyles.ts';
import { EmptyState } from '../../parts/lists/EmptyState.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { runSearch, setText, useSearches } from '../../state/data/searches.ts';
import { useAccount } from '../../state/data/session.ts';
import { examplesOf } from './examples.ts';

const useStyles = makeStyles({
  list: { ...plainList, ...stack, rowGap: tokens.spacingVerticalS, textAlign: 'start' },
  query: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  what: { ...secondary, display: 'block' },
});

/** Before the first search: the possible queries, with examples to run. */
export function SearchStart() {
  const kind = useSearches((state) => state.kind);
  return (
    <EmptyState
      icon={<SearchRegular />}
      title={t(`search.start.title.${kind}`)}
      text={t(`search.start.text.${kind}`)}
      actions={<Examples />}
    />
  );
}

/** No matches: possible reasons. */
export function NothingFound({ result }: { result: SearchPage }) {
  return (
    <EmptyState
      icon={<SearchRegular />}
      title={t('search.nothing.title')}
      text={t(`search.nothing.text.${result.kind}`)}
      actions={<Examples />}
    />
  );
}

function Examples() {
  const styles = useStyles();
  const kind = useSearches((state) => state.kind);
  const username = useAccount()?.username ?? '';
  const run = (query: string) => {
    setText(query);
    void runSearch();
  };
  return (
    <ul className={styles.list} aria-label={t('search.examples')}>
      {examplesOf(kind, username).map(({ name, query }) => (
        <li key={name}>
          <TextButton className={styles.query} onClick={() => run(query)}>
            {query}
          </TextButton>
          <Text size={200} className={styles.what}>
            {t(`search.example.${name}`)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
