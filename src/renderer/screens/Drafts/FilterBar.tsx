import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular, FilterRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { DraftFilter } from '../../../shared/draft/draft.ts';
import { facetNames } from '../../../shared/draft/facets.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { outlined } from '../../parts/commonStyles.ts';
import { SaveListDialog } from '../../parts/dialogs/SaveListDialog.tsx';
import { ColumnsButton } from '../../parts/grid/ColumnsButton.tsx';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { useFacets } from '../../state/data/facets.ts';
import { isPanelOpen, toggleFacetPanel, useFacetPanel } from '../../state/dialogs/facetPanel.ts';
import { formatMonthOf } from '../../state/format.ts';
import {
  chooseValue,
  clearFilters,
  isNarrowed,
  listOf,
  setFilter,
  useDraftsView,
} from '../../state/records/draftsView.ts';
import { useFacetNames } from './facetText.ts';
import { useDraftColumns } from './gridColumns.tsx';

const useStyles = makeStyles({
  tags: { display: 'flex', minWidth: 0, flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  // A filter that is wider than a narrow window is broken into lines.
  tag: {
    ...outlined,
    minWidth: 0,
    maxWidth: '100%',
    minHeight: '24px',
    overflowWrap: 'anywhere',
    fontWeight: tokens.fontWeightRegular,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
  },
  button: { fontWeight: tokens.fontWeightRegular },
  // Left out where it is narrow; the menu of the list can save the list too.
  roomy: { '@container list-bar (max-width: 719px)': { display: 'none' } },
});

/** Shows and hides the facets; has the active filters as chips with a button to remove each. */
export function FilterBar() {
  const styles = useListBarStyles();
  const own = useStyles();
  const columns = useDraftColumns();
  const filter = useDraftsView((view) => view.filter);
  const isOpen = useFacetPanel(isPanelOpen);
  const [isSaving, setSaving] = useState(false);
  const whole = useFacets();
  // The heading names a ready-made list.
  const isFiltered = isNarrowed(filter) && listOf(filter) === null;
  const chips = useChips(filter);
  if (!isNarrowed(filter) && whole?.total === 0 && !filter.trashed) return null;
  return (
    <fieldset className={styles.filters} aria-label={t('drafts.filters')}>
      <Button
        size="small"
        appearance="subtle"
        className={own.button}
        icon={<FilterRegular />}
        aria-expanded={isOpen}
        onClick={toggleFacetPanel}
      >
        {t('drafts.filters')}
      </Button>
      {isFiltered && <Chips chips={chips} />}
      {isFiltered && (
        <Button
          size="small"
          appearance="transparent"
          // The chip itself does the same.
          className={chips.length === 1 ? own.roomy : undefined}
          onClick={clearFilters}
        >
          {t('drafts.clearFilters')}
        </Button>
      )}
      {isFiltered && (
        <Button size="small" appearance="transparent" className={own.roomy} onClick={() => setSaving(true)}>
          {t('drafts.saved.save')}
        </Button>
      )}
      {isSaving && <SaveListDialog onClose={() => setSaving(false)} />}
      <ColumnsButton name="drafts" columns={columns} />
    </fieldset>
  );
}

function Chips({ chips }: { chips: readonly Chip[] }) {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the bar around it is a fieldset already.
    <div className={styles.tags} role="group" aria-label={t('drafts.chips')}>
      {chips.map(({ key, label, remove }) => (
        <Button
          key={key}
          size="small"
          className={styles.tag}
          icon={{ role: 'img', 'aria-label': t('drafts.removeFilter'), children: <DismissRegular /> }}
          iconPosition="after"
          onClick={({ currentTarget }) => {
            neighbourOf(currentTarget)?.focus();
            remove();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Where the focus goes when a chip is removed: the next one, the one before, or the button before all. */
function neighbourOf(chip: HTMLElement): HTMLElement | null {
  const near =
    chip.nextElementSibling ?? chip.previousElementSibling ?? chip.parentElement?.previousElementSibling;
  return near instanceof HTMLElement ? near : null;
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
  if (filter.refusal) {
    const label = t('drafts.chip.refusal');
    chips.push({ key: 'refusal', label, remove: () => setFilter({ refusal: undefined }) });
  }
  if (filter.sentIn) {
    const label = t('drafts.chip.sentIn', { month: formatMonthOf(filter.sentIn) });
    chips.push({ key: 'sentIn', label, remove: () => setFilter({ sentIn: undefined }) });
  }
  if (filter.list) {
    const label = t(`drafts.chip.${filter.list}`);
    chips.push({ key: 'list', label, remove: () => setFilter({ list: undefined }) });
  }
  return chips;
}
