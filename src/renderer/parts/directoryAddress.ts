import type { Account } from '../../shared/directory/account.ts';
import type { Hit, SearchKind } from '../../shared/search/searching.ts';

/**
 * Where the directory shows a record to readers: pages of articles and journals beside the API's own root. The sandbox
 * has no such pages, so there it is the record itself. null for applications, which want a key.
 */
export function directoryAddress(
  account: Pick<Account, 'kind' | 'base'>,
  kind: SearchKind,
  hit: Pick<Hit, 'id'>,
): string | null {
  if (kind === 'application' || !URL.canParse(account.base)) return null;
  const id = encodeURIComponent(hit.id);
  if (account.kind === 'sandbox') return new URL(`${kind}s/${id}`, account.base).href;
  return new URL(kind === 'article' ? `/article/${id}` : `/toc/${id}`, account.base).href;
}
