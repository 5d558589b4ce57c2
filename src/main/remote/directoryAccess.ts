import type { Publish } from '../../shared/contract/contract.ts';
import {
  type Account,
  type Connection,
  directoryLimit,
  type LimiterStatus,
} from '../../shared/directory/account.ts';
import { isSameMessage, type Message } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { Fetch } from '../platform/fetch.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import { createDirectoryClient, type DirectoryClient, type RequestLog } from './directoryClient.ts';
import { createRateLimiter, type LimiterState, type RateLimiter } from './rateLimiter.ts';

export type DirectoryAccess = ReturnType<typeof createDirectoryAccess>;

interface DirectoryAccessParts {
  /** The current account, with its current base; throws AppError `not_found`. */
  account: (id: string) => Account;
  key: (id: string) => Promise<string | null>;
  requests: RequestLog;
  limiters: {
    load(accountId: string): LimiterState | null;
    save(accountId: string, state: LimiterState): void;
  };
  fetch: Fetch;
  clock: Clock;
  log: Log;
  publish: Publish;
  version: string;
  bulkTimeout: () => number;
  /** When it stops, so do the limiters, and requests with a waiting caller end as stopped. */
  scope: Scope;
  /** Replaces the published limit, for tests. */
  limits?: { perSecond: number; burst: number };
}

/** The longest time between two `limiter.changed` events while the limiter is busy, in milliseconds. */
const publishEvery = 250;

/** The client, limiter and connection state of each account, created on demand. */
export function createDirectoryAccess(parts: DirectoryAccessParts) {
  const { clock, publish, scope } = parts;
  const known = new Map<string, { limiter: RateLimiter; client: DirectoryClient }>();
  const connections = new Map<string, Connection>();
  const listeners: ((connection: Connection) => void)[] = [];
  const announced = new Set<string>();

  function access(accountId: string) {
    let found = known.get(accountId);
    if (!found) {
      const limiter = createRateLimiter({
        scope,
        perSecond: parts.limits?.perSecond ?? parts.account(accountId).rate,
        burst: parts.limits?.burst ?? directoryLimit.burst,
        clock,
        memory: {
          load: () => parts.limiters.load(accountId),
          save: (state) => parts.limiters.save(accountId, state),
        },
        changed: () => announceLimiter(accountId),
      });
      const client = createDirectoryClient({
        ...parts,
        closing: scope.signal,
        limiter,
        account: () => parts.account(accountId),
        key: () => parts.key(accountId),
        connection: (state, message) => {
          const isOpen = ['offline', 'unknown'].includes(connection(accountId).state);
          if (state !== 'reachable') setConnection(accountId, state, message);
          else if (isOpen) setConnection(accountId, 'online', null);
        },
      });
      found = { limiter, client };
      known.set(accountId, found);
    }
    return found;
  }

  /** Publishing every change would overload a window: the latest state is published after a while. */
  function announceLimiter(accountId: string): void {
    if (announced.has(accountId) || scope.signal.aborted) return;
    announced.add(accountId);
    scope.run('limiter.changed', async (signal) => {
      await clock.sleep(publishEvery, signal);
      announced.delete(accountId);
      if (known.has(accountId)) publish('limiter.changed', limiterStatus(accountId));
    });
  }

  function limiterStatus(accountId: string): LimiterStatus {
    return { accountId, ...access(accountId).limiter.status() };
  }

  function connection(accountId: string): Connection {
    const since = isoNow({ clock });
    return connections.get(accountId) ?? { accountId, state: 'unknown', since, message: null };
  }

  function setConnection(accountId: string, state: Connection['state'], message: Message | null): void {
    const before = connections.get(accountId);
    if (before?.state === state && isSameMessage(before.message, message)) return;
    const since = before?.state === state ? before.since : isoNow({ clock });
    const next = { accountId, state, since, message };
    connections.set(accountId, next);
    publish('connection.changed', next);
    for (const listener of listeners) listener(next);
  }

  return {
    client: (accountId: string) => access(accountId).client,
    limiter: (accountId: string) => access(accountId).limiter,
    limiterStatus,
    connection,
    /** Sets a state that is known without a request, such as a removed key. */
    setConnection,
    /** Calls `listener` at every change of a connection. */
    onConnection: (listener: (connection: Connection) => void) => void listeners.push(listener),
    /** Called when the account's rate or address changed. */
    accountChanged(accountId: string): void {
      known.get(accountId)?.limiter.setRate(parts.limits?.perSecond ?? parts.account(accountId).rate);
      setConnection(accountId, 'unknown', null);
    },
    forget(accountId: string): void {
      known.get(accountId)?.limiter.stop();
      known.delete(accountId);
      connections.delete(accountId);
    },
  };
}
