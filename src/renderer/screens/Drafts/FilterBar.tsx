import {
  Button,
  Menu,
  MenuButton,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Tag,
  TagGroup,
  tokens,
} from '@fluentui/react-components';
import type { DraftFilter, Facets, Readiness, Sync } from '../../../shared/draft/draft.ts';
import { readinesses, syncs } from '../../../shared/draft/draftStates.ts';
import { facetNames } from '../../../shared/draft/facetNames.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { chooseValue, clearFilters, isNarrowed, setFilter, useDraftsView } from '../../state/draftsView.ts';
import { useFacets } from '../../state/facets.ts';
import { formatNumber } from '../../state/format.ts';
import { useDraftColumns } from './draftColumns.ts';
import { useFacetNames } from './facetWords.ts';

const useStyles = makeStyles({
  tags: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  popover: { maxHeight: '60vh', overflowY: 'auto', maxWidth: '24rem' },
  count: { fontVariantNumeric: 'tabular-nums' },
  button: { fontWeight: tokens.fontWeightRegular },
});

/** Filters with their counts, and the active ones as chips with a button to remove each. */
export function FilterBar() {
  const styles = useListBarStyles();
  const columns = useDraftColumns();
  const filter = useDraftsView((view) => view.filter);
  const facets = useFacets(filter);
  const whole = useFacets();
  if (!isNarrowed(filter) && whole?.total === 0 && !filter.trashed) return null;
  const isFiltered = isNarrowed(filter);
  return (
    <fieldset className={styles.filters} aria-label={t('drafts.filters')}>
      <Menus filter={filter} facets={facets} />
      {isFiltered && <Chips filter={filter} />}
      {isFiltered && (
        <Button size="small" appearance="transparent" onClick={clearFilters}>
          {t('drafts.clearFilters')}
        </Button>
      )}
      <ColumnsButton name="drafts" columns={columns} />
    </fieldset>
  );
}

function Menus(props: { filter: DraftFilter; facets: Facets | null }) {
  const { filter, facets } = props;
  return (
    <>
      <FilterMenu
        label={t('drafts.filter.journal')}
        isMany
        chosen={filter.journal ?? []}
        options={(facets?.journals ?? []).map(({ key, title, count }) => ({
          value: key,
          label: title || key,
          count,
        }))}
        onChange={(journal) => setFilter({ journal })}
      />
      <FilterMenu
        label={t('drafts.filter.readiness')}
        isMany
        chosen={filter.readiness ?? []}
        options={readinesses.map((value) => ({
          value,
          label: t(`common.readiness.${value}`),
          count: facets?.readiness[value] ?? 0,
        }))}
        onChange={(values) => setFilter({ readiness: values as Readiness[] })}
      />
      <FilterMenu
        label={t('drafts.filter.sync')}
        isMany
        chosen={filter.sync ?? []}
        options={syncs.map((value) => ({
          value,
          label: t(`common.sync.${value}`),
          count: facets?.sync[value] ?? 0,
        }))}
        onChange={(values) => setFilter({ sync: values as Sync[] })}
      />
      <FilterMenu
        label={t('drafts.filter.import')}
        isMany
        chosen={filter.import ?? []}
        options={(facets?.imports ?? []).map(({ id, name, count }) => ({
          value: String(id),
          label: name,
          count,
        }))}
        onChange={(ids) => setFilter({ import: ids })}
      />
    </>
  );
}

function Chips(props: { filter: DraftFilter }) {
  const styles = useStyles();
  const chips = useChips(props.filter);
  return (
    <TagGroup
      className={styles.tags}
      size="small"
      role="group"
      aria-label={t('drafts.chips')}
      onDismiss={(_, { value }) => chips.find((chip) => chip.key === value)?.remove()}
    >
      {chips.map(({ key, label }) => (
        <Tag
          key={key}
          value={key}
          appearance="brand"
          dismissible
          dismissIcon={{ 'aria-label': t('drafts.removeFilter') }}
        >
          {label}
        </Tag>
      ))}
    </TagGroup>
  );
}

interface Chip {
  key: string;
  label: string;
  remove: () => void;
}

function useChips(filter: DraftFilter): Chip[] {
  const nameOf = useFacetNames();
  const chips: Chip[] = [];
  if (filter.text) {
    const label = t('drafts.chip.text', { text: filter.text });
    chips.push({ key: 'text', label, remove: () => setFilter({ text: undefined }) });
  }
  for (const facet of facetNames) {
    for (const value of filter[facet] ?? []) {
      const remove = () => chooseValue(facet, value, null);
      chips.push({ key: `${facet}:${value}`, label: nameOf(facet, value), remove });
    }
    for (const value of filter.not?.[facet] ?? []) {
      const label = t('drafts.chip.not', { value: nameOf(facet, value) });
      chips.push({ key: `not:${facet}:${value}`, label, remove: () => chooseValue(facet, value, null) });
    }
  }
  if (filter.list) {
    const label = t(`drafts.chip.${filter.list}`);
    chips.push({ key: 'list', label, remove: () => setFilter({ list: undefined }) });
  }
  return chips;
}

/** One filter: its options, with the number of drafts that each would leave. `isMany`: several can be chosen. */
function FilterMenu(props: {
  label: string;
  isMany: boolean;
  chosen: readonly string[];
  options: readonly { value: string; label: string; count: number }[];
  onChange: (values: string[]) => void;
}) {
  const styles = useStyles();
  const { chosen, isMany } = props;
  return (
    <Menu
      persistOnItemClick={isMany}
      checkedValues={{ filter: [...chosen] }}
      onCheckedValueChange={(_, { checkedItems }) =>
        props.onChange(isMany ? checkedItems : checkedItems.filter((value) => !chosen.includes(value)))
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuButton size="small" appearance="subtle" className={styles.button}>
          {props.label}
        </MenuButton>
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <MenuList>
          {props.options.length === 0 && (
            <MenuItemCheckbox name="none" value="none" disabled>
              {t('drafts.filter.nothing')}
            </MenuItemCheckbox>
          )}
          {props.options.map(({ value, label, count }) => (
            <MenuItemCheckbox
              key={value}
              name="filter"
              value={value}
              secondaryContent={<span className={styles.count}>{formatNumber(count)}</span>}
            >
              {label}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
