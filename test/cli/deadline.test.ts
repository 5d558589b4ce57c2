import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeadline } from '../../src/main/cli/deadline.ts';

const minutes = 0.005;
const longer = 600;

test('a deadline does not pass while a command waits for its user', async () => {
  const deadline = createDeadline(minutes, () => () => undefined);
  await expect(deadline.within(deadline.local(sleep(longer, 'typed')))).resolves.toBe('typed');
  await expect(deadline.within(sleep(0, 'asked'))).resolves.toBe('asked');
});

test('a deadline passes while a command waits for the directory', async () => {
  const deadline = createDeadline(minutes, () => () => undefined);
  await expect(deadline.within(sleep(longer))).rejects.toMatchObject({ code: 'timed_out' });
});

test('a deadline does not pass while a command waits for what it is given', async () => {
  const deadline = createDeadline(minutes, () => () => undefined);
  let isEnded = false;
  async function* slowly() {
    try {
      for (const line of ['one', 'two']) yield await sleep(longer, line);
    } finally {
      isEnded = true;
    }
  }
  const read = async () => {
    for await (const line of deadline.localPieces(slowly())) if (line === 'two') return line;
    return null;
  };
  expect(await deadline.within(read())).toBe('two');
  expect(isEnded).toBe(true);
});
