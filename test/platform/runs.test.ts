import { describe, expect, test } from 'vitest';
import { createReportTimer, createRuns } from '../../src/main/platform/runs.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';
import { testScope } from '../helpers/testScope.ts';

describe('runs in the background', () => {
  test('end when they are stopped, with the reason, and another may start afterwards', async () => {
    const reasons: unknown[] = [];
    const runs = createRuns<string>(testScope(), 'test');
    const untilStopped = async (signal: AbortSignal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      reasons.push(signal.reason);
    };
    runs.start('a', untilStopped);
    runs.start('b', untilStopped);
    await runs.stop('a', 'enough');
    expect([runs.has('a'), runs.has('b'), reasons]).toEqual([false, true, ['enough']]);
    runs.start('a', untilStopped);
    expect(runs.has('a')).toBe(true);
  });

  test('can be started again as soon as they have ended, also after an error', async () => {
    const ended: string[] = [];
    const runs = createRuns<string>(testScope(), 'test', (key) => {
      ended.push(key);
      expect(runs.has(key)).toBe(false);
      if (ended.length === 1) runs.start(key, async () => {});
    });
    runs.start('a', () => Promise.reject(new AppError('offline', literal('broken'))));
    while (runs.has('a')) await runs.stop('a');
    expect(ended).toEqual(['a', 'a']);
  });

  test('do not start once the program stops', async () => {
    const scope = testScope();
    await scope.stop();
    const runs = createRuns<string>(scope, 'test');
    runs.start('a', () => expect.unreachable());
    expect(runs.has('a')).toBe(false);
  });
});

test('a report of progress is due at first, and then four times a second', () => {
  let now = 5;
  const isDue = createReportTimer({ monotonic: () => now });
  const due = [0, 100, 149, 1, 249, 1].map((passed) => {
    now += passed;
    return isDue();
  });
  expect(due).toEqual([true, false, false, true, false, true]);
});
