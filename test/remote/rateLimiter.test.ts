import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRateLimiter,
  type LimiterMemory,
  type LimiterState,
  type SharedLimit,
} from '../../src/main/remote/rateLimiter.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { testScope } from '../helpers/testScope.ts';

const perSecond = 2;
const burst = 5;

/** Keeps the state of limiters while they are restarted; `ready`: what to wait for before a change is stored. */
function openMemory(ready?: () => Promise<void>): LimiterMemory {
  let saved: LimiterState | null = null;
  return {
    load: () => saved,
    update: async (change) => {
      if (ready) await ready();
      saved = change(saved);
    },
  };
}

/** A limiter on a manual clock with a persistent store, and the times at which requests were sent. */
function openLimiter({ random = (): number => 0.5, changed = () => {} } = {}) {
  const clock = new ManualClock();
  const sent: number[] = [];
  const memory = openMemory();
  const make = () =>
    createRateLimiter({ perSecond, burst, clock, memory, random, changed, scope: testScope() });
  let limiter = make();
  const others = [make(), make()];
  return {
    clock,
    sent,
    limiter: () => limiter,
    saved: memory.load,
    /** Asks this process's limiter, or that of another process at the same directory. */
    ask(priority: 'interactive' | 'bulk' = 'bulk', signal?: AbortSignal, asked = limiter) {
      return asked.acquire(priority, signal).then(
        () => {
          // A process that died sends nothing more.
          if (asked === limiter || others.includes(asked)) sent.push(clock.elapsed);
        },
        () => undefined,
      );
    },
    /** Ends the process; the others have other clocks from now on only if the computer was restarted. */
    crash({ isReboot = true } = {}) {
      if (isReboot) {
        clock.restart();
        others.splice(0, others.length, make(), make());
      }
      limiter = make();
    },
    other: (place: number) => others[place]!,
  };
}

/** The limit: in every period at most burst + rate * length requests. */
function breaksLimit(times: readonly number[]): string | null {
  for (let from = 0; from < times.length; from++) {
    for (let to = from; to < times.length; to++) {
      const allowed = burst + (perSecond * (times[to]! - times[from]!)) / 1000;
      if (to - from + 1 > allowed + 1e-9)
        return `${to - from + 1} requests from ${times[from]} to ${times[to]} ms`;
    }
  }
  return null;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      count: fc.integer({ min: 1, max: 12 }),
      isElsewhere: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 4000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      away: fc.integer({ min: 0, max: 3000 }),
      isReboot: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('setClock' as const),
      by: fc.integer({ min: -86_400_000, max: 86_400_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('slowDown' as const),
      retryAfter: fc.option(fc.integer({ min: 0, max: 20_000 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pause' as const), ms: fc.integer({ min: 0, max: 3000 }) }),
  },
);

test('never admits more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const world = openLimiter();
      for (const one of steps) {
        if (one.kind === 'ask')
          for (let n = 0; n < one.count; n++) {
            const asked = one.isElsewhere ? world.other(n % 2) : world.limiter();
            void world.ask(n % 3 === 0 ? 'interactive' : 'bulk', undefined, asked);
          }
        else if (one.kind === 'pass') await world.clock.advance(one.ms);
        else if (one.kind === 'setClock') world.clock.setWall(one.by);
        else if (one.kind === 'slowDown') world.limiter().hold(one.retryAfter);
        else if (one.kind === 'crash') {
          world.crash(one);
          await world.clock.advance(one.away);
        } else {
          const pause = new AbortController();
          void world.ask('bulk', pause.signal);
          pause.abort(new Error('paused'));
          await world.clock.advance(one.ms);
        }
      }
      await world.clock.advance(30_000);
      expect(breaksLimit(world.sent)).toBeNull();
    }),
    { numRuns: 400 },
  );
});

test('uses the limit fully: ten thousand requests take no longer than necessary', async () => {
  const world = openLimiter();
  for (let n = 0; n < 1000; n++) void world.ask();
  await world.clock.advance(((1000 - burst) / perSecond) * 1000 * 1.01);
  expect(world.sent).toHaveLength(1000);
});

