import type { Dialect } from '../directory/account.ts';
import type { Finding } from '../finding.ts';
import { checkQuery as check } from './query/checkQuery.ts';
import { checkSort as checkOrder } from './query/sort.ts';
import type { QueryContext, QueryFinding } from './query/types.ts';
import type { SearchKind } from './searching.ts';

export { buildQuery, readConditions } from './query/conditions.ts';
export { searchFields } from './query/fields.ts';
export { checkPaging, lastPage, searchLimits } from './query/paging.ts';
export type { Condition, QueryFinding, SearchField } from './query/types.ts';

export interface CheckedQuery {
  /** True if the query arrives and passes the directory's check, in 3.0.1 the stricter documented one. */
  accepted: boolean;
  /** The query as it will be sent, before percent-encoding: as typed, with slashes escaped and line breaks replaced by blanks. */
  query: string;
  /** An `error`: not accepted, or the search engine cannot parse it; it must not be sent. */
  findings: QueryFinding[];
}

/** Reports disabled, unreadable or silently changed text (reference/directory-api.md 3.1-3.4, addenda). */
export function checkQuery(text: string, context: QueryContext): CheckedQuery {
  return check(text, context);
}

/** `accepted`: the form is valid; an `error` beside it: no sorting by that field (reference/directory-api.md 3.5). */
export function checkSort(
  sort: string,
  context: { kind: SearchKind; dialect?: Dialect },
): { accepted: boolean; sort: string; findings: Finding[] } {
  return checkOrder(sort, context);
}
