import type { LimiterStatus } from '../../shared/directory/account.ts';
import type { Clock } from '../platform/clock.ts';
import type { Scope } from '../platform/scope.ts';

export type Priority = 'interactive' | 'bulk';

/** The stored state of the limiter; times are milliseconds since 1970. */
export interface LimiterState {
  tokens: number;
  atMs: number;
  heldUntilMs: number;
}

interface LimiterMemory {
  load(): LimiterState | null;
  save(state: LimiterState): void;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Part of a token that is never used: requests may arrive closer together than they were sent. */
const spare = 0.3;
const longestHold = 15 * 60_000;
const firstPause = 1_000;
const longestPause = 60_000;

/** A token bucket, saved before each request: at most `burst + perSecond * seconds` in any period, even after restarts. */
export function createRateLimiter(parts: {
  perSecond: number;
  burst: number;
  clock: Clock;
  memory: LimiterMemory;
  /** The limiter stops with it. */
  scope: Scope;
  random?: () => number;
  /** Called after every change of `status()` except the mere passing of time. */
  changed?: () => void;
}) {
  const { burst, clock, memory, scope, random = Math.random, changed = () => undefined } = parts;
  const capacity = Math.max(1, burst - spare);
  const stopped = new AbortController();
  const waiters: Waiter[] = [];
  let perSecond = parts.perSecond;
  let pausesInARow = 0;
  let pumping = false;
  let wake = new AbortController();
  // In-process time is monotonic. How long the program was not running is not known for certain (its clock may have
  // been changed), so nothing is refilled for that time: at most `burst / perSecond` seconds are lost.
  const remembered = memory.load();
  let tokens = Math.min(capacity, remembered?.tokens ?? capacity);
  let refilledAt = clock.monotonic();
  let heldUntil = refilledAt + remainingHold(remembered, clock.now());

  function refill(): void {
    const now = clock.monotonic();
    if (now <= refilledAt) return;
    tokens = Math.min(capacity, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
  }

  function waitMs(): number {
    refill();
    const held = heldUntil - clock.monotonic();
    const missing = tokens >= 1 ? 0 : refilledAt - clock.monotonic() + ((1 - tokens) / perSecond) * 1000;
    // A millionth of a millisecond is a rounding error, not a time to wait.
    return Math.max(0, Math.ceil(Math.max(held, missing) - 1e-6));
  }

  function remember(): void {
    const now = clock.now();
    const held = Math.max(0, heldUntil - clock.monotonic());
    memory.save({ tokens, atMs: Math.round(now), heldUntilMs: held > 0 ? Math.ceil(now + held) : 0 });
  }

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      while (waiters.length > 0) await letNextGo();
    } finally {
      pumping = false;
    }
  }

  async function letNextGo(): Promise<void> {
    const ms = waitMs();
    if (ms > 0) {
      wake = new AbortController();
      await clock.sleep(ms, wake.signal).catch(() => undefined);
      return;
    }
    const next = waiters.splice(firstInLine(waiters), 1)[0]!;
    tokens -= 1;
    try {
      remember();
      next.resolve();
    } catch (error) {
      next.reject(error);
    }
    changed();
  }

  function leave(waiter: Waiter, reason: unknown): void {
    const place = waiters.indexOf(waiter);
    if (place < 0) return;
    waiters.splice(place, 1);
    waiter.reject(reason);
    if (waiters.length === 0) wake.abort();
    changed();
  }

  function stop(): void {
    if (stopped.signal.aborted) return;
    stopped.abort(new DOMException('The limiter was stopped.', 'AbortError'));
    refill();
    try {
      remember();
    } catch {
      // The disk is full: the tokens refilled since the last request will have to be refilled once more at the next
      // start.
    }
    for (const waiter of [...waiters]) leave(waiter, stopped.signal.reason);
  }
  if (scope.signal.aborted) stop();
  else scope.signal.addEventListener('abort', stop, { once: true });

  return {
    /** Resolves when one request may be sent; interactive ones go first. Rejects with the signal's reason. */
    acquire(priority: Priority, signal?: AbortSignal): Promise<void> {
      const reason = stopped.signal.aborted ? stopped.signal.reason : signal?.aborted ? signal.reason : null;
      if (reason) return Promise.reject(reason);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = () => leave(waiter, signal!.reason);
      const waiter: Waiter = { priority, resolve, reject };
      signal?.addEventListener('abort', abort, { once: true });
      waiters.push(waiter);
      scope.run('limiter', pump);
      if (waiters.includes(waiter)) changed();
      return promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    /** Returns the turn of a request that was not sent after all. */
    giveBack(): void {
      refill();
      tokens = Math.min(capacity, tokens + 1);
      remember();
      changed();
    },
    /** Sends nothing for `retryAfterMs` after a 429, or for a growing pause; returns the milliseconds (at most 15 minutes). */
    hold(retryAfterMs: number | null): number {
      pausesInARow += 1;
      const growing = Math.min(longestPause, firstPause * 2 ** (pausesInARow - 1)) * (0.75 + random() / 2);
      const pause = Math.ceil(Math.min(longestHold, Math.max(firstPause / 2, retryAfterMs ?? growing)));
      heldUntil = Math.max(heldUntil, clock.monotonic() + pause);
      // The directory's counter is further on than ours: after the pause start with a single request.
      tokens = 0;
      refilledAt = Math.max(clock.monotonic(), heldUntil - 1000 / perSecond);
      remember();
      changed();
      return pause;
    },
    /** After any other response: the next pause starts small again. */
    answered(): void {
      pausesInARow = 0;
    },
    setRate(next: number): void {
      refill();
      perSecond = next;
      wake.abort();
      changed();
    },
    status(): Omit<LimiterStatus, 'accountId'> {
      const nextInMs = waitMs();
      const held = heldUntil - clock.monotonic();
      return {
        perSecond,
        burst,
        available: nextInMs > 0 ? 0 : tokens >= capacity ? burst : Math.floor(tokens + 1e-6),
        nextInMs,
        heldUntil: held > 0 ? new Date(clock.now() + held).toISOString() : null,
        waiting: waiters.length,
      };
    },
    /** Seconds until `requests` more can have been sent, without other requests. */
    secondsFor(requests: number): number {
      refill();
      const held = Math.max(0, heldUntil - clock.monotonic()) / 1000;
      return Math.max(held, (requests - tokens) / perSecond, 0);
    },
    /** Stores the refilled tokens, and rejects all waiting requests. */
    stop,
  };
}

interface Waiter {
  priority: Priority;
  resolve(): void;
  reject(reason: unknown): void;
}

function firstInLine(waiters: readonly Waiter[]): number {
  const first = waiters.findIndex(({ priority }) => priority === 'interactive');
  return Math.max(0, first);
}

/** A pause continues after a restart, but never longer than it was when it was stored, whatever the clock shows. */
function remainingHold(state: LimiterState | null, now: number): number {
  if (!state || state.heldUntilMs === 0) return 0;
  return Math.min(Math.max(0, state.heldUntilMs - now), Math.max(0, state.heldUntilMs - state.atMs));
}
