import { isLoopback } from './fetch.ts';

/**
 * The origin of an address, to which its key belongs: scheme, host and port exactly as a request uses them. Other names
 * of the same computer are other origins, because another program may answer there.
 */
export function originOf(address: string): string {
  return new URL(address).origin;
}

/** The same for an address from a file or the office, which may be none; no key belongs to the result. */
export function originIfAny(address: string): string {
  return URL.parse(address)?.origin ?? '';
}

/**
 * The server behind an address, by which its limit is counted: its origin, in which every name of this computer is
 * `localhost`, and a name that ends in a dot is the same without it.
 */
export function serverOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return '';
  url.hostname = isLoopback(url.hostname) ? 'localhost' : url.hostname.replace(/\.$/, '');
  return url.origin;
}
