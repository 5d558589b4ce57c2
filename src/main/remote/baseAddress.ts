import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { isLoopback } from '../platform/fetch.ts';

/** Returns the stored form of a base address, ending in `/api/vN/`; http only on this computer, because it carries the key. AppError `input`. */
export function checkBase(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || !/^https?:$/.test(address.protocol)) throw problem('scheme');
  if (address.username || address.password || address.search || address.hash) throw problem('extras');
  if (address.protocol === 'http:' && !isLoopback(address.hostname)) throw problem('plain');
  if (!address.pathname.endsWith('/')) address.pathname += '/';
  if (!/\/api\/v\d+\/$/.test(address.pathname)) throw problem('root');
  return address.href;
}

/** The same address in another version of the API, `root` being `/api/vN/`. */
export function withRoot(base: string, root: string): string {
  return base.replace(/\/api\/v\d+\/$/, root);
}

function problem(kind: 'scheme' | 'extras' | 'plain' | 'root'): AppError {
  return new AppError('input', msg(`directory.base.${kind}.message`), {
    why: msg(`directory.base.${kind}.why`),
    fix: msg(`directory.base.${kind}.fix`),
  });
}
