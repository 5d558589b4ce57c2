import { type CallName, calls, type EventName, type Handlers } from '../../shared/contract/contract.ts';
import { describe, t } from '../../shared/i18n/i18n.ts';
import { unreadableSteps } from '../../shared/i18n/unreadableSteps.ts';
import { openHost } from '../openHost.ts';
import type { Services } from '../services.ts';
import { readAnswer } from '../shell/readAnswer.ts';
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
    const { handlers, leftOut } = readableHandlers(host.services.handlers);
    const { accounts, steps } = await handlers['app.unreadable']({});
    if (steps.length > 0) terminal.err(`${unreadableSteps(steps)}\n`);
    try {
      return await work({ services: host.services, handlers, subscribe: host.events.subscribe });
    } finally {
      const rows = leftOut() + accounts;
      if (rows > 0) terminal.err(`${t('cli.unreadable', { count: rows })}\n`);
    }
  } finally {
    await host.close();
  }
}

/** Answers as a window gets them: rows that cannot be read are left out, and counted by the largest answer of each call. */
function readableHandlers(handlers: Handlers): { handlers: Handlers; leftOut: () => number } {
  const counts = new Map<CallName, number>();
  const checked = (name: CallName) => async (input: unknown) => {
    const handler = handlers[name] as (data: unknown) => unknown;
    const { value, leftOut } = readAnswer(calls[name].output, await handler(input));
    counts.set(name, Math.max(counts.get(name) ?? 0, leftOut));
    return value;
  };
  const names = Object.keys(calls) as CallName[];
  return {
    handlers: Object.fromEntries(names.map((name) => [name, checked(name)])) as unknown as Handlers,
    leftOut: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
