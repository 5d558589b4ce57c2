import { findingSeverities } from '../../../shared/article/rules/codes.ts';
import type { DraftSort } from '../../../shared/draft/draft.ts';
import { listReadinesses, syncs } from '../../../shared/draft/draftStates.ts';
import {
  type AssignedFacet,
  type DraftSortName,
  facetOf,
  isAssigned,
  type ValueFacet,
} from '../../../shared/draft/facets.ts';
import type { Db } from '../database.ts';
import { preparedOnce } from '../preparedOnce.ts';
import { storedJson } from '../storedJson.ts';
import { type DraftGroup, idsInGroups } from './draftGroups.ts';
import type { createFacetColumns } from './facets/facetColumns.ts';
import { IdSet } from './idSet.ts';

/** How drafts are sorted: by the rank of a state, by a facet held in memory, or by a column of theirs, with its index. */
type Order =
  | { by: 'readiness' | 'sync'; ranks: readonly string[] }
  | { facet: 'author' }
  | { facet: ValueFacet; compare: (a: string, b: string) => number; counts?: (value: string) => boolean }
  | { column: string; index?: string; isFact?: true };

const naturalOrder = new Intl.Collator('en', { numeric: true });

const orders: Readonly<Record<Exclude<DraftSortName, AssignedFacet>, Order>> = {
  updated: { column: 'updated_at' },
  title: { column: 'title_sort' },
  authors: { facet: 'author' },
  journal: { column: 'journal_sort' },
  year: { column: 'year' },
  readiness: { by: 'readiness', ranks: listReadinesses },
  sync: { by: 'sync', ranks: syncs },
  doi: { column: 'doi_key', index: 'drafts_by_doi' },
  issue: { facet: 'issue', compare: naturalOrder.compare },
  finding: { facet: 'finding', compare: bySeverity, counts: isShown },
  sent: { column: 'sent_at', index: 'drafts_by_sent', isFact: true },
};

function orderOf(name: DraftSortName): Order {
  if (!isAssigned(name)) return orders[name];
  const { values } = facetOf(name);
  const compare = values
    ? (a: string, b: string) => values.indexOf(a) - values.indexOf(b)
    : naturalOrder.compare;
  return { facet: name, compare };
}

/** What makes this order of the drafts stale: new facts, a new order, or new stored values of facets. */
export function staleWith(name: DraftSortName): 'facts' | 'order' | 'values' {
  const order = orderOf(name);
  if ('facet' in order) return isAssigned(order.facet) ? 'facts' : 'values';
  return 'by' in order || order.isFact ? 'facts' : 'order';
}

/** How many drafts of an order are read at most without the others. */
export const mostFirst = 1_000;

/** Reads the first drafts of an account in an order, or its last ones from the end; null: not without the others. */
export function createFirstInOrder(db: Db) {
  const prepareFirst = preparedOnce(db);
  return (accountId: string, { by, direction }: DraftSort): number[] | null => {
    const order = orderOf(by);
    if (!('column' in order) || order.index !== undefined) return null;
    const towards = direction.toUpperCase();
    return prepareFirst(
      `SELECT id FROM drafts WHERE account_id = ? AND staged = 0
       ORDER BY ${order.column} ${towards}, id ${towards} LIMIT ${mostFirst}`,
    )
      .pluck()
      .all(accountId) as number[];
  };
}

/** Sorts all drafts of an account, given as groups: returns their ids in ascending order of a column, ties by id. */
export function createDraftOrder(db: Db, columns: Pick<ReturnType<typeof createFacetColumns>, 'get'>) {
  const reads = new Map(
    Object.values(orders).flatMap((order) =>
      'column' in order ? [[order, db.prepare<[string], string>(readSql(order)).pluck()] as const] : [],
    ),
  );
  return (
    { accountId, groups }: { accountId: string; groups: readonly DraftGroup[] },
    name: DraftSortName,
  ): ArrayLike<number> => {
    const order = orderOf(name);
    if ('by' in order) return orderByRank(groups, order);
    if ('column' in order) {
      const ids = storedJson<number[]>(reads.get(order)!.get(accountId)!);
      return order.index === undefined ? ids : withOthersFirst(groups, ids);
    }
    const column = columns.get(order.facet);
    return withOthersFirst(
      groups,
      'compare' in order ? column.orderByFirst(order.compare, order.counts) : column.orderByAll(),
    );
  };
}

/** An index with only the drafts that have a value also has those of imports that are not accepted yet; a page leaves them out. */
function readSql({ column, index }: { column: string; index?: string }): string {
  const sorted =
    index === undefined
      ? `drafts WHERE account_id = ? AND staged = 0`
      : `drafts INDEXED BY ${index} WHERE account_id = ? AND ${column} IS NOT NULL`;
  // One array is read in half the time of 100,000 rows.
  return `SELECT json_group_array(id) FROM (SELECT id FROM ${sorted} ORDER BY ${column}, id)`;
}

/** At most `limit` ids of the set from `offset` on, in the given order or, if descending, from its end. */
export function pageInOrder(
  order: ArrayLike<number>,
  set: IdSet,
  direction: DraftSort['direction'],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const ids: number[] = [];
  let left = offset;
  for (let i = 0; i < order.length && ids.length < limit; i++) {
    const id = order[direction === 'asc' ? i : order.length - 1 - i]!;
    if (set.has(id) && left-- <= 0) ids.push(id);
  }
  return ids;
}

/** The place of a draft of the set in the given order. */
export function placeInOrder(
  order: ArrayLike<number>,
  set: IdSet,
  direction: DraftSort['direction'],
  wanted: number,
): number | null {
  let place = 0;
  for (let i = 0; i < order.length; i++) {
    const id = order[direction === 'asc' ? i : order.length - 1 - i]!;
    if (id === wanted) return place;
    if (set.has(id)) place++;
  }
  return null;
}

/** The order of these drafts, after all others, which have no value to sort by. */
function withOthersFirst(groups: readonly DraftGroup[], order: ArrayLike<number>): ArrayLike<number> {
  const others = idsInGroups(groups, () => true).without(new IdSet(order));
  return [...others.toArray(), ...Array.from(order)];
}

/** Ids in the order in which the states are declared, ties by id. */
function orderByRank(
  groups: readonly DraftGroup[],
  { by, ranks }: { by: 'readiness' | 'sync'; ranks: readonly string[] },
): number[] {
  return ranks.flatMap((rank) => {
    const ids = groups.flatMap(({ facts, ids }) => (facts[by] === rank ? ids : []));
    return [...Float64Array.from(ids).sort()];
  });
}

/** The column shows no ignored values (`firstFinding`). */
function isShown(code: string): boolean {
  return severityOf(code) !== 'ignored';
}

function severityOf(code: string): string {
  return (findingSeverities as Record<string, string>)[code] ?? '';
}

const codes = Object.keys(findingSeverities);
const severities = ['error', 'warning', 'ignored'];

/** Errors before warnings before ignored values, each in the order of the rules. */
function bySeverity(a: string, b: string): number {
  const rank = (code: string) => severities.indexOf(severityOf(code)) * 1_000 + codes.indexOf(code);
  return rank(a) - rank(b);
}
