import { findingSeverities } from '../../../shared/article/rules/codes.ts';
import {
  type DraftSort,
  type Readiness,
  readinessSchema,
  type Sync,
  syncSchema,
} from '../../../shared/draft/draft.ts';
import { reviews } from '../../../shared/draft/draftStates.ts';
import type { Db } from '../database.ts';
import { type DraftGroup, idsInGroups } from './draftGroups.ts';
import type { createFacetColumns } from './facets/facetColumns.ts';
import { IdSet } from './idSet.ts';

/** Orders that become stale with the facts, and those that become stale with the stored facet values. */
export const orderedByFacts = ['readiness', 'sync', 'sent', 'review', 'assignee'] as const;
export const orderedByValues = ['authors', 'issue', 'finding'] as const satisfies readonly DraftSort['by'][];

/** Sorts all drafts of an account, given as groups: returns their ids in ascending order of a column, ties by id. */
export function createDraftOrder(db: Db, columns: Pick<ReturnType<typeof createFacetColumns>, 'get'>) {
  const read = prepareReads(db);
  return (
    { accountId, groups }: { accountId: string; groups: readonly DraftGroup[] },
    by: DraftSort['by'],
  ): ArrayLike<number> => {
    switch (by) {
      case 'readiness':
      case 'sync':
        return orderByRank(groups, by);
      case 'issue':
        return withOthersFirst(groups, columns.get('issue').orderByFirst(naturalOrder.compare));
      case 'finding':
        return withOthersFirst(groups, columns.get('finding').orderByFirst(bySeverity, isShown));
      case 'review':
      case 'assignee':
        return withOthersFirst(groups, columns.get(by).orderByFirst(byAssigned[by]));
      case 'authors':
        return withOthersFirst(groups, columns.get('author').orderByAll());
      case 'doi':
      case 'sent':
        return withOthersFirst(groups, read[by].all(accountId));
      default:
        return read[by].all(accountId);
    }
  };
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

function prepareReads(db: Db) {
  const ordered = (column: string) =>
    db
      .prepare<[string], number>(
        `SELECT id FROM drafts WHERE account_id = ? AND staged = 0 ORDER BY ${column}, id`,
      )
      .pluck();
  const indexed = (index: string, column: string) =>
    db
      .prepare<[string], number>(
        `SELECT id FROM drafts INDEXED BY ${index} WHERE account_id = ? AND ${column} IS NOT NULL ORDER BY ${column}, id`,
      )
      .pluck();
  return {
    updated: ordered('updated_at'),
    title: ordered('title_sort'),
    journal: ordered('journal_sort'),
    year: ordered('year'),
    // The indexes also have drafts of imports that are not accepted yet; a page leaves them out.
    doi: indexed('drafts_by_doi', 'doi_key'),
    sent: indexed('drafts_by_sent', 'sent_at'),
  };
}

/** The order of these drafts, after all others, which have no value to sort by. */
function withOthersFirst(groups: readonly DraftGroup[], order: ArrayLike<number>): ArrayLike<number> {
  const others = idsInGroups(groups, () => true).without(new IdSet(order));
  return [...others.toArray(), ...Array.from(order)];
}

const ranks: { readiness: readonly Readiness[]; sync: readonly Sync[] } = {
  readiness: readinessSchema.options,
  sync: syncSchema.options,
};

/** Ids in the order in which the states are declared, ties by id. */
function orderByRank(groups: readonly DraftGroup[], by: 'readiness' | 'sync'): number[] {
  return ranks[by].flatMap((rank) => {
    const ids = groups.flatMap(({ facts, ids }) => (facts[by] === rank ? ids : []));
    return [...Float64Array.from(ids).sort()];
  });
}

const naturalOrder = new Intl.Collator('en', { numeric: true });

const byAssigned: Record<'review' | 'assignee', (a: string, b: string) => number> = {
  review: (a, b) => reviewOrder.indexOf(a) - reviewOrder.indexOf(b),
  assignee: naturalOrder.compare,
};
const reviewOrder: readonly string[] = ['', ...reviews];

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
