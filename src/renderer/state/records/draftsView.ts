import { create } from 'zustand';
import type { DraftFilter, DraftSort, FacetChoice } from '../../../shared/draft/draft.ts';
import { type FacetName, facetNames } from '../../../shared/draft/facets.ts';
import { readyToSend } from '../../../shared/journal/draftCounts.ts';
import { defaultSort, type ListView } from './filterQuery.ts';
import { nextSort } from './nextSort.ts';
import { type Picked, pickNothing } from './picked.ts';

interface DraftsView {
  filter: DraftFilter;
  sort: DraftSort;
  picked: Picked;
  /** The 0-based row that has the focus when the list gets it, and its draft once that is known. */
  active: { index: number; id: number | null };
}

export type DraftList = 'all' | 'ready' | 'changed' | 'refused' | 'failed' | 'missing-orcid' | 'trash';

/** The ready-made lists of the rail, each with its filter. */
export const draftLists: Readonly<Record<DraftList, DraftFilter>> = {
  all: {},
  ready: readyToSend,
  changed: { sync: ['changed'] },
  refused: { sync: ['refused'] },
  failed: { sync: ['failed'] },
  'missing-orcid': { list: 'missing-orcid' },
  trash: { trashed: true },
};

export const useDraftsView = create<DraftsView>(() => ({
  filter: {},
  sort: defaultSort,
  picked: pickNothing,
  active: { index: 0, id: null },
}));

export function setFilter(changes: Partial<DraftFilter>): void {
  replaceFilter({ ...useDraftsView.getState().filter, ...changes });
}

/** Includes or excludes drafts with a value of a facet, or, with null, neither. */
export function chooseValue(facet: FacetName, value: string, how: 'only' | 'not' | null): void {
  const { filter } = useDraftsView.getState();
  const without = (values: readonly string[] = []) => values.filter((one) => one !== value);
  const only = [...without(filter[facet]), ...(how === 'only' ? [value] : [])];
  const not = [...without(filter.not?.[facet]), ...(how === 'not' ? [value] : [])];
  setFilter({ [facet]: only, not: { ...filter.not, [facet]: not } });
}

/** Shows another list in its order. */
export function showList({ filter, sort }: ListView): void {
  useDraftsView.setState({ filter: tidy(filter), sort, picked: pickNothing, active: { index: 0, id: null } });
}

/** Replaces the filter and clears the selection, so that nothing unseen stays selected. */
export function replaceFilter(filter: DraftFilter): void {
  useDraftsView.setState({ filter: tidy(filter), picked: pickNothing, active: { index: 0, id: null } });
}

/** Clears every filter; stays in the trash if that is open. */
export function clearFilters(): void {
  const { trashed } = useDraftsView.getState().filter;
  replaceFilter(trashed ? { trashed } : {});
}

/** Sorts by a column, times in descending order; the same column again reverses the order. */
export function sortBy(by: DraftSort['by']): void {
  useDraftsView.setState(({ sort }) => ({
    sort: nextSort(sort, by, ['updated', 'year', 'sent']),
    active: { index: 0, id: null },
  }));
}

export function setActive(index: number, id: number | null): void {
  useDraftsView.setState({ active: { index, id } });
}

export function setPicked(picked: Picked): void {
  useDraftsView.setState({ picked });
}

/** The ready-made list with exactly this filter, or null. */
export function listOf(filter: DraftFilter): DraftList | null {
  const names = Object.keys(draftLists) as DraftList[];
  return names.find((name) => filterKey(draftLists[name]) === filterKey(filter)) ?? null;
}

/** Equivalent filters have the same key. */
export function filterKey(filter: DraftFilter): string {
  const { text, refusal, sentIn, list, trashed, not, ...only } = tidy(filter);
  return JSON.stringify([text, refusal, sentIn, list, trashed, sorted(only), sorted(not ?? {})]);
}

/** Returns true if anything but the trash switch filters the list. */
export function isNarrowed(filter: DraftFilter): boolean {
  return filterKey({ ...filter, trashed: false }) !== filterKey({});
}

/** Removes empty members, such as an empty search. */
function tidy(filter: DraftFilter): DraftFilter {
  const kept: DraftFilter = withoutEmpty(filter);
  const not = withoutEmpty(filter.not ?? {});
  if (filter.text?.trim()) kept.text = filter.text;
  if (Object.keys(not).length > 0) kept.not = not;
  if (filter.refusal) kept.refusal = filter.refusal;
  if (filter.sentIn) kept.sentIn = filter.sentIn;
  if (filter.list !== undefined) kept.list = filter.list;
  if (filter.trashed) kept.trashed = true;
  return kept;
}

/** The facets with chosen values. */
function withoutEmpty(choice: FacetChoice): FacetChoice {
  return Object.fromEntries(
    facetNames.flatMap((name) => (choice[name]?.length ? [[name, choice[name]]] : [])),
  );
}

function sorted(choice: FacetChoice): (readonly string[] | undefined)[] {
  return facetNames.map((name) => choice[name]?.toSorted());
}
