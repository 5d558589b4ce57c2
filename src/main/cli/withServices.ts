import type { EventName, Handlers } from '../../shared/contract/contract.ts';
import { describe } from '../../shared/i18n/i18n.ts';
import { openHost } from '../openHost.ts';
import type { Services } from '../services.ts';
import type { Terminal } from './terminal.ts';

export interface CommandServices {
  services: Services;
  handlers: Handlers;
  /** Calls `listener` for every event until the returned function is called. */
  subscribe(listener: (name: EventName, data: unknown) => void): () => void;
}

/**
 * Runs `work` with the application's services on the data folder, and always stops them afterwards; `isIdle`: no
 * polling or listening meanwhile; `sends`: queued items are sent; `account`: the owner of the key in
 * `COLOPHON_API_KEY`.
 */
export async function withServices<T>(
  options: { data?: string; account?: string; contact?: string; isIdle?: boolean; sends?: boolean },
  terminal: Terminal,
  work: (parts: CommandServices) => Promise<T>,
): Promise<T> {
  const host = await openHost({
    shell: 'cli',
    sends: options.sends ?? false,
    data: options.data,
    keyAccount: options.account,
    contact: options.contact,
    environment: terminal.environment,
    workerFiles: terminal.workerFiles,
    report: (message) => terminal.err(`${describe(message)}\n`),
  });
  try {
    if (!options.isIdle) await host.services.start();
    return await work({
      services: host.services,
      handlers: host.services.handlers,
      subscribe: host.events.subscribe,
    });
  } finally {
    await host.close();
  }
}
