import type { Dialect } from '../../shared/directory/account.ts';
import { dialectOf, dialects } from '../../shared/directory/dialects.ts';
import type { AppError } from '../../shared/errors.ts';
import type { MessageParams } from '../../shared/message.ts';
import { fail } from '../platform/failures.ts';
import { isLoopback } from '../platform/network/fetch.ts';

/** Returns the stored form of a base address, ending in `/api/vN/`; http only on this computer, because it carries the key. AppError `input`. */
export function checkBase(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || !/^https?:$/.test(address.protocol)) throw problem('scheme');
  if (address.username || address.password || address.search || address.hash) throw problem('extras');
  if (address.protocol === 'http:' && !isLoopback(address.hostname)) throw problem('plain');
  const path = address.pathname.replace(/\/?$/, '/');
  if (!/\/api\/v\d+\/$/.test(path)) throw problem('root');
  // Without an empty query or fragment, which `href` would keep.
  return address.origin + path;
}

/** The dialect of a checked address, which must be `chosen` if the address names one. Throws AppError `input`. */
export function checkDialect(base: string, chosen: Dialect | undefined): Dialect {
  const named = dialectOf(base);
  const dialect = chosen ?? named;
  if (dialect === null) throw problem('version');
  if (named !== null && named !== dialect)
    throw problem('dialect', {
      named,
      chosen: dialect,
      root: dialects[named].root,
      chosenRoot: dialects[dialect].root,
    });
  return dialect;
}

function problem(
  kind: 'scheme' | 'extras' | 'plain' | 'root' | 'version' | 'dialect',
  params: MessageParams = {},
): AppError {
  return fail(`directory.base.${kind}`, params);
}