test('shares the limit with other processes, and uses it fully', async () => {
  const world = openLimiter();
  for (let n = 0; n < 300; n++) void world.ask('bulk', undefined, world.other(n % 2));
  for (let n = 0; n < 100; n++) void world.ask();
  await world.clock.advance(((400 - burst) / perSecond) * 1000 * 1.01);
  expect(world.sent).toHaveLength(400);
  expect(breaksLimit(world.sent)).toBeNull();
});

test('keeps to a pause that another process was asked to make', async () => {
  const world = openLimiter();
  world.other(0).hold(7_000);
  void world.ask();
  await world.clock.advance(6_999);
  expect(world.sent).toEqual([]);
  await world.clock.advance(1);
  expect(world.sent).toEqual([7_000]);
});

test('waits out Retry-After and starts with a single request', async () => {
  const world = openLimiter();
  world.limiter().hold(7_000);
  for (let n = 0; n < 3; n++) void world.ask();
  await world.clock.advance(6_999);
  expect(world.sent).toEqual([]);
  expect(world.limiter().status()).toMatchObject({ available: 0, waiting: 3, nextInMs: 1 });
  await world.clock.advance(1_501);
  expect(world.sent).toEqual([7_000, 7_500, 8_000]);
});

test('pauses longer after each refusal in a row, and starts slowly again after a response', () => {
  const { limiter } = openLimiter();
  const pauses = [limiter().hold(null), limiter().hold(null), limiter().hold(null)];
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
  for (let n = 0; n < 20; n++) limiter().hold(null);
  expect(limiter().hold(null)).toBe(60_000);
  limiter().answered();
  expect(limiter().hold(null)).toBe(1_000);
  expect(limiter().hold(999_999_999)).toBe(15 * 60_000);
});

test('a hold continues after a restart, but never longer than it was, even if the clock was set back', async () => {
  const world = openLimiter();
  world.limiter().hold(10_000);
  await world.clock.advance(4_000);
  world.clock.setWall(-3_600_000);
  world.crash();
  void world.ask();
  await world.clock.advance(9_999);
  expect(world.sent).toEqual([]);
  await world.clock.advance(1);
  expect(world.sent).toEqual([14_000]);
});

test('a pause after a restart of the computer passes even while nobody wants to send', async () => {
  const world = openLimiter();
  await world.clock.advance(3_600_000);
  world.limiter().hold(10_000);
  world.crash();
  await world.clock.advance(10_000);
  expect(world.limiter().status()).toMatchObject({ available: 1, nextInMs: 0, heldUntil: null });
});

test('a computer that ran for hours before its restart has its turns back as fast as before', async () => {
  const world = openLimiter();
  await world.clock.advance(3_600_000);
  for (let n = 0; n < 4; n++) await world.limiter().acquire('bulk');
  world.crash();
  expect(world.limiter().status()).toMatchObject({ available: 0, heldUntil: null });
  await world.clock.advance(500);
  expect(world.limiter().status()).toMatchObject({ available: 1, nextInMs: 0 });
});

test('a turn that another process takes at the same moment is not used twice', async () => {
  const clock = new ManualClock();
  const memory = openMemory(() => Promise.resolve());
  const sent: number[] = [];
  for (let n = 0; n < 2; n++) {
    const limiter = createRateLimiter({ perSecond, burst: 1, clock, memory, scope: testScope() });
    void limiter.acquire('bulk').then(() => sent.push(clock.elapsed));
  }
  await clock.advance(1_000);
  expect(sent).toEqual([0, 500]);
});

