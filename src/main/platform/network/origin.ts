import { isLoopback } from './fetch.ts';

/**
 * The origin of an address, to which its key belongs: scheme, host and port exactly as a request uses them. Other names
 * of the same computer are other origins, because another program may answer there. Throws if the address has none.
 */
export function originOf(address: string): string {
  const origin = originIfAny(address);
  if (origin === '') throw new TypeError('This is no address of a server.');
  return origin;
}

/** The same for an address from a file or the office, which may be none; no key belongs to the result. */
export function originIfAny(address: string): string {
  return parsed(address)?.origin ?? '';
}

/**
 * The server behind an address, by which its limit is counted: its origin, in which every name of this computer is
 * `localhost`, a name that ends in a dot is the same without it, and an IPv4 address is the same within IPv6.
 */
export function serverOf(address: string): string {
  const url = parsed(address);
  if (!url) return '';
  url.hostname = isLoopback(url.hostname) ? 'localhost' : withoutIpv6(url.hostname.replace(/\.$/, ''));
  return url.origin;
}

/** Addresses of other schemes have no origin (`null`), or that of another address (`blob:`). */
function parsed(address: string): URL | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function withoutIpv6(hostname: string): string {
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname;
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join('.');
}
