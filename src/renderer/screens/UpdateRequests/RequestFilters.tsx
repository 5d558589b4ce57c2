import { makeStyles, ToggleButton, tokens } from '@fluentui/react-components';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { standingGroups } from '../../../shared/application/standing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { SearchBox } from '../../parts/SearchBox.tsx';
import { formatNumber } from '../../state/format.ts';
import {
  countLists,
  type RequestList,
  setRequestText,
  showRequestList,
  useRequestsView,
} from '../../state/requestsView.ts';
import { useRequestColumns } from './requestColumns.ts';

const useStyles = makeStyles({
  button: { minWidth: 0, fontWeight: tokens.fontWeightRegular, whiteSpace: 'nowrap' },
  count: { marginLeft: tokens.spacingHorizontalXS, fontVariantNumeric: 'tabular-nums' },
});

const lists: readonly RequestList[] = ['all', ...standingGroups, 'trash'];

/** Lists by state, each with its count, and a search box; the counts add up to the number of matches. */
export function RequestFilters(props: {
  rows: readonly ApplicationRow[];
  trashed: readonly ApplicationRow[];
}) {
  const styles = useStyles();
  const { filters } = useListBarStyles();
  const { list, text } = useRequestsView();
  const counts = countLists(props.rows, props.trashed);
  // A count of 0 is not worth showing.
  const shown = lists.filter((name) => name === 'all' || name === list || counts[name] > 0);
  return (
    <fieldset className={filters} aria-label={t('requests.lists')}>
      {shown.map((name) => (
        <ToggleButton
          key={name}
          size="small"
          appearance="subtle"
          className={styles.button}
          checked={name === list}
          onClick={() => showRequestList(name)}
        >
          {t(`requests.list.${name}`)} <span className={styles.count}>{formatNumber(counts[name])}</span>
        </ToggleButton>
      ))}
      <SearchBox label={t('requests.filter')} text={text} isFilter onText={setRequestText} />
      <ColumnsButton name="requests" columns={useRequestColumns()} />
    </fieldset>
  );
}
