import type { Account } from '../../shared/directory/account.ts';
import type { Hit, SearchKind } from '../../shared/search/searching.ts';

/** A record's public page (in the sandbox the record itself); null for applications, which need a key. */
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