test('admits the user’s requests before bulk work', async () => {
  const world = openLimiter();
  const order: string[] = [];
  for (let n = 0; n < 8; n++)
    void world
      .limiter()
      .acquire('bulk')
      .then(() => order.push('bulk'));
  await world.clock.advance(100);
  void world
    .limiter()
    .acquire('interactive')
    .then(() => order.push('person'));
  await world.clock.advance(10_000);
  expect(order.slice(0, 6)).toEqual(['bulk', 'bulk', 'bulk', 'bulk', 'person', 'bulk']);
});

test('an aborted waiter leaves at once and costs nothing', async () => {
  const world = openLimiter();
  for (let n = 0; n < 5; n++) void world.ask();
  await world.clock.advance(1_000);
  const before = world.saved();
  const stop = new AbortController();
  world.limiter().hold(60_000);
  const waiting = world.limiter().acquire('bulk', stop.signal);
  stop.abort(new Error('paused'));
  await expect(waiting).rejects.toThrow('paused');
  expect(world.limiter().status().waiting).toBe(0);
  expect(before?.tokens).toBeLessThan(1);
});

test('stores a grant before it takes effect, so that it counts even if the process dies at once', async () => {
  const world = openLimiter();
  for (let n = 0; n < 3; n++) void world.ask();
  await world.clock.advance(0);
  expect(world.sent).toHaveLength(3);
  world.crash();
  for (let n = 0; n < 5; n++) void world.ask();
  await world.clock.advance(0);
  expect(world.sent).toHaveLength(4);
});

test('returns an unused turn', async () => {
  const world = openLimiter();
  for (let n = 0; n < 4; n++) await world.limiter().acquire('bulk');
  expect(world.limiter().status().available).toBe(0);
  world.limiter().giveBack();
  expect(world.limiter().status().available).toBe(1);
});

test('grants nothing when its state cannot be saved', async () => {
  const clock = new ManualClock();
  const memory = {
    load: () => null,
    update: async () => {
      throw new Error('disk full');
    },
  };
  const limiter = createRateLimiter({ perSecond, burst, clock, memory, scope: testScope() });
  await expect(limiter.acquire('bulk')).rejects.toThrow('disk full');
});

test('nothing is sent, and nothing fails, if a request is aborted while its turn cannot be stored', async () => {
  const clock = new ManualClock();
  let changes = 0;
  const memory = openMemory(() => Promise.reject(new Error('disk full')));
  const scope = testScope();
  const limiter = createRateLimiter({ perSecond, burst, clock, memory, scope, changed: () => changes++ });
  const stop = new AbortController();
  const waiting = limiter.acquire('bulk', stop.signal);
  stop.abort(new Error('paused'));
  await expect(waiting).rejects.toThrow('paused');
  await scope.idle();
  expect(changes).toBe(3);
});

test('rejects waiting requests when it stops, although its state cannot be saved', async () => {
  const clock = new ManualClock();
  let isFull = false;
  let saved: LimiterState | null = null;
  const memory = {
    load: () => saved,
    update: async (change: (state: LimiterState | null) => LimiterState) => {
      if (isFull) throw new Error('disk full');
      saved = change(saved);
    },
  };
  const limiter = createRateLimiter({ perSecond, burst, clock, memory, scope: testScope() });
  for (let n = 0; n < 4; n++) await limiter.acquire('bulk');
  const waiting = limiter.acquire('bulk');
  isFull = true;
  limiter.stop();
  await expect(waiting).rejects.toThrow('The limiter was stopped.');
});

test('allows single requests even if the directory allows no burst', async () => {
  const clock = new ManualClock();
  const memory = openMemory();
  const limiter = createRateLimiter({ perSecond, burst: 1, clock, memory, scope: testScope() });
  await limiter.acquire('bulk');
  expect(limiter.status()).toMatchObject({ available: 0, nextInMs: 500 });
  await clock.advance(500);
  expect(limiter.status()).toMatchObject({ available: 1, nextInMs: 0 });
});

