import { expect, test } from 'vitest';
import { createTaskLoop, type TaskLoop } from '../../src/main/outbox/taskLoop.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { testScope } from '../helpers/testScope.ts';

type Work = (loop: TaskLoop) => Promise<void>;

/** A loop that does this work in order; `done` lists what ended. */
function open(work: Record<string, Work>) {
  const clock = new ManualClock();
  const waiting = Object.entries(work);
  const state = { picks: 0, done: [] as string[], duringPick: () => {} };
  const loop = createTaskLoop<{ kind: 'work'; name: string; run: Work }>({
    clock,
    scope: testScope(),
    name: 'test',
    pick: () => {
      state.picks += 1;
      state.duringPick();
      const [name, run] = waiting[0] ?? [];
      return name && run ? { kind: 'work', name, run } : null;
    },
    run: async ({ name, run }) => {
      await run(loop);
      waiting.shift();
      state.done.push(name);
    },
    fail: (error) => {
      throw error;
    },
  });
  return { clock, loop, state };
}

/** Rejects when the signal is aborted. */
const until = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Stops the loop, and returns whether that ended without any time passing. */
async function stopsAtOnce({ clock, loop }: ReturnType<typeof open>, graceMs = 60_000): Promise<boolean> {
  let hasStopped = false;
  void loop.stop(graceMs).then(() => {
    hasStopped = true;
  });
  await clock.advance(0);
  return hasStopped;
}

test('looks again if it was woken while it found nothing', async () => {
  const { clock, loop, state } = open({ task: async () => undefined });
  state.duringPick = () => {
    if (state.picks === 2) loop.wake();
  };
  loop.wake();
  await clock.advance(0);
  expect(state).toMatchObject({ picks: 3, done: ['task'] });
});

test('a task that waits for its turn begins anew when the loop is woken', async () => {
  const { clock, loop, state } = open({ task: (own) => until(own.turn()) });
  loop.wake();
  await clock.advance(0);
  expect(state.picks).toBe(1);
  loop.wake();
  await clock.advance(0);
  expect(state.picks).toBe(2);
});

test('once stopped, it does nothing more when woken', async () => {
  const world = open({ task: async () => undefined });
  expect(await stopsAtOnce(world)).toBe(true);
  world.loop.wake();
  await world.clock.advance(0);
  expect(world.state).toMatchObject({ picks: 0, done: [] });
});

test.each<[string, Work]>([
  ['a turn', (loop) => until(loop.turn())],
  ['an answer to a read', (loop) => until(loop.reads)],
])('stopping does not wait for %s', async (_name, work) => {
  const world = open({ work });
  world.loop.wake();
  await world.clock.advance(0);
  expect(await stopsAtOnce(world)).toBe(true);
  expect(world.state.done).toEqual([]);
});

test('stopping ends with the request in flight, which is not aborted then', async () => {
  const request = Promise.withResolvers<void>();
  let sending: AbortSignal | null = null;
  const world = open({
    send: (own) =>
      own.whileSending((signal) => {
        sending = signal;
        return request.promise;
      }),
  });
  world.loop.wake();
  await world.clock.advance(0);
  expect(await stopsAtOnce(world)).toBe(false);
  const stopped = world.loop.stop(60_000);
  request.resolve();
  await world.clock.advance(0);
  await stopped;
  expect([world.state.done, sending!.aborted]).toEqual([['send'], false]);
});

test.each([0, 1])('a request that begins after the stop is aborted (after %i others)', async (others) => {
  const begin = Promise.withResolvers<void>();
  const wasAborted: boolean[] = [];
  const send: Work = (loop) => loop.whileSending(async ({ aborted }) => void wasAborted.push(aborted));
  const earlier = Object.fromEntries(Array.from({ length: others }, (_, index) => [`send ${index}`, send]));
  const world = open({ ...earlier, last: (own) => begin.promise.then(() => send(own)) });
  world.loop.wake();
  await world.clock.advance(0);
  const stopped = world.loop.stop(60_000);
  await world.clock.advance(0);
  begin.resolve();
  await stopped;
  expect(wasAborted).toEqual([...Array(others).fill(false), true]);
});
