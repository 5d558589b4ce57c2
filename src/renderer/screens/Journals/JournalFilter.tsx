import { Text } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { SearchBox } from '../../parts/SearchBox.tsx';
import { formatNumber } from '../../state/format.ts';
import { setJournalText, useJournalsView } from '../../state/journalsView.ts';
import { useJournalColumns } from './journalColumns.ts';

/** Filters the journals of the account while the user types. */
export function JournalFilter(props: { shown: number }) {
  const { t } = useTranslation();
  const styles = useListBarStyles();
  const text = useJournalsView((view) => view.text);
  return (
    <div className={styles.filters}>
      <SearchBox label={t('journals.filter')} text={text} isFilter onText={setJournalText} />
      <Text role="status" className={styles.quiet}>
        {text.trim() !== '' && t('journals.match', { count: props.shown, n: formatNumber(props.shown) })}
      </Text>
      <ColumnsButton name="journals" columns={useJournalColumns('mine')} />
    </div>
  );
}
