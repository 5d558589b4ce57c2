import type { LimiterStatus } from '../../shared/directory/account.ts';
import type { Clock } from '../platform/clock.ts';
import type { Scope } from '../platform/scope.ts';

/** From the first in line to the last: a person waits for it, work that was asked for, and what nobody waits for. */
const priorities = ['interactive', 'bulk', 'background'] as const;
export type Priority = (typeof priorities)[number];

/**
 * The stored state of a limiter. Times are milliseconds of the system's monotonic clock, which all processes share and
 * nobody can set; it starts again with the computer.
 */
export interface LimiterState {
  tokens: number;
  atMs: number;
  heldUntilMs: number;
}

/** Where every Colophon that sends to the same directory keeps the state. */
export interface LimiterMemory {
  load(): LimiterState | null;
  /** Replaces the state in one step that no other process interrupts; rejects if it cannot be stored. */
  update(change: (state: LimiterState | null) => LimiterState): Promise<void>;
}

/** A limit that counts the requests of other computers, too. */
export interface SharedLimit {
  /**
   * Takes one request; returns 0, the milliseconds to wait if none is left, or null if only our own limit counts now.
   */
  take(): Promise<number | null>;
  /** Tells the others that the directory asked for a pause. */
  hold(ms: number): void;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Part of a token kept in reserve: requests may arrive closer together than they were sent. */
const spare = 0.3;
const maxHold = 15 * 60_000;
const firstPause = 1_000;
const maxPause = 60_000;
/** Extra milliseconds that bulk requests wait for the shared limit, so that interactive ones elsewhere go first. */
const courtesy = 40;
/** Maximum milliseconds until the shared limit is asked again: the office may be out of reach by then. */
const maxSharedWait = 5_000;

/** A token bucket, saved before each request: at most `burst + perSecond * seconds` in any period, across processes and restarts. */
export function createRateLimiter(parts: {
  perSecond: number;
  burst: number;
  clock: Clock;
  memory: LimiterMemory;
  /** Asked after our own limit. */
  shared?: SharedLimit;
  /** The limiter stops with it. */
  scope: Scope;
  random?: () => number;
  /** Called after every change of `status()` except the mere passing of time. */
  changed?: () => void;
}) {
  const { burst, clock, memory, scope, shared, random = Math.random, changed = () => undefined } = parts;
  const capacity = Math.max(1, burst - spare);
  const stopped = new AbortController();
  const waiters: Waiter[] = [];
  let perSecond = parts.perSecond;
  let pausesInARow = 0;
  let pumping = false;
  let wake = new AbortController();
  // Takes effect here at once, and in other processes once it is stored.
  let heldUntil = 0;

  /** The state as it is now. After the computer was restarted, its clock is behind the stored time. */
  function refilled(state: LimiterState | null): LimiterState {
    const atMs = clock.monotonic();
    if (!state) return { tokens: capacity, atMs, heldUntilMs: heldUntil };
    if (state.atMs > atMs) {
      return { tokens: state.tokens, atMs, heldUntilMs: atMs + state.heldUntilMs - state.atMs };
    }
    const heldUntilMs = Math.max(state.heldUntilMs, heldUntil);
    // The directory's counter is ahead of ours after a 429: a pause ends with a single request.
    const since = Math.max(state.atMs, heldUntilMs - 1000 / perSecond);
    const tokens = Math.min(capacity, state.tokens + (Math.max(0, atMs - since) / 1000) * perSecond);
    return { tokens, atMs, heldUntilMs };
  }

  function waitMs({ tokens, atMs, heldUntilMs }: LimiterState): number {
    const missing = ((1 - tokens) / perSecond) * 1000;
    // A millionth of a millisecond is a rounding error, not a time to wait.
    return Math.max(0, Math.ceil(Math.max(heldUntilMs - atMs, missing) - 1e-6));
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
    const ms = waitMs(refilled(memory.load()));
    if (ms > 0) {
      wake = new AbortController();
      await clock.sleep(ms, wake.signal).catch(() => undefined);
      return;
    }
    let isTaken = false;
    try {
      await memory.update((stored) => {
        const state = refilled(stored);
        // Another process may have been faster.
        isTaken = waitMs(state) === 0;
        return isTaken ? { ...state, tokens: state.tokens - 1 } : state;
      });
      if (isTaken && shared) {
        await takeShared(shared);
        await forgetRefill();
      }
    } catch (error) {
      shiftFirst()?.reject(error);
      changed();
      return;
    }
    if (!isTaken) return;
    const next = shiftFirst();
    if (!next) return giveBack();
    next.resolve();
    changed();
  }

  /**
   * A request that waited for the shared limit counts from now on: with a full bucket, more than a burst could go out.
   */
  async function forgetRefill(): Promise<void> {
    const most = capacity - 1;
    if (waiters.length === 0 || refilled(memory.load()).tokens <= most) return;
    await memory.update((stored) => {
      const state = refilled(stored);
      return { ...state, tokens: Math.min(most, state.tokens) };
    });
  }

  function shiftFirst(): Waiter | undefined {
    return waiters.splice(firstInLine(waiters), 1)[0];
  }

  /** Waits for a request of the shared limit, as long as somebody wants one. */
  async function takeShared(limit: SharedLimit): Promise<void> {
    while (waiters.length > 0) {
      const ms = (await limit.take()) ?? 0;
      if (ms === 0) return;
      const isBulk = waiters[firstInLine(waiters)]?.priority !== 'interactive';
      wake = new AbortController();
      const pause = Math.min(maxSharedWait, isBulk ? ms + courtesy : ms);
      await clock.sleep(pause, wake.signal).catch(() => undefined);
    }
  }

  /** Stores a change in the background. If that fails, at most the time of one request is lost. */
  function store(change: (state: LimiterState) => LimiterState): void {
    scope.run('limiter', () => memory.update((stored) => change(refilled(stored))));
  }

  function giveBack(): void {
    store((state) => ({ ...state, tokens: Math.min(capacity, state.tokens + 1) }));
    changed();
  }

  function leave(waiter: Waiter, reason: unknown): void {
    const place = waiters.indexOf(waiter);
    if (place < 0) return;
    waiters.splice(place, 1);
    waiter.reject(reason);
    wake.abort();
    changed();
  }

  function stop(): void {
    stopped.abort(new DOMException('The limiter was stopped.', 'AbortError'));
    for (const waiter of [...waiters]) leave(waiter, stopped.signal.reason);
  }
  // After the computer's restart its clock counts from zero; what is stored from now on counts by it.
  const remembered = memory.load();
  if (remembered && remembered.atMs > clock.monotonic()) store((state) => state);
  if (scope.signal.aborted) stop();
  else scope.signal.addEventListener('abort', stop);

  return {
    /** Resolves when one request may be sent; interactive ones go first. Rejects with the signal's reason. */
    acquire(priority: Priority, signal?: AbortSignal): Promise<void> {
      const reason = stopped.signal.aborted ? stopped.signal.reason : signal?.aborted ? signal.reason : null;
      if (reason) return Promise.reject(reason);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const abort = () => leave(waiter, signal!.reason);
      const waiter: Waiter = { priority, resolve, reject };
      signal?.addEventListener('abort', abort);
      waiters.push(waiter);
      scope.run('limiter', pump);
      changed();
      return promise.finally(() => signal?.removeEventListener('abort', abort));
    },
    /** Returns an unused turn, of a request that was not sent after all. */
    giveBack,
    /** Sends nothing for `retryAfterMs` after a 429, or, if that says no time, for a growing pause; returns the milliseconds (at most 15 minutes). */
    hold(retryAfterMs: number | null): number {
      pausesInARow += 1;
      const growing = Math.min(maxPause, firstPause * 2 ** (pausesInARow - 1)) * (0.75 + random() / 2);
      const pause = Math.ceil(Math.min(maxHold, Math.max(firstPause / 2, retryAfterMs || growing)));
      heldUntil = Math.max(heldUntil, clock.monotonic() + pause);
      store((state) => ({ ...state, tokens: 0 }));
      shared?.hold(pause);
      changed();
      return pause;
    },
    /** After any other response: the next pause starts small again. */
    answered(): void {
      pausesInARow = 0;
    },
    setRate(next: number): void {
      // The time until now counts at the former rate.
      store((state) => state);
      perSecond = next;
      wake.abort();
      changed();
    },
    status(): Omit<LimiterStatus, 'accountId'> {
      const state = refilled(memory.load());
      const nextInMs = waitMs(state);
      const held = state.heldUntilMs - state.atMs;
      return {
        perSecond,
        burst,
        available: nextInMs > 0 ? 0 : state.tokens >= capacity ? burst : Math.floor(state.tokens + 1e-6),
        nextInMs,
        heldUntil: held > 0 ? new Date(clock.now() + held).toISOString() : null,
        waiting: waiters.length,
      };
    },
    /** Seconds until `requests` more can have been sent, without other requests. */
    secondsFor(requests: number): number {
      const { tokens, atMs, heldUntilMs } = refilled(memory.load());
      return Math.max((heldUntilMs - atMs) / 1000, (requests - tokens) / perSecond, 0);
    },
    /** Rejects all waiting requests. */
    stop,
  };
}

interface Waiter {
  priority: Priority;
  resolve(): void;
  reject(reason: unknown): void;
}

function firstInLine(waiters: readonly Waiter[]): number {
  for (const wanted of priorities) {
    const first = waiters.findIndex(({ priority }) => priority === wanted);
    if (first >= 0) return first;
  }
  return 0;
}
