import type { Answer, Bridge, CallName } from '../shared/contract/contract.ts';
import { AppError } from '../shared/errors.ts';
import { msg } from '../shared/message.ts';
import { closingEvent, pageSecretHeader, pageSecretName } from '../shared/pageSecret.ts';
import type { Link } from './state/data/session.ts';

/** From one attempt to reach Colophon to the next: longer and longer, so that a page does not keep a computer busy. */
const firstRetryMs = 1_000;
const lastRetryMs = 15_000;
/** The calls that save what was typed in a form. */
const recordSaves: ReadonlySet<string> = new Set(['drafts.save', 'applications.save'] satisfies CallName[]);

/**
 * The Bridge over HTTP of the web shell: `POST /call/<name>` and server-sent events from `/events`, at the page's own
 * address. Calls `onLink` when Colophon stops answering (`locked`: it was restarted and needs the address that it
 * printed; `closed`: it said so) and when it answers again; it reconnects by itself. While it does not answer, nothing
 * else is asked of it. Subscribe before the first call to miss no change.
 */
export function createWebBridge(onLink: (link: Link) => void): Bridge {
  const stream = createStream(onLink);
  return {
    invoke: async (name, input) => {
      await stream.begun();
      if (stream.isLost()) return unanswered();
      try {
        return await post(name, input);
      } catch {
        // There was no answer, or it was cut off; opening the stream again shows whether it works now.
        stream.reopen();
        return unanswered();
      }
    },
    subscribe: (listener) => stream.open(listener),
  };
}

function unanswered(): Answer {
  const parts = { why: msg('frame.link.why'), fix: msg('frame.link.fix') };
  return { ok: false, error: new AppError('offline', msg('frame.link.down'), parts).toWire() };
}

async function post(name: string, input: unknown): Promise<Answer> {
  const body = JSON.stringify(input);
  const response = await fetch(`/call/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...pageSecret() },
    body,
    // Data saved while the window closes still arrives: browsers let 64 kB outlive a page.
    keepalive: recordSaves.has(name) && body.length < 20_000,
  });
  return (await response.json()) as Answer;
}

/** The header with which Colophon knows this page; another tab may have got a new secret since the last request. */
function pageSecret(): Record<string, string> {
  return { [pageSecretHeader]: localStorage.getItem(pageSecretName) ?? '' };
}

/** Returns true if a server answers, even if it refuses this page. */
async function findOut(): Promise<'down' | 'locked'> {
  try {
    const { status } = await fetch('/', { method: 'HEAD' });
    return status === 401 || status === 403 ? 'locked' : 'down';
  } catch {
    return 'down';
  }
}

function createStream(onLink: (link: Link) => void) {
  let listener: ((name: string, data: unknown) => void) | null = null;
  let source = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let isLost = false;
  let isClosed = false;
  let retryMs = firstRetryMs;
  const first = Promise.withResolvers<void>();

  function connect(): void {
    close();
    const own = new AbortController();
    source = own;
    void follow(own.signal).then((link) => {
      first.resolve();
      if (own.signal.aborted) return;
      close();
      isLost = true;
      timer = setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, lastRetryMs);
      if (link === 'locked' || isClosed) onLink(isClosed ? 'closed' : link);
      else void findOut().then((found) => isOpen || onLink(found));
    });
  }
  /** Resolves when the stream has ended, with what is known of why. */
  async function follow(signal: AbortSignal): Promise<'down' | 'locked'> {
    try {
      const response = await fetch('/events', { headers: pageSecret(), signal });
      if (response.status === 401 || response.status === 403) return 'locked';
      if (!response.ok || response.body === null) return 'down';
      isOpen = true;
      isLost = false;
      isClosed = false;
      retryMs = firstRetryMs;
      first.resolve();
      onLink('up');
      await readEventStream(response.body, (name, data) => {
        if (name === closingEvent) isClosed = true;
        else listener?.(name, data);
      });
    } catch {
      // The connection was lost, or this stream was replaced.
    }
    return 'down';
  }
  function close(): void {
    isOpen = false;
    clearTimeout(timer);
    source.abort();
  }
  return {
    open(to: (name: string, data: unknown) => void): () => void {
      listener = to;
      connect();
      // Somebody looks at the page again, or the computer is awake.
      const hurry = () => {
        if (!isLost || document.visibilityState === 'hidden') return;
        retryMs = firstRetryMs;
        connect();
      };
      const stop = new AbortController();
      window.addEventListener('online', hurry, { signal: stop.signal });
      document.addEventListener('visibilitychange', hurry, { signal: stop.signal });
      return () => {
        stop.abort();
        close();
      };
    },
    /** True while Colophon does not answer; the next attempt is already due. */
    isLost: () => isLost,
    /** Resolves when the stream is open or has failed; at once if nobody subscribed. */
    begun: () => (listener ? first.promise : Promise.resolve()),
    reopen(): void {
      // Another call has found out already.
      if (isLost) return;
      isLost = listener !== null;
      onLink('down');
      if (listener) connect();
    },
  };
}

/**
 * Calls `heard` for each event of a `text/event-stream` until it ends; rejects if it is cut off. Unlike an `EventSource`,
 * the request for such a stream can have headers.
 */
async function readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: (name: string, data: unknown) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (name !== undefined && data !== undefined) heard(name, JSON.parse(data));
    }
  }
}