test('the status shows the rate, what may be sent now, and until when the directory wants a pause', async () => {
  const { limiter, clock } = openLimiter();
  expect(limiter().status()).toEqual({
    perSecond,
    burst,
    available: burst,
    nextInMs: 0,
    heldUntil: null,
    waiting: 0,
  });
  await limiter().acquire('bulk');
  expect(limiter().status()).toMatchObject({ available: 3, nextInMs: 0 });
  limiter().hold(7_000);
  await clock.advance(0);
  expect(limiter().status()).toMatchObject({
    available: 0,
    nextInMs: 7_000,
    heldUntil: '2026-01-01T00:00:07.000Z',
  });
  await clock.advance(7_000);
  expect(limiter().status()).toMatchObject({ available: 1, nextInMs: 0, heldUntil: null });
});

test('a pause is known at once, before it is stored, and a shorter one does not end it', () => {
  const clock = new ManualClock();
  const memory = openMemory(() => Promise.resolve());
  const limiter = createRateLimiter({ perSecond, burst, clock, memory, scope: testScope() });
  limiter.hold(7_000);
  expect(limiter.status()).toMatchObject({ available: 0, nextInMs: 7_000 });
  limiter.hold(1_000);
  expect(limiter.status()).toMatchObject({ available: 0, nextInMs: 7_000 });
});

test('a pause lasts at least half a second, and differs by up to a quarter between computers', () => {
  expect(openLimiter().limiter().hold(1)).toBe(500);
  expect(
    openLimiter({ random: () => 0 })
      .limiter()
      .hold(null),
  ).toBe(750);
  expect(
    openLimiter({ random: () => 1 })
      .limiter()
      .hold(null),
  ).toBe(1_250);
});

test('estimates how long more requests will take', async () => {
  const { limiter, clock } = openLimiter();
  expect(limiter().secondsFor(1)).toBe(0);
  for (let n = 0; n < 4; n++) await limiter().acquire('bulk');
  expect(limiter().secondsFor(11)).toBeCloseTo((11 - 0.7) / perSecond);
  limiter().hold(60_000);
  await clock.advance(0);
  expect(limiter().secondsFor(11)).toBe(60);
});

test('a new rate applies at once, even to waiting requests', async () => {
  const world = openLimiter();
  for (let n = 0; n < 4; n++) await world.limiter().acquire('bulk');
  await world.clock.advance(150);
  expect(world.limiter().status().nextInMs).toBe(0);
  await world.limiter().acquire('bulk');
  void world.ask();
  await world.clock.advance(100);
  world.limiter().setRate(0.5);
  await world.clock.advance(0);
  expect(world.limiter().status()).toMatchObject({ perSecond: 0.5, nextInMs: 1_600 });
  await world.clock.advance(1_599);
  expect(world.sent).toEqual([]);
  await world.clock.advance(1);
  expect(world.sent).toEqual([1_850]);
});

test('a higher rate ends a wait that began at the lower one', async () => {
  const world = openLimiter();
  for (let n = 0; n < 4; n++) await world.limiter().acquire('bulk');
  world.limiter().setRate(0.1);
  void world.ask();
  await world.clock.advance(100);
  world.limiter().setRate(10);
  await world.clock.advance(1_000);
  expect(world.sent).toEqual([129]);
});

test('announces every change of what its status shows', async () => {
  let changes = 0;
  const { limiter, clock } = openLimiter({ changed: () => changes++ });
  const changesDuring = async (act: () => unknown) => {
    const before = changes;
    act();
    await clock.advance(0);
    return changes - before;
  };
  expect(await changesDuring(() => limiter().acquire('bulk'))).toBe(2);
  expect(await changesDuring(() => limiter().giveBack())).toBe(1);
  expect(await changesDuring(() => limiter().setRate(3))).toBe(1);
  expect(await changesDuring(() => limiter().hold(null))).toBe(1);
  const stop = new AbortController();
  expect(
    await changesDuring(() =>
      limiter()
        .acquire('bulk', stop.signal)
        .catch(() => {}),
    ),
  ).toBe(1);
  expect(await changesDuring(() => stop.abort())).toBe(1);
  expect(await changesDuring(() => limiter().answered())).toBe(0);
});

