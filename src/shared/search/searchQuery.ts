import type { Dialect } from '../directory/account.ts';
import type { Finding } from '../finding.ts';
import { checkQuery as check } from './query/checkQuery.ts';
import { checkSort as checkOrder } from './query/sort.ts';
import type { QueryFinding } from './query/types.ts';
import type { SearchKind } from './searching.ts';

export { buildQuery, readConditions } from './query/conditions.ts';
export { searchFields } from './query/fields.ts';
export { checkPaging, lastPage, searchLimits } from './query/paging.ts';
export type { Condition, QueryFinding, SearchField } from './query/types.ts';

export interface CheckedQuery {
  /**
   * Whether the directory takes the query: its own check of disabled syntax, the stricter documented one in 3.0.1, and
   * that it arrives at all.
   */
  accepted: boolean;
  /** As it will be sent, before percent-encoding: what was typed, with slashes escaped and line breaks made blanks. */
  query: string;
  /**
   * An `error` means that it must not be sent: it is not accepted, or the search engine behind the directory cannot read
   * it and answers with an error of its own.
   */
  findings: QueryFinding[];
}

/**
 * Checks a query before it is sent: disabled syntax, what the search engine cannot read, and what the directory would
 * silently change (reference/directory-api.md 3.1-3.4 with the addenda).
 */
export function checkQuery(text: string, context: { kind: SearchKind; dialect: Dialect }): CheckedQuery {
  return check(text, context);
}

/**
 * Checks `field`, `field:asc` or `field:desc`; empty is the directory's own order. `accepted` is the directory's check of
 * the form, an `error` beside it means that its search engine cannot sort by the field (reference/directory-api.md 3.5).
 */
export function checkSort(
  sort: string,
  context: { kind: SearchKind; dialect?: Dialect },
): { accepted: boolean; sort: string; findings: Finding[] } {
  return checkOrder(sort, context);
}
