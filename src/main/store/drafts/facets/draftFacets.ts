import {
  type DraftFilter,
  type Facets,
  type ListReadiness,
  listReadinessSchema,
  type Sync,
  syncSchema,
} from '../../../../shared/draft/draft.ts';

import type { GroupedFacet } from '../../../../shared/draft/facets.ts';

/** The properties by which drafts are filtered, other than their text and the stored values of `draft_facets`. */
export interface DraftFacts {
  journalKey: string;
  trashed: boolean;
  readiness: ListReadiness;
  sync: Sync;
  importId: number | null;
  hasOrcid: boolean;
  hasIdentifier: boolean;
}

/** The number of drafts with the same facets that match the search text. */
export interface CountedFacts {
  facts: DraftFacts;
  count: number;
}

/** The value of a facet, as in a filter. */
export const groupedValue: Readonly<Record<GroupedFacet, (facts: DraftFacts) => string>> = {
  journal: ({ journalKey }) => journalKey,
  readiness: ({ readiness }) => readiness,
  sync: ({ sync }) => sync,
  import: ({ importId }) => (importId === null ? '' : String(importId)),
};

type Facet = 'journals' | 'readiness' | 'sync' | 'imports' | 'lists' | 'trashed';

const tests: Record<Facet, (facts: DraftFacts, filter: DraftFilter) => boolean> = {
  journals: (facts, filter) => isChosen('journal', facts, filter),
  readiness: (facts, filter) => isChosen('readiness', facts, filter),
  sync: (facts, filter) => isChosen('sync', facts, filter),
  imports: (facts, filter) => isChosen('import', facts, filter),
  lists: (facts, { list }) => list === undefined || isListed(facts, list),
  trashed: (facts, { trashed = false }) => facts.trashed === trashed,
};

function isChosen(facet: GroupedFacet, facts: DraftFacts, filter: DraftFilter): boolean {
  const value = groupedValue[facet](facts);
  const only: readonly string[] = filter[facet] ?? [];
  const not: readonly string[] = filter.not?.[facet] ?? [];
  return (only.length === 0 || only.includes(value)) && !not.includes(value);
}

const facetNames = Object.keys(tests) as Facet[];

/** Applies the filter without its text; with no states chosen, all states pass. */
export function passes(facts: DraftFacts, filter: DraftFilter): boolean {
  return facetNames.every((facet) => tests[facet](facts, filter));
}

/** Counts by facet, each with all filters except its own, so that the counts of a facet add up. */
export function countFacets(
  counted: readonly CountedFacts[],
  filter: DraftFilter,
  names: { journal: (key: string) => string; import: (id: number) => string },
): Facets {
  const sum = (facet: Facet | null, matches: (facts: DraftFacts) => boolean = () => true) =>
    left(facet).reduce((total, { facts, count }) => total + (matches(facts) ? count : 0), 0);
  const left = (facet: Facet | null) => passing.get(facet) ?? [];
  const passing = groupByBarrier(counted, filter);
  return {
    total: sum(null),
    readiness: countsOf(listReadinessSchema.options, left('readiness'), (facts) => facts.readiness),
    sync: countsOf(syncSchema.options, left('sync'), (facts) => facts.sync),
    journals: [...countBy(left('journals'), (facts) => facts.journalKey)]
      .map(([key, count]) => ({ key, title: names.journal(key), count }))
      .sort((a, b) => a.title.localeCompare(b.title, 'en')),
    imports: [...countBy(left('imports'), (facts) => facts.importId)]
      .flatMap(([id, count]) => (id === null ? [] : [{ id, name: names.import(id), count }]))
      .sort((a, b) => b.id - a.id),
    lists: {
      'missing-orcid': sum('lists', (facts) => isListed(facts, 'missing-orcid')),
      'needs-identifier': sum('lists', (facts) => isListed(facts, 'needs-identifier')),
    },
    trashed: sum('trashed', (facts) => facts.trashed),
  };
}

/** For each facet, the drafts that pass all other filters; under null, those that pass all filters. */
function groupByBarrier(counted: readonly CountedFacts[], filter: DraftFilter) {
  const passing = new Map<Facet | null, CountedFacts[]>([[null, []]]);
  for (const facet of facetNames) passing.set(facet, []);
  for (const one of counted) {
    if (one.count === 0) continue;
    const barriers = facetNames.filter((facet) => !tests[facet](one.facts, filter));
    if (barriers.length === 0) for (const list of passing.values()) list.push(one);
    else if (barriers.length === 1) passing.get(barriers[0]!)!.push(one);
  }
  return passing;
}

function countsOf<K extends string>(
  keys: readonly K[],
  counted: readonly CountedFacts[],
  keyOf: (facts: DraftFacts) => K,
): Record<K, number> {
  const counts = countBy(counted, keyOf);
  return Object.fromEntries(keys.map((key) => [key, counts.get(key) ?? 0])) as Record<K, number>;
}

function countBy<K>(counted: readonly CountedFacts[], keyOf: (facts: DraftFacts) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const { facts, count } of counted) {
    const key = keyOf(facts);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

function isListed(facts: DraftFacts, list: NonNullable<DraftFilter['list']>): boolean {
  return list === 'missing-orcid' ? !facts.hasOrcid : !facts.hasIdentifier;
}
