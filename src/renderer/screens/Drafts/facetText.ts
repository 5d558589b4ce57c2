import { type FacetName, facetOf } from '../../../shared/draft/facets.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useFacets } from '../../state/data/facets.ts';
import { useImportList } from '../../state/dialogs/imports.ts';
import { formatNumber } from '../../state/format.ts';

/** The text for a facet value; `label` is the name of a journal or an import. */
export function facetValueText(facet: FacetName, value: string, label: string): string {
  if (value === '') return t(`drafts.facet.none.${facet}`);
  const { text } = facetOf(facet);
  return text === undefined ? label : t(text(value));
}

/** Returns a function that names a chosen value, whose label is not at hand. */
export function useFacetNames(): (facet: FacetName, value: string) => string {
  const whole = useFacets();
  const imports = useImportList();
  return (facet, value) => {
    const words = facetValueText(facet, value, labelOf(facet, value));
    return t('drafts.chip.value', { facet: t(`drafts.facet.name.${facet}`), value: words });
  };
  function labelOf(facet: FacetName, value: string): string {
    if (facet === 'journal') return whole?.journals.find(({ key }) => key === value)?.title || value;
    if (facet !== 'import') return value;
    const known = whole?.imports.find(({ id }) => String(id) === value)?.name;
    return known ?? imports.find(({ id }) => String(id) === value)?.name ?? formatNumber(Number(value));
  }
}
