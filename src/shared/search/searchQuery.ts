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
   * True if the directory accepts the query: its own check of disabled syntax, the stricter documented check in 3.0.1,
   * and that the query arrives at all.
   */
  accepted: boolean;
  /** The query as it will be sent, before percent-encoding: as typed, with slashes escaped and line breaks replaced by blanks. */
  query: string;
  /**
   * An `error` means that the query must not be sent: it is not accepted, or the directory's search engine cannot parse
   * it and returns an error.
   */
  findings: QueryFinding[];
}

/**
 * Checks a query before it is sent: disabled syntax, text that the search engine cannot parse, and text that the directory would
 * silently change (reference/directory-api.md 3.1-3.4 with the addenda).
 */
export function checkQuery(text: string, context: { kind: SearchKind; dialect: Dialect }): CheckedQuery {
  return check(text, context);
}

/**
 * Checks `field`, `field:asc` or `field:desc`; empty means the directory's own order. `accepted` is the directory's check of
 * the form; an `error` beside it means that its search engine cannot sort by the field (reference/directory-api.md 3.5).
 */
export function checkSort(
  sort: string,
  context: { kind: SearchKind; dialect?: Dialect },
): { accepted: boolean; sort: string; findings: Finding[] } {
  return checkOrder(sort, context);
}
