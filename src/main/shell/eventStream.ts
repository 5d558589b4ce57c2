import { closingEvent } from '../../shared/pageSecret.ts';
import type { Events } from '../platform/events.ts';

/** The maximum bytes that may wait for a client that does not read; then its stream is ended, and it reconnects. */
const maxWaitingBytes = 1024 * 1024;

/**
 * Events as a `text/event-stream`: `event: <name>`, `data: <json>`, and a comment now and then to keep the connection
 * alive. Nothing is sent again after a reconnection; the client then reloads what it shows.
 */
export function eventStream(
  events: Pick<Events, 'subscribe'>,
  options: { closing: AbortSignal; keepsAddress: boolean; heartbeatMs: number },
): Response {
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const encoder = new TextEncoder();
        let isEnded = false;
        const end = () => {
          if (isEnded) return;
          isEnded = true;
          stop();
          controller.close();
        };
        const send = (text: string) => {
          if (isEnded) return;
          if ((controller.desiredSize ?? 0) <= 0) return end();
          controller.enqueue(encoder.encode(text));
        };
        const unsubscribe = events.subscribe((name, data) =>
          send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
        );
        const beat = setInterval(() => send(': here\n\n'), options.heartbeatMs);
        const close = () => {
          // A page waits for a Colophon that comes back to its address, as after a crash.
          if (!options.keepsAddress) send(`event: ${closingEvent}\ndata: {}\n\n`);
          end();
        };
        options.closing.addEventListener('abort', close);
        stop = () => {
          unsubscribe();
          clearInterval(beat);
          options.closing.removeEventListener('abort', close);
        };
        send('retry: 1000\n\n');
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes }),
  );
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
