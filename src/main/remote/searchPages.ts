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
  for (let page = 1; page <= deepestPage; page++) {
    const { total, results } = readHits(await ask(searchRequest(kind, query, { page, pageSize, sort })));
    const isLast = results.length === 0 || page * pageSize >= total;
    yield { total, results, isLast };
    if (isLast) return;
  }
}
