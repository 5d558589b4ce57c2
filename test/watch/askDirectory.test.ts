import { expect, test } from 'vitest';
import type { Clock } from '../../src/main/platform/clock.ts';
import type { DirectoryClient } from '../../src/main/remote/directoryClient.ts';
import { createAskDirectory } from '../../src/main/watch/askDirectory.ts';
import { AppError } from '../../src/shared/errors.ts';
import { literal } from '../../src/shared/message.ts';

/** Asks about terms in parts, to which a server answers with these statuses; returns the sizes, and what is remembered. */
async function askIn(count: number, statusOf: (size: number, asked: number) => number, most = 80) {
  const asked: number[] = [];
  let remembered = most;
  const { inParts } = createAskDirectory({
    client: {} as DirectoryClient,
    priority: 'background',
    clock: {} as Clock,
    signal: new AbortController().signal,
    sizes: {
      issns: () => remembered,
      ids: () => most,
      tooMany: (_what, size) => {
        remembered = size;
      },
    },
    sent: () => undefined,
  });
  const terms = Array.from({ length: count }, (_, at) => at);
  const done: number[] = [];
  await inParts('issns', terms, {
    ask: async (part) => {
      const status = statusOf(part.length, asked.length);
      asked.push(part.length);
      if (status !== 200) throw new AppError('remote', literal('No.'), { status });
      done.push(...part);
    },
  });
  expect(done).toEqual(terms);
  return { asked, remembered };
}

test('a server that is down for a moment is asked as much as before', async () => {
  const down = (_size: number, asked: number) => (asked < 4 ? 502 : 200);
  expect(await askIn(200, down)).toEqual({ asked: [80, 40, 20, 10, 5, 80, 80, 35], remembered: 80 });
  expect(await askIn(4, (_size, asked) => (asked < 1 ? 502 : 200))).toMatchObject({ remembered: 80 });
  // It is down again when the rest is asked for.
  const twice = (_size: number, asked: number) => (asked === 0 || asked === 2 ? 502 : 200);
  expect(await askIn(60, twice)).toEqual({ asked: [60, 30, 30, 15, 15], remembered: 80 });
});

test('a query that is too long for a server on the way is not asked again', async () => {
  const atMost = (most: number, status: number) => (size: number) => (size > most ? status : 200);
  const sizes = [80, 40, 20];
  expect(await askIn(120, atMost(20, 502))).toEqual({
    asked: [...sizes, 80, 20, 20, 20, 20, 20],
    remembered: 20,
  });
  expect(await askIn(60, atMost(20, 414))).toEqual({ asked: [60, 30, 15, 15, 15, 15], remembered: 15 });
});

test('any other failure, or that of a single term, is thrown', async () => {
  await expect(askIn(80, () => 500)).rejects.toMatchObject({ status: 500 });
  await expect(askIn(80, () => 502)).rejects.toMatchObject({ status: 502 });
});
