import { Button, Label, makeStyles, Select, tokens } from '@fluentui/react-components';
import { ArrowSortDownRegular, ArrowSortUpRegular } from '@fluentui/react-icons';
import { useId } from 'react';
import { describe } from '../../../shared/i18n/describe.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { searchFields } from '../../../shared/search/searchQuery.ts';
import { askAgain, useSearches } from '../../state/searches.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
});

/** The order of the results: only fields that the directory can sort by, in either direction. */
export function SortBox() {
  const styles = useStyles();
  const id = useId();
  const kind = useSearches((state) => state.kind);
  const sort = useSearches((state) => state.sort);
  const [field = '', direction = 'asc'] = sort.split(':');
  const fields = searchFields(kind).filter(({ sortable }) => sortable);
  const isUp = direction === 'asc';
  return (
    <div className={styles.root}>
      <Label htmlFor={id} size="small">
        {t('search.sort.label')}
      </Label>
      <Select
        id={id}
        size="small"
        value={field}
        onChange={(_, { value }) => void askAgain({ sort: value === '' ? '' : `${value}:${direction}` })}
      >
        <option value="">{t('search.sort.best')}</option>
        {field !== '' && !fields.some(({ name }) => name === field) && <option value={field}>{field}</option>}
        {fields.map((one) => (
          <option key={one.name} value={one.name}>
            {describe(one.label)}
          </option>
        ))}
      </Select>
      <Button
        size="small"
        icon={isUp ? <ArrowSortUpRegular /> : <ArrowSortDownRegular />}
        disabledFocusable={field === ''}
        onClick={() => void askAgain({ sort: `${field}:${isUp ? 'desc' : 'asc'}` })}
      >
        {t(isUp ? 'search.sort.asc' : 'search.sort.desc')}
      </Button>
    </div>
  );
}
