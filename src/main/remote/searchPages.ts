import { readHits } from './answers.ts';
import type { Answer } from './exchange.ts';
import {
  deepestPage,
  pageSize,
  type SearchedKind,
  type SearchRequest,
  searchRequest,
} from './searchRequest.ts';

/** Reads a search page by page, as far as the directory allows. Throws AppError as `problemOf`. */
export async function* searchPages(
  { kind, query, sort = '' }: { kind: SearchedKind; query: string; sort?: string },
  ask: (request: SearchRequest) => Promise<Answer>,
): AsyncGenerator<{ total: number; results: unknown[]; isLast: boolean }> {
  let read = 0;
  for (let page = 1; page <= deepestPage; page++) {
    const hits = readHits(await ask(searchRequest(kind, query, { page, pageSize, sort })));
    // A server may return smaller pages than it is asked for, and must not return larger ones.
    const { total } = hits;
    const results = hits.results.slice(0, pageSize);
    read += results.length;
    const isLast = results.length === 0 || read >= total;
    yield { total, results, isLast };
    if (isLast) return;
  }
}
