import { asSent } from '../../shared/searchQuery/text.ts';
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
