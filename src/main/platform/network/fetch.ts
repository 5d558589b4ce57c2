import http from 'node:http';
import { BlockList } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { createPinnedFetch } from './pinnedFetch.ts';

/** Sends one HTTP request, like the global `fetch`; each host provides its own, and tests a stub. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Node's `fetch` with the proxy that the environment names. Requests to this computer never go through a proxy, which
 * would see their keys, and are sent by Node even if the host has an `ownFetch` for the others. Names of this computer
 * are never looked up (RFC 6761, section 6.3): a name server could answer with another one.
 */
export function createFetch(environment: NodeJS.ProcessEnv, ownFetch?: Fetch): Fetch {
  const given = environment.no_proxy || environment.NO_PROXY;
  // Node compares this list with hosts as text, so each loopback host is added as it may be written.
  const unproxied = new Set(given ? [given] : []);
  const applyProxies = () => {
    const list = [...unproxied].join(',');
    http.setGlobalProxyFromEnv?.({ ...environment, no_proxy: list, NO_PROXY: list });
  };
  applyProxies();
  const direct = createPinnedFetch();
  const throughNode = createSmallFetch();
  return (address, init) => {
    const { hostname } = new URL(address);
    if (!isLoopback(hostname)) return (ownFetch ?? throughNode)(address, init);
    if (isLocalName(hostname)) return direct(address, init, loopbackAddresses);
    if (!unproxied.has(hostname)) {
      unproxied.add(hostname);
      applyProxies();
    }
    return throughNode(address, init);
  };
}

/** How much work V8 lets a WebAssembly function do before it optimizes it: as much as by default, and any. */
const budget = { ordinary: 13_000_000, endless: 1_000_000_000 };

/**
 * Node's `fetch`, which reads responses with WebAssembly: after four of them V8 would optimize that, for 23 MB, half of which
 * is never given back, and a tenth of a second. As it is, reading takes a fiftieth longer. The budget counts when the
 * program is loaded, with the first response, and is left as it was, because code that V8 has stored is only used with
 * the same options.
 */
function createSmallFetch(): Fetch {
  let isLoaded = false;
  return async (address, init) => {
    if (isLoaded) return fetch(address, init);
    setFlagsFromString(`--wasm-tiering-budget=${budget.endless}`);
    const response = await fetch(address, init);
    isLoaded = true;
    setFlagsFromString(`--wasm-tiering-budget=${budget.ordinary}`);
    return response;
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
for (const address of ['0.0.0.0', '::', '::1'])
  loopback.addAddress(address, address.includes(':') ? 'ipv6' : 'ipv4');

/** Where every name of this computer leads. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Returns true for `localhost` and every name below it. */
export function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

/** Returns true if the `hostname` of a URL, which is in its normal form, is this computer. */
export function isLoopback(hostname: string): boolean {
  if (hostname.startsWith('[')) return loopback.check(hostname.slice(1, -1), 'ipv6');
  return isLocalName(hostname) || loopback.check(hostname, 'ipv4');
}
