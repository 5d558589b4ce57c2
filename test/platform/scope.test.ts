import { describe, expect, test } from 'vitest';
import { createScope } from '../../src/main/platform/scope.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

function setUp() {
  const lines: string[] = [];
  const write = (level: string) => (event: string) => void lines.push(`${level} ${event}`);
  return { scope: createScope({ log: { warn: write('warn'), error: write('error') } }), lines };
}

/** Rejects with the reason when the signal is aborted. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

describe('a task in a scope', () => {
  test('ends before the scope has stopped', async () => {
    const { scope, lines } = setUp();
    const order: string[] = [];
    scope.run('slow', async (signal) => {
      await untilAborted(signal).catch(() => undefined);
      await Promise.resolve();
      order.push('task');
    });
    await scope.stop();
    order.push('scope');
    expect(order).toEqual(['task', 'scope']);
    expect(lines).toEqual([]);
  });

  test('may start another task while the scope waits for it', async () => {
    const { scope } = setUp();
    const order: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    scope.run('first', async () => {
      scope.run('second', async () => {
        await promise;
        order.push('second');
      });
      order.push('first');
    });
    const stopped = scope.stop();
    resolve();
    await stopped;
    expect(order).toEqual(['first', 'second']);
  });

  test('that fails is logged: a known error as a warning, any other as an error', async () => {
    const { scope, lines } = setUp();
    const full = scope.run('full', async () => {
      throw new AppError('storage', literal('The disk is full.'));
    });
    const thrown = scope.run('thrown', () => {
      throw new TypeError('x is not a function');
    });
    await Promise.all([full.ended, thrown.ended]);
    expect(lines.toSorted()).toEqual(['error thrown', 'warn full']);
  });

  test('that fails while the scope stops is logged, unless it was aborted', async () => {
    const { scope, lines } = setUp();
    scope.run('aborted', (signal) => untilAborted(signal));
    scope.run('broken', async (signal) => {
      await untilAborted(signal).catch(() => undefined);
      throw new TypeError('x is not a function');
    });
    await scope.stop();
    expect(lines).toEqual(['error broken']);
  });

  test('can be aborted on its own', async () => {
    const { scope, lines } = setUp();
    const task = scope.run('one', (signal) => untilAborted(signal));
    task.abort();
    await task.ended;
    expect(scope.signal.aborted).toBe(false);
    expect(lines).toEqual([]);
  });

  test('is not started after the scope has stopped', async () => {
    const { scope } = setUp();
    await scope.stop();
    const task = scope.run('late', () => {
      throw new Error('started');
    });
    await task.ended;
    await expect(scope.call(() => 1)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a call in a scope', () => {
  test('settles as the work does', async () => {
    const { scope } = setUp();
    await expect(scope.call(() => 1)).resolves.toBe(1);
    const error = new TypeError('x is not a function');
    await expect(scope.call(() => Promise.reject(error))).rejects.toBe(error);
  });

  test('ends before the scope has stopped', async () => {
    const { scope, lines } = setUp();
    const order: string[] = [];
    const call = scope
      .call((signal) => untilAborted(signal))
      .catch((error: unknown) => order.push((error as Error).name));
    await scope.stop();
    order.push('stopped');
    await call;
    expect(order).toEqual(['AbortError', 'stopped']);
    expect(lines).toEqual([]);
  });
});

test('a child scope stops with its parent, or on its own', async () => {
  const { scope } = setUp();
  const [first, second] = [scope.child(), scope.child()];
  await first.stop();
  expect([first, second, scope].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  await scope.stop();
  expect(second.signal.aborted).toBe(true);
});
