import type { DirectoryRequest } from './directoryClient.ts';

/** The three things that the directory searches. */
export type SearchedKind = 'articles' | 'journals' | 'applications';

/** The request for one page of a search; only one's own applications want a key (reference/directory-api.md 1.2, 1.3). */
export function searchRequest(
  kind: SearchedKind,
  query: string,
  { page, pageSize, sort = '' }: { page: number; pageSize: number; sort?: string },
): DirectoryRequest {
  return {
    method: 'GET',
    // An escaped slash travels as %5C/ (spec, query rule 4).
    path: `search/${kind}/${encodeURIComponent(query).replaceAll('%2F', '/')}`,
    query: { page: String(page), pageSize: String(pageSize), ...(sort === '' ? {} : { sort }) },
    wantsKey: kind === 'applications',
  };
}
