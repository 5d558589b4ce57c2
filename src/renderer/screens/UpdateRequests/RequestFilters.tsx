import { Input, makeStyles, ToggleButton, tokens } from '@fluentui/react-components';
import { FilterRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { ApplicationRow } from '../../../shared/applicationDraft.ts';
import { formatNumber } from '../../parts/format.ts';
import {
  countLists,
  type RequestList,
  setRequestText,
  showRequestList,
  useRequestsView,
} from '../../state/requestsView.ts';
import { standingGroups } from '../../state/standing.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    minWidth: 0,
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
  },
  box: { flex: '1 1 9rem', maxWidth: '20rem', minWidth: 0 },
  button: { minWidth: 0, fontWeight: tokens.fontWeightRegular, whiteSpace: 'nowrap' },
  count: { marginLeft: tokens.spacingHorizontalXS, fontVariantNumeric: 'tabular-nums' },
});

const lists: readonly RequestList[] = ['all', ...standingGroups, 'trash'];

/** Lists by where things stand, each with its count, and words to narrow them by; the counts add up to all that match. */
export function RequestFilters(props: {
  rows: readonly ApplicationRow[];
  trashed: readonly ApplicationRow[];
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { list, text } = useRequestsView();
  const counts = countLists(props.rows, props.trashed);
  // An empty list is no news.
  const shown = lists.filter((name) => name === 'all' || name === list || counts[name] > 0);
  return (
    <fieldset className={styles.bar} aria-label={t('requests.lists')}>
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
      <Input
        size="small"
        type="search"
        className={styles.box}
        value={text}
        maxLength={200}
        placeholder={t('requests.filter')}
        aria-label={t('requests.filter')}
        contentBefore={<FilterRegular />}
        onChange={(_, { value }) => setRequestText(value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') setRequestText('');
        }}
      />
    </fieldset>
  );
}
