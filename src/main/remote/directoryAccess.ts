import type { Publish } from '../../shared/contract/contract.ts';
import {
  type Account,
  type Connection,
  directoryLimit,
  type LimiterStatus,
} from '../../shared/directory/account.ts';
import type { AppError } from '../../shared/errors.ts';
import { type Instant, instantAt } from '../../shared/instant.ts';
import { isSameMessage, type Message, msg } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Fetch } from '../platform/network/fetch.ts';
import { serverOf } from '../platform/network/origin.ts';
import type { OriginKey } from '../platform/network/originKey.ts';
import type { Scope } from '../platform/scope.ts';
import {
  createDirectoryClient,
  type DirectoryClient,
  type DirectoryClientParts,
  type RequestLog,
} from './directoryClient.ts';
import { createRateLimiter, type LimiterState, type RateLimiter, type SharedLimit } from './rateLimiter.ts';

export type DirectoryAccess = ReturnType<typeof createDirectoryAccess>;

/** The limiter of a directory, as one of its accounts uses it. */
export type AccountLimiter = DirectoryClientParts['limiter'];

interface DirectoryAccessParts {
  /** The current account, with its current base; throws AppError `not_found`. */
  account: (id: string) => Account;
  key: (id: string) => Promise<OriginKey | null>;
  /** The same without asking the keychain. */
  knownKey: (id: string) => OriginKey | null;
  /** Why an account has no key although there is one; null: there simply is none. */
  keyProblem: (id: string) => AppError | null;
  requests: RequestLog;
  accounts: () => readonly Account[];
  /** Where each service's limit is counted, by service name. */
  limitFile: {
    load(service: string): LimiterState | null;
    update(service: string, change: (state: LimiterState | null) => LimiterState): Promise<void>;
  };
  /** The limit that an office counts for all its computers; null: the office has none of these accounts. */
  sharedLimit: (accountIds: readonly string[]) => SharedLimit | null;
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

/** The longest time between two `accounts.limiterChanged` events while the limiter is busy, in milliseconds. */
const publishEvery = 250;

/** States that end with any answer of the directory. */
const mayBeReachable: ReadonlySet<Connection['state']> = new Set(['unknown', 'offline', 'failing']);

/**
 * The client and connection state of each account, and the limiter of each directory, created on demand. A directory
 * counts by the address of the sender, not by account (reference/directory-api.md 10).
 */
export function createDirectoryAccess(parts: DirectoryAccessParts) {
  const { clock, publish, scope } = parts;
  const limiters = new Map<string, RateLimiter>();
  const known = new Map<
    string,
    { limiter: AccountLimiter; client: DirectoryClient; forgotten: AbortController }
  >();
  const connections = new Map<string, Connection>();
  /** The last problem with an account's key, because requests without a key say nothing about it. */
  const keyProblems = new Map<string, Pick<Connection, 'state' | 'message'>>();
  const listeners: ((connection: Connection) => void)[] = [];
  const announced = new Set<string>();
  /** Until when each directory said that it is closed: by the monotonic clock, and for the user. */
  const closures = new Map<string, { ends: number; until: Instant | null }>();

  const accountsAt = (server: string) => parts.accounts().filter(({ base }) => serverOf(base) === server);
  /** The lowest rate chosen for this directory. */
  const rateAt = (server: string) =>
    parts.limits?.perSecond ?? Math.min(...accountsAt(server).map(({ rate }) => rate));

  function ratesChanged(): void {
    for (const [server, limiter] of limiters)
      if (accountsAt(server).length > 0 && limiter.status().perSecond !== rateAt(server))
        limiter.setRate(rateAt(server));
  }

  /** Decided for each request, because an account may be shared later. */
  function sharedLimitAt(server: string): SharedLimit {
    const current = () => parts.sharedLimit(accountsAt(server).map(({ id }) => id));
    return { take: async () => (await current()?.take()) ?? null, hold: (ms) => current()?.hold(ms) };
  }

  function limiterAt(server: string): RateLimiter {
    const service = `directory ${server}`;
    const limiter =
      limiters.get(server) ??
      createRateLimiter({
        scope,
        perSecond: rateAt(server),
        burst: parts.limits?.burst ?? directoryLimit.burst,
        clock,
        memory: {
          load: () => parts.limitFile.load(service),
          update: (change) => parts.limitFile.update(service, change),
        },
        shared: sharedLimitAt(server),
        changed: () => announceLimiter(server),
      });
    limiters.set(server, limiter);
    return limiter;
  }

  /** The limiter of the account's current directory: the address may change while a request waits. */
  function accountLimiter(accountId: string, forgotten: AbortSignal): AccountLimiter {
    let last = limiterAt(serverOf(parts.account(accountId).base));
    const current = () => {
      // The answer to its last request may come after an account was removed.
      const account = parts.accounts().find(({ id }) => id === accountId);
      if (account) last = limiterAt(serverOf(account.base));
      return last;
    };
    return {
      async acquire(priority, signal) {
        const until = signal ? AbortSignal.any([signal, forgotten]) : forgotten;
        for (;;) {
          const limiter = current();
          await limiter.acquire(priority, until);
          if (limiter === current()) return;
          limiter.giveBack();
        }
      },
      giveBack: () => current().giveBack(),
      hold: (retryAfterMs) => current().hold(retryAfterMs),
      answered: () => current().answered(),
      status: () => current().status(),
      secondsFor: (requests) => current().secondsFor(requests),
    };
  }

  function access(accountId: string) {
    let found = known.get(accountId);
    if (!found) {
      const forgotten = new AbortController();
      const limiter = accountLimiter(accountId, forgotten.signal);
      const client = createDirectoryClient({
        ...parts,
        closing: scope.signal,
        limiter,
        account: () => parts.account(accountId),
        key: () => parts.key(accountId),
        knownKey: () => parts.knownKey(accountId),
        keyProblem: () => parts.keyProblem(accountId),
        closed: (ms) => close(accountId, ms),
        connection: (state, message) => {
          if (state !== 'reachable') setConnection(accountId, state, message);
          else if (mayBeReachable.has(connection(accountId).state)) {
            const problem = keyProblems.get(accountId);
            setConnection(accountId, problem?.state ?? 'online', problem?.message ?? null);
          }
        },
      });
      found = { limiter, client, forgotten };
      known.set(accountId, found);
    }
    return found;
  }

  /** Publishing every change would overload a window: the latest state is published after a while. */
  function announceLimiter(server: string): void {
    if (announced.has(server)) return;
    announced.add(server);
    scope.run('accounts.limiterChanged', async (signal) => {
      await clock.sleep(publishEvery, signal);
      announced.delete(server);
      for (const { id } of accountsAt(server)) publish('accounts.limiterChanged', limiterStatus(id));
    });
  }

  /**
   * Answers to other requests end no closure: a directory under maintenance may still be read. The server may have been
   * asked for an account that was removed meanwhile; null: it is to be asked again.
   */
  function close(accountId: string, ms: number | null): void {
    const account = parts.accounts().find(({ id }) => id === accountId);
    if (!account) return;
    const server = serverOf(account.base);
    if (ms === null) closures.delete(server);
    else closures.set(server, { ends: clock.monotonic() + ms, until: instantAt(clock.now() + ms) });
  }

  function limiterStatus(accountId: string): LimiterStatus {
    return { accountId, ...access(accountId).limiter.status() };
  }

  function connection(accountId: string): Connection {
    const since = isoNow({ clock });
    return connections.get(accountId) ?? { accountId, state: 'unknown', since, message: null };
  }

  function setConnection(accountId: string, state: Connection['state'], message: Message | null): void {
    if (state === 'key_refused' || state === 'key_missing') keyProblems.set(accountId, { state, message });
    else if (state === 'online' || state === 'unknown') keyProblems.delete(accountId);
    const before = connections.get(accountId);
    if (before?.state === state && isSameMessage(before.message, message)) return;
    const since = before?.state === state ? before.since : isoNow({ clock });
    const next = { accountId, state, since, message };
    connections.set(accountId, next);
    publish('accounts.connectionChanged', next);
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
    /** How long the account's directory says that it is closed, and the reason to show; null: it is open, or to be asked. */
    closure(accountId: string): { ms: number; message: Message } | null {
      const server = serverOf(parts.account(accountId).base);
      const found = closures.get(server);
      const ms = (found?.ends ?? 0) - clock.monotonic();
      if (found && ms > 0) return { ms, message: msg('queue.waiting.closed', { until: found.until }) };
      closures.delete(server);
      return null;
    },
    /** Ends a closure, because the user wants to try again. */
    reopen: (accountId: string): void => close(accountId, null),
    /** Called when the account's rate or address changed. */
    accountChanged(accountId: string): void {
      ratesChanged();
      setConnection(accountId, 'unknown', null);
    },
    /** Called when accounts were added, changed or removed: the lowest rate counts at once. */
    ratesChanged,
    forget(accountId: string): void {
      known.get(accountId)?.forgotten.abort(new DOMException('The account was removed.', 'AbortError'));
      known.delete(accountId);
      connections.delete(accountId);
      keyProblems.delete(accountId);
    },
  };
}