test('never holds more turns than the burst, however many are returned', async () => {
  const { limiter, clock } = openLimiter();
  limiter().giveBack();
  await clock.advance(0);
  expect(limiter().status().available).toBe(burst);
  expect(limiter().secondsFor(5)).toBeGreaterThan(0);
});

test('a request that is aborted before it asks, or after it was sent, changes nothing', async () => {
  const world = openLimiter();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(world.limiter().acquire('bulk', gone)).rejects.toThrow('gone');
  expect(world.saved()).toBeNull();
  const stop = new AbortController();
  await world.limiter().acquire('bulk', stop.signal);
  void world.limiter().acquire('bulk');
  stop.abort(new Error('late'));
  await world.clock.advance(0);
  expect(world.limiter().status()).toMatchObject({ available: 2, waiting: 0 });
});

test('returns the turn of a request that is aborted while its turn is being stored', async () => {
  const world = openLimiter();
  const stop = new AbortController();
  const waiting = world.limiter().acquire('bulk', stop.signal);
  stop.abort(new Error('paused'));
  await expect(waiting).rejects.toThrow('paused');
  await world.clock.advance(0);
  expect(world.limiter().status()).toMatchObject({ available: burst, waiting: 0 });
});

test('a request that is aborted just as it is admitted does not affect others', async () => {
  const clock = new ManualClock();
  const stop = new AbortController();
  let isGoing = false;
  const limiter = createRateLimiter({
    perSecond,
    burst: 1,
    clock,
    memory: openMemory(),
    scope: testScope(),
    changed: () => isGoing && stop.abort(),
  });
  const first = limiter.acquire('bulk', stop.signal);
  const second = limiter.acquire('bulk');
  isGoing = true;
  await first;
  expect(limiter.status().waiting).toBe(1);
  await clock.advance(500);
  await second;
});

