import { asSent } from '../../shared/search/query/text.ts';

/** The three things that the directory searches. */
export type SearchedKind = 'articles' | 'journals' | 'applications';

/** Records that the directory gives at once, and the last page of that size that it gives (reference/directory-api.md 1.3). */
export const pageSize = 100;
export const deepestPage = 10;

/** A query that every application matches: the directory dates each, and 3.0.1 takes no `*` (spec, Query rules 6). */
export const everyApplication = 'created_date:[1900-01-01 TO 2999-12-31] OR NOT id.exact:"none"';

/** A `DirectoryRequest` for a page of results. */
interface SearchRequest {
  method: 'GET';
  path: string;
  query: Record<string, string>;
  wantsKey: boolean;
}

/** The request for one page of a search; only one's own applications want a key (reference/directory-api.md 1.2, 1.3). */
export function searchRequest(
  kind: SearchedKind,
  query: string,
  { page, pageSize, sort = '' }: { page: number; pageSize: number; sort?: string },
): SearchRequest {
  return {
    method: 'GET',
    path: `search/${kind}/${inAddress(query)}`,
    query: { page: String(page), pageSize: String(pageSize), ...(sort === '' ? {} : { sort }) },
    wantsKey: kind === 'applications',
  };
}

/** An escaped slash travels as %5C/ (spec, Query rules 4); a segment of dots would be taken for a folder. */
function inAddress(query: string): string {
  return encodeURIComponent(asSent(query))
    .split('%2F')
    .map((segment) => (/^\.{1,2}$/.test(segment) ? `%5C${segment}` : segment))
    .join('/');
}
