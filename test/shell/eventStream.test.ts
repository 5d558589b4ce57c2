import { expect, test } from 'vitest';
import type { Events } from '../../src/main/platform/events.ts';
import { eventStream } from '../../src/main/shell/eventStream.ts';

test('a client that has stopped reading is ended once when Colophon closes', async () => {
  let publish: Parameters<Events['subscribe']>[0] = () => undefined;
  const subscribe: Events['subscribe'] = (listener) => {
    publish = listener;
    return () => undefined;
  };
  const closing = new AbortController();
  const options = { closing: closing.signal, keepsAddress: false, heartbeatMs: 60_000 };
  const response = eventStream({ subscribe }, options);
  publish('words.changed' as never, 'x'.repeat(2 * 1024 * 1024) as never);
  // An error of a listener would end the process.
  closing.abort();
  const text = await response.text();
  expect(text).toMatch(/^retry: 1000\n\nevent: words\.changed\n/);
  expect(text).not.toContain('event: closing');
});