test('leaves nothing behind on the signal of a request that was sent', async () => {
  const { limiter } = openLimiter();
  const { signal } = new AbortController();
  const sent = limiter().acquire('bulk', signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await sent;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('only the aborted one of several waiting requests leaves', async () => {
  const world = openLimiter();
  for (let n = 0; n < 4; n++) await world.limiter().acquire('bulk');
  const stop = new AbortController();
  const waiting = world.limiter().acquire('bulk', stop.signal);
  void world.ask();
  await world.clock.advance(0);
  stop.abort(new Error('paused'));
  await expect(waiting).rejects.toThrow('paused');
  expect(world.limiter().status().waiting).toBe(1);
  await world.clock.advance(1_000);
  expect(world.sent).toHaveLength(1);
});

test('a stopped limiter admits nothing more, nor does one whose scope has ended', async () => {
  const { limiter } = openLimiter();
  limiter().stop();
  limiter().stop();
  await expect(limiter().acquire('bulk')).rejects.toThrow('The limiter was stopped.');
  const scope = testScope();
  await scope.stop();
  const memory = { load: () => null, update: async () => undefined };
  const late = createRateLimiter({ perSecond, burst, clock: new ManualClock(), memory, scope });
  await expect(late.acquire('bulk')).rejects.toThrow('The limiter was stopped.');
});

test('a limiter stops with its scope', async () => {
  const scope = testScope();
  const memory = openMemory();
  const limiter = createRateLimiter({ perSecond, burst, clock: new ManualClock(), memory, scope });
  for (let n = 0; n < 4; n++) await limiter.acquire('bulk');
  const waiting = [limiter.acquire('bulk'), limiter.acquire('interactive')];
  const stopped = scope.stop();
  for (const one of waiting) await expect(one).rejects.toThrow('The limiter was stopped.');
  await stopped;
});

describe('a limit that other computers share', () => {
  /** A limiter whose shared limit has these milliseconds to wait, one after another, and then a turn. */
  function openShared(answers: (number | null)[], parts: { burst?: number; memory?: LimiterMemory } = {}) {
    const clock = new ManualClock();
    const asked: number[] = [];
    const holds: number[] = [];
    const shared: SharedLimit = {
      take: async () => {
        asked.push(clock.elapsed);
        const answer = answers.shift();
        return answer === undefined ? 0 : answer;
      },
      hold: (ms) => holds.push(ms),
    };
    const memory = parts.memory ?? openMemory();
    const scope = testScope();
    const limiter = createRateLimiter({ perSecond, burst, clock, memory, scope, shared, ...parts });
    const sent: number[] = [];
    const ask = (priority: 'interactive' | 'bulk', signal?: AbortSignal) =>
      limiter.acquire(priority, signal).then(
        () => void sent.push(clock.elapsed),
        () => undefined,
      );
    return { limiter, clock, sent, asked, holds, ask };
  }

  test('is asked after our own limit', async () => {
    const { ask, asked, clock } = openShared([]);
    for (let n = 0; n < 4; n++) await ask('bulk');
    void ask('bulk');
    await clock.advance(200);
    expect(asked).toEqual([0, 0, 0, 0, 150]);
  });

  test('allows single requests even if the directory allows no burst', async () => {
    const { ask, asked } = openShared([], { burst: 1 });
    await ask('bulk');
    expect(asked).toEqual([0]);
  });

  test('makes bulk requests wait a little longer than those of a person elsewhere', async () => {
    const bulk = openShared([100]);
    void bulk.ask('bulk');
    await bulk.clock.advance(1_000);
    const person = openShared([100]);
    void person.ask('interactive');
    await person.clock.advance(1_000);
    expect({ bulk: bulk.sent, person: person.sent }).toEqual({ bulk: [140], person: [100] });
  });

  test('is asked again after five seconds, however long it wants to wait', async () => {
    const { ask, asked, clock, sent } = openShared([60_000]);
    void ask('bulk');
    await clock.advance(60_000);
    expect(asked).toEqual([0, 5_000]);
    expect(sent).toEqual([5_000]);
  });

  test('does not count while it is out of reach', async () => {
    const { ask, sent } = openShared([null]);
    await ask('bulk');
    expect(sent).toEqual([0]);
  });

  test('is not asked about a request that our own limit holds back', async () => {
    const memory = openMemory(() => Promise.reject(new Error('disk full')));
    const { ask, asked, sent } = openShared([], { memory });
    await ask('bulk');
    expect({ asked, sent }).toEqual({ asked: [], sent: [] });
  });

  test('admits no more than a burst after a long wait', async () => {
    const { ask, clock, sent } = openShared([4_000]);
    for (let n = 0; n <= burst; n++) void ask('bulk');
    for (let n = 0; n < 200; n++) await clock.advance(50);
    expect(sent).toHaveLength(burst + 1);
    expect(sent.at(-1)! - sent[0]!).toBeGreaterThanOrEqual(1_000 / perSecond);
  });

  test('is no longer asked when nobody wants to send, and our own turn is returned', async () => {
    const { ask, asked, clock, limiter, sent } = openShared([2_000]);
    const stop = new AbortController();
    void ask('bulk', stop.signal);
    await clock.advance(0);
    expect(limiter.status().available).toBe(3);
    stop.abort();
    await clock.advance(0);
    expect(limiter.status()).toMatchObject({ available: burst, waiting: 0 });
    await clock.advance(10_000);
    expect({ asked: asked.length, sent }).toEqual({ asked: 1, sent: [] });
  });

  test('may answer when nobody wants to send any more', async () => {
    const { ask, clock, limiter } = openShared([100]);
    const stop = new AbortController();
    void ask('bulk', stop.signal);
    await Promise.resolve();
    stop.abort();
    await clock.advance(200);
    expect(limiter.status()).toMatchObject({ available: burst, waiting: 0 });
  });

  test('learns of the pauses that the directory asks for', () => {
    const { holds, limiter } = openShared([]);
    limiter.hold(7_000);
    expect(holds).toEqual([7_000]);
  });
});
