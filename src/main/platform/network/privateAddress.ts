import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isLocalName, loopbackAddresses } from './fetch.ts';

/** Resolves a host name to IP addresses; none if the name is unknown here, since a proxy may know it. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

export const resolveHost: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};

/** The IP addresses of the host of a URL: requests go to exactly those that were checked. */
export async function addressesOf(hostname: string, resolve: ResolveHost): Promise<readonly string[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [bare];
  return isLocalName(bare) ? loopbackAddresses : resolve(bare);
}

const blocked = new BlockList();
// Special-purpose addresses: RFC 6890, and for IPv6 RFC 3879, 4193, 6052, 8215, and 3056, whose addresses lead to IPv4 ones.
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(net, prefix, 'ipv6');

/** Returns true for an address of this computer or of a local network; those that map to IPv4 are checked as such. */
export function isPrivateAddress(address: string): boolean {
  return blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
