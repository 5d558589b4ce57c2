import { type Fetch, isLoopback } from './fetch.ts';
import { createPinnedFetch, type PinnedFetch } from './pinnedFetch.ts';

/** A host with a network stack of its own, as Electron's. */
export interface HostNetwork {
  fetch: Fetch;
  /** Returns true if requests for this address go through a proxy. */
  isProxied(address: string): Promise<boolean>;
}

/**
 * The fetch for servers other than the directory's, which connects to the addresses that were checked. Where the host's
 * proxy is used, that resolves the name itself, and decides what may be reached. This computer is never reached through one.
 */
export function createOutsideFetch(environment: NodeJS.ProcessEnv, network?: HostNetwork): PinnedFetch {
  const pinned = createPinnedFetch(environment);
  const direct = createPinnedFetch();
  return async (address, init, addresses) => {
    if (isLoopback(new URL(address).hostname)) return direct(address, init, addresses);
    if (!network || !(await network.isProxied(address))) return pinned(address, init, addresses);
    try {
      return await network.fetch(address, init);
    } catch (error) {
      // Electron's fetch does not show redirects. Without the proxy, only what was checked may be reached.
      if (!/redirect/i.test(String(error))) throw error;
      return pinned(address, init, addresses);
    }
  };
}
