import { termsAtOnce } from '../../../shared/search/query/paging.ts';
import { readLookUp } from '../../remote/answers.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import { anyOf, queryGroups } from '../../remote/lookupQuery.ts';
import { pageSize, searchRequest } from '../../remote/searchRequest.ts';

/** Yields what `read` makes of the directory's journals with these ids, those of one request at a time; throws AppError as `readLookUp`. */
export async function* journalsById<T>(
  client: DirectoryClient,
  ids: readonly string[],
  read: (hit: unknown) => T | null,
): AsyncGenerator<T[]> {
  const lookups = [...new Set(ids)].map((value) => ({ field: 'id.exact', value }) as const);
  for (const group of queryGroups(lookups, () => 1, { count: termsAtOnce })) {
    const request = searchRequest('journals', anyOf(group), { page: 1, pageSize });
    yield readLookUp(await client.ask(request, {}), read).hits;
  }
}
