import { isTooNested } from '../../shared/nesting.ts';
import type { Clock } from '../platform/clock.ts';
import type { Fetch } from '../platform/network/fetch.ts';

/** The result of one HTTP request, as data: decide on `status` first. */
export type Answer =
  | {
      kind: 'answer';
      status: number;
      headers: Headers;
      /** The body as text, as far as it arrived. */
      text: string;
      /** The parsed body if the content type is JSON and all of it arrived, otherwise undefined. */
      json: unknown;
    }
  | NoAnswer;

export interface NoAnswer {
  kind: 'no-answer';
  why: NoAnswerReason;
  detail: string;
}

/** A response with its body as far as it was read. */
export interface BytesAnswer {
  kind: 'answer';
  status: number;
  headers: Headers;
  body: Buffer;
  /** The body was read to its end. */
  isWhole: boolean;
  /** Reading stopped because it is too large. */
  isTooLarge: boolean;
}

/**
 * Why there was no response. `offline`: it is certain that nothing was sent; `redirect`: the host's fetch gave up on a
 * redirect; `lost`: the connection broke, the directory may have acted; `timeout`; `stopped` by us. Nothing was sent
 * because another computer of the office sends (`withheld`), or may have sent the same records before (`unclear`).
 */
export type NoAnswerReason = 'offline' | 'redirect' | 'lost' | 'timeout' | 'stopped' | 'withheld' | 'unclear';

export interface ExchangeOptions {
  fetch: Fetch;
  clock: Clock;
  method: string;
  body?: string;
  headers: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal;
  /** The maximum bytes read from a body; by default more than any response of the directory has. */
  maxBodyBytes?: number;
}

/** Larger responses are not read to the end: no response of the directory comes close to it. */
const maxBodyBytes = 50_000_000;

/** Sends one request and reads its response as text; never throws, never follows a redirect, stores no cookies. */
export async function exchange(address: string, options: ExchangeOptions): Promise<Answer> {
  const answer = await exchangeBytes(address, options);
  if (answer.kind === 'no-answer') return answer;
  const { status, headers, body, isWhole } = answer;
  const text = new TextDecoder().decode(body);
  const isJson = /\bjson\b/i.test(headers.get('content-type') ?? '');
  return { kind: 'answer', status, headers, text, json: isJson && isWhole ? parseJson(text) : undefined };
}

/** The same, with the body's bytes. */
export async function exchangeBytes(
  address: string,
  options: ExchangeOptions,
): Promise<BytesAnswer | NoAnswer> {
  const { clock, timeoutMs, signal } = options;
  const stop = new AbortController();
  const timer = new AbortController();
  let timedOut = false;
  const abort = () => stop.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  clock.sleep(timeoutMs, timer.signal).then(
    () => {
      timedOut = true;
      stop.abort();
    },
    () => undefined,
  );
  try {
    const response = await options.fetch(address, {
      method: options.method,
      headers: options.headers,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: stop.signal,
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    const read = await readBody(response, options.maxBodyBytes ?? maxBodyBytes);
    if (!read.isWhole && stop.signal.aborted) throw stop.signal.reason;
    return { kind: 'answer', status: response.status, headers: response.headers, ...read };
  } catch (error) {
    if (timedOut) return { kind: 'no-answer', why: 'timeout', detail: '' };
    if (stop.signal.aborted) return { kind: 'no-answer', why: 'stopped', detail: '' };
    return explainFailure(error);
  } finally {
    signal?.removeEventListener('abort', abort);
    timer.abort();
  }
}

/** If a body breaks off, its status and the part that arrived are still useful. */
async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Pick<BytesAnswer, 'body' | 'isWhole' | 'isTooLarge'>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      isWhole = done;
      if (done) break;
      size += value.byteLength;
      pieces.push(value);
      if (size <= maxBytes) continue;
      void reader?.cancel().catch(() => undefined);
      break;
    }
  } catch {
    isWhole = false;
  }
  return { body: Buffer.concat(pieces), isWhole, isTooLarge: size > maxBytes };
}

/** The value of a JSON text; undefined if it is invalid, or nested too deeply for recursion. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooNested(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * Errors before a connection was established, when nothing can have been sent (codes of Node, undici and Chromium). Those
 * of TLS but for certificates, and Chromium's of addresses, also come later.
 */
const beforeConnection =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_TIMED_OUT|ERR_CONNECTION_FAILED|ERR_NAME_|ERR_CERT_|ERR_PROXY_|ERR_TUNNEL_)/;

/** What Node was doing with a connection that existed: the same codes come when the network goes away meanwhile. */
const onConnection = new Set<unknown>(['read', 'write', 'shutdown']);

/** A code of an error, and whether nothing can have been sent when it came. */
interface Failure {
  code: string;
  isBefore: boolean;
}

function explainFailure(error: unknown): NoAnswer {
  const failures = failuresOf(error);
  const detail = failures.map(({ code }) => code).join(', ') || String(error);
  if (/redirect/i.test(String(error))) return { kind: 'no-answer', why: 'redirect', detail };
  const nothingSent = failures.length > 0 && failures.every(({ isBefore }) => isBefore);
  return { kind: 'no-answer', why: nothingSent ? 'offline' : 'lost', detail };
}

/** The failures of an error, its causes and the attempts that it collects (one for each address of a host). */
function failuresOf(error: unknown, depth = 0): Failure[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { code, syscall, message, cause, errors } = error as Record<string, unknown>;
  const own = typeof code === 'string' && !Array.isArray(errors) ? [code] : [];
  const chromium = typeof message === 'string' ? /net::(ERR_[A-Z_]+)/.exec(message)?.[1] : undefined;
  if (chromium) own.push(chromium);
  const failures = own.map((one) => ({
    code: one,
    isBefore: beforeConnection.test(one) && !onConnection.has(syscall),
  }));
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  return [...failures, ...inner.flatMap((one) => failuresOf(one, depth + 1))];
}
