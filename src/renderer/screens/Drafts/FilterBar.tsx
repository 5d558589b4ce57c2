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
import { t } from '../../../shared/i18n/i18n.ts';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/listBarStyles.ts';
import { clearFilters, isNarrowed, setFilter, useDraftsView } from '../../state/draftsView.ts';
import { useFacets } from '../../state/facets.ts';
import { formatNumber } from '../../state/format.ts';
import { useImportList } from '../../state/imports.ts';
import { useDraftColumns } from './draftColumns.ts';

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
        isMany={false}
        chosen={filter.journal === undefined ? [] : [filter.journal]}
        options={(facets?.journals ?? []).map(({ key, title, count }) => ({
          value: key,
          label: title || key,
          count,
        }))}
        onChange={([journal]) => setFilter({ journal })}
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
        isMany={false}
        chosen={filter.importId === undefined ? [] : [String(filter.importId)]}
        options={(facets?.imports ?? []).map(({ id, name, count }) => ({
          value: String(id),
          label: name,
          count,
        }))}
        onChange={([id]) => setFilter({ importId: id === undefined ? undefined : Number(id) })}
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

function useChips(filter: DraftFilter): { key: string; label: string; remove: () => void }[] {
  const whole = useFacets();
  const imports = useImportList();
  const chips: { key: string; label: string; remove: () => void }[] = [];
  const add = (
    key: keyof DraftFilter,
    label: string,
    remove: () => void = () => setFilter({ [key]: undefined }),
  ) => chips.push({ key: `${key}:${label}`, label, remove });
  if (filter.text) add('text', t('drafts.chip.text', { text: filter.text }));
  if (filter.journal !== undefined) {
    add('journal', whole?.journals.find(({ key }) => key === filter.journal)?.title || filter.journal);
  }
  for (const value of filter.readiness ?? []) {
    const rest = filter.readiness?.filter((other) => other !== value);
    add('readiness', t(`common.readiness.${value}`), () => setFilter({ readiness: rest }));
  }
  for (const value of filter.sync ?? []) {
    const rest = filter.sync?.filter((other) => other !== value);
    add('sync', t(`common.sync.${value}`), () => setFilter({ sync: rest }));
  }
  if (filter.importId !== undefined) {
    const known = whole?.imports.find(({ id }) => id === filter.importId)?.name;
    const name =
      known ?? imports.find(({ id }) => id === filter.importId)?.name ?? formatNumber(filter.importId);
    add('importId', t('drafts.chip.import', { name }));
  }
  if (filter.list) add('list', t(`drafts.chip.${filter.list}`));
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
