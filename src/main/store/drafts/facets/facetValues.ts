import { findingSeverities } from '../../../../shared/article/rules/codes.ts';
import type { FacetValues } from '../../../../shared/draft/draft.ts';
import { type FacetName, facetOf } from '../../../../shared/draft/facets.ts';
import type { Severity } from '../../../../shared/finding.ts';
import { foldText } from '../../../../shared/text/foldText.ts';

export interface CountedValue {
  value: string;
  label: string;
  count: number;
  /** Whether its label is known to contain the search text. */
  isFound?: true;
}

/**
 * The first values of a facet whose label contains the search text, which is folded, in the facet's order, preceded by chosen values
 * that are not among them.
 */
export function listValues(
  counted: Iterable<CountedValue>,
  facet: FacetName,
  options: { chosen: readonly string[]; search: string; limit: number },
): Omit<FacetValues, 'isComplete'> {
  const { search } = options;
  const chosen = new Map(options.chosen.map((value) => [value, { value, label: value, count: 0 }]));
  const compare = orderOf(facetOf(facet));
  const first: CountedValue[] = [];
  let total = 0;
  for (const one of counted) {
    const isChosen = chosen.has(one.value);
    if (isChosen) chosen.set(one.value, one);
    if ((one.count === 0 && !isChosen) || !matches(one, search)) continue;
    total++;
    insert(first, one, compare, options.limit);
  }
  const listed = new Set(first.map(({ value }) => value));
  const others = [...chosen.values()].filter((one) => !listed.has(one.value) && matches(one, search));
  const values = [...others, ...first].map(({ value, label, count }) => ({ value, label, count }));
  return { values, total };
}

type Compare = (a: CountedValue, b: CountedValue) => number;

const natural = new Intl.Collator('en', { numeric: true });

function orderOf({ values = [], order }: ReturnType<typeof facetOf>): Compare {
  const byList: Compare = (a, b) => values.indexOf(a.value) - values.indexOf(b.value);
  if (order === 'listed') return byList;
  if (order === 'newest') return (a, b) => natural.compare(b.value, a.value);
  const byCount: Compare = (a, b) => b.count - a.count || byList(a, b) || (a.label < b.label ? -1 : 1);
  if (order === 'severest') return (a, b) => severityOf(a.value) - severityOf(b.value) || byCount(a, b);
  return byCount;
}

/** Errors, then warnings, then ignored values, then drafts without a finding. */
function severityOf(code: string): number {
  const severities: Readonly<Record<string, Severity>> = findingSeverities;
  return ['error', 'warning', 'ignored', undefined].indexOf(severities[code]);
}

/** Adds a value to a sorted list of at most `most`. */
function insert(list: CountedValue[], one: CountedValue, compare: Compare, most: number): void {
  if (list.length === most && compare(list.at(-1)!, one) <= 0) return;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle]!, one) <= 0) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, one);
  if (list.length > most) list.pop();
}

function matches({ label, isFound }: CountedValue, search: string): boolean {
  return search === '' || isFound === true || foldText(label).includes(search);
}
