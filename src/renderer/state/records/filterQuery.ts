import type { DraftFilter, DraftSort, FacetChoice } from '../../../shared/draft/draft.ts';
import { draftSorts, type FacetName, facetNames, facetOf } from '../../../shared/draft/facets.ts';

/** The order of a list if its address names none. */
export const defaultSort: DraftSort = { by: 'updated', direction: 'desc' };

/** A list of drafts: its filter and order. */
export interface ListView {
  filter: DraftFilter;
  sort: DraftSort;
}

const maxLengths = { text: 500, value: 1_000, values: 500, reason: 100 };
const lists = ['missing-orcid', 'needs-identifier'] as const;

/** A list as parameters of an address, such as `journal=1234-5679%2F&not.year=1999&sort=-title`; empty for all drafts. */
export function filterToQuery({ filter, sort }: ListView): string {
  const query = new URLSearchParams();
  if (filter.text) query.set('text', filter.text);
  for (const facet of facetNames) {
    for (const value of filter[facet] ?? []) query.append(facet, value);
    for (const value of filter.not?.[facet] ?? []) query.append(`not.${facet}`, value);
  }
  if (filter.refusal) query.set('refusal', filter.refusal);
  if (filter.sentIn) query.set('sentIn', filter.sentIn);
  if (filter.list) query.set('list', filter.list);
  if (filter.trashed) query.set('trashed', '1');
  if (sort.by !== defaultSort.by || sort.direction !== defaultSort.direction)
    query.set('sort', `${sort.direction === 'desc' ? '-' : ''}${sort.by}`);
  return query.toString();
}

/** Reads such parameters; `ignored` are the names of the unknown or invalid ones. */
export function readFilterQuery(query: string): ListView & { ignored: string[] } {
  const only: Record<string, string[]> = {};
  const not: Record<string, string[]> = {};
  const filter: DraftFilter = {};
  let sort = defaultSort;
  const ignored: string[] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    const isNot = name.startsWith('not.');
    const facet = facetNames.find((one) => one === (isNot ? name.slice(4) : name));
    const choice = isNot ? not : only;
    if (facet && isValueOf(facet, value) && (choice[facet]?.length ?? 0) < maxLengths.values)
      choice[facet] = [...new Set([...(choice[facet] ?? []), value])];
    else if (name === 'text' && value.length <= maxLengths.text) filter.text = value;
    else if (name === 'refusal' && value !== '' && value.length <= maxLengths.reason) filter.refusal = value;
    else if (name === 'sentIn' && /^\d{4}-\d{2}$/.test(value)) filter.sentIn = value;
    else if (name === 'list' && includes(lists, value)) filter.list = value;
    else if (name === 'trashed' && value === '1') filter.trashed = true;
    else if (name === 'sort' && includes(draftSorts, value.replace(/^-/, '')))
      sort = {
        by: value.replace(/^-/, '') as DraftSort['by'],
        direction: value.startsWith('-') ? 'desc' : 'asc',
      };
    else ignored.push(name);
  }
  const excluded = Object.keys(not).length > 0 ? { not: not as FacetChoice } : {};
  return { filter: { ...filter, ...(only as FacetChoice), ...excluded }, sort, ignored };
}

function isValueOf(facet: FacetName, value: string): boolean {
  const { values } = facetOf(facet);
  if (values) return values.includes(value);
  if (facet === 'import') return /^[1-9]\d{0,14}$|^$/.test(value);
  return value.length <= maxLengths.value;
}

function includes<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}
