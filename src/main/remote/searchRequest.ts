import { asSent } from '../../shared/search/query/text.ts';

/** The three kinds of records that the directory searches. */
export type SearchedKind = 'articles' | 'journals' | 'applications';

/** The directory's largest page, and the last page of that size (reference/directory-api.md 1.3). */
export const pageSize = 100;
export const deepestPage = 10;

/** A query that matches every application: 3.0.1 does not accept `*` (reference/dialects.md). */
export const everyApplication = 'created_date:[1900-01-01 TO 2999-12-31] OR NOT id.exact:"none"';

/** A `DirectoryRequest` for a page of results. */
export interface SearchRequest {
  method: 'GET';
  path: string;
  query: Record<string, string>;
  wantsKey: boolean;
}

/** The request for one page; only searching applications needs a key (reference/directory-api.md 1.2, 1.3). */
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

/** An escaped slash is sent as %5C/ (reference/directory-api.md 3.4); a segment of dots would be treated as a folder. */
function inAddress(query: string): string {
  return encodeURIComponent(asSent(query))
    .split('%2F')
    .map((segment) => (/^\.{1,2}$/.test(segment) ? `%5C${segment}` : segment))
    .join('/');
}
