import type { AppError } from '../../shared/errors.ts';
import type { MessageParams } from '../../shared/message.ts';
import type { Clock } from '../platform/clock.ts';
import { type FailureIn, fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import { serverOf } from '../platform/network/origin.ts';
import type { PinnedFetch } from '../platform/network/pinnedFetch.ts';
import { addressesOf, isPrivateAddress, type ResolveHost } from '../platform/network/privateAddress.ts';
import type { Scope } from '../platform/scope.ts';
import { readRetryAfter } from '../remote/answers.ts';
import { type BytesAnswer, exchangeBytes, type NoAnswerReason } from '../remote/exchange.ts';
import { createRateLimiter, type LimiterState, type RateLimiter } from '../remote/rateLimiter.ts';

/** A request to a server that is not the directory's. */
export interface PoliteRequest {
  address: string;
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  /** Bytes of the body that are read; by default 20 MB. */
  maxBodyBytes?: number;
  /** Redirects that are followed; by default 5. */
  redirects?: number;
  /** How often a request is repeated after 429, a server error or a lost answer; by default twice. */
  retries?: number;
  /** A host that wants a longer pause, in milliseconds, is not asked (`held`); by default the request waits. */
  longestWait?: number;
  /** Minimum pause since the last request to the host, in milliseconds. */
  pauseMs?: number;
  /** The address that the user entered: its origin, and nothing else, may be on this computer or in a local network. */
  entered?: string;
  /** Sends the request to the sandbox at this address, which simulates every server. */
  sandboxAddress?: string | null;
  /** Called with each answer, also of a request that was repeated; returns false if it may not be repeated. */
  answered?: (answer: BytesAnswer | PoliteNoAnswer) => boolean;
  signal: AbortSignal;
}

/** The last response, with the redirects before it. */
export interface PoliteResponse extends BytesAnswer {
  address: string;
  hops: readonly Hop[];
}

interface Hop {
  status: number;
  to: string;
}

/** The reason why a server was not asked, or did not answer. */
export type PoliteReason =
  | NoAnswerReason
  | 'held'
  | 'private'
  | 'insecure'
  | 'too-many-redirects'
  | 'bad-address';

export interface PoliteNoAnswer {
  kind: 'no-answer';
  why: PoliteReason;
  detail: string;
  address: string;
  hops: readonly Hop[];
}

export type PoliteAnswer = PoliteResponse | PoliteNoAnswer;

export type PoliteClient = ReturnType<typeof createPoliteClient>;

/** reference/sources.md 1 */
const timeoutMs = 30_000;
const maxBodyBytes = 20_000_000;
const firstPause = 5_000;
const maxPause = 300_000;
/** The maximum pause of a limiter; requests do not wait for longer ones. */
const maxWait = 15 * 60_000;

/**
 * Creates the client for servers other than the directory's (reference/sources.md 1): one request at a time per host,
 * with a pause in between that all Colophons of the user share; no cookies, and nothing in local networks.
 */
export function createPoliteClient(parts: {
  /** Shows redirects, and connects to the addresses that were checked. */
  fetch: PinnedFetch;
  resolveHost: ResolveHost;
  clock: Clock;
  log: Pick<Log, 'info'>;
  version: string;
  /** The contact address sent to servers, empty for none, and the seconds between two requests to a host. */
  manners: () => { contact: string; pause: number };
  limitFile: {
    load(service: string): LimiterState | null;
    update(service: string, change: (state: LimiterState | null) => LimiterState): Promise<void>;
  };
  scope: Scope;
}) {
  const { clock, limitFile, scope } = parts;
  const hosts = new Map<string, Host>();

  function hostOf(address: string): Host {
    const { host } = new URL(serverOf(address));
    const perSecond = 1 / parts.manners().pause;
    const known = hosts.get(host);
    if (known) {
      if (known.perSecond !== perSecond) known.limiter.setRate(perSecond);
      known.perSecond = perSecond;
      return known;
    }
    const service = `source ${host}`;
    const memory = {
      load: () => limitFile.load(service),
      update: (change: (state: LimiterState | null) => LimiterState) => limitFile.update(service, change),
    };
    const limiter = createRateLimiter({ perSecond, burst: 1, clock, memory, scope });
    const made = { limiter, perSecond, last: Promise.resolve(), endedAt: Number.NEGATIVE_INFINITY };
    hosts.set(host, made);
    return made;
  }

  /** Sends one request when it is its host's turn. */
  async function send(address: string, request: PoliteRequest): Promise<BytesAnswer | PoliteNoAnswer> {
    const none = (why: PoliteReason, detail = ''): PoliteNoAnswer => {
      return { kind: 'no-answer', why, detail, address, hops: [] };
    };
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return none('bad-address');
    const { sandboxAddress = null } = request;
    const addresses = sandboxAddress === null ? await addressesOf(url.hostname, parts.resolveHost) : [];
    if (addresses.some(isPrivateAddress) && !isEntered(url, request.entered)) return none('private');
    const host = hostOf(address);
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = host.last;
    host.last = before.then(() => promise);
    try {
      await before;
      await clock.sleep(
        Math.max(0, host.endedAt + (request.pauseMs ?? 0) - clock.monotonic()),
        request.signal,
      );
      const { longestWait = Number.POSITIVE_INFINITY } = request;
      if (host.limiter.secondsFor(1) * 1000 > longestWait) return none('held');
      await host.limiter.acquire('bulk', request.signal);
      const answer = await exchangeOnce(
        sandboxAddress === null ? address : viaSandbox(url, sandboxAddress),
        request,
        addresses,
      );
      parts.log.info('source', {
        host: url.host,
        status: answer.kind === 'answer' ? answer.status : answer.why,
      });
      return answer.kind === 'no-answer' ? none(answer.why, answer.detail) : answer;
    } finally {
      host.endedAt = clock.monotonic();
      resolve();
    }
  }

  function exchangeOnce(address: string, request: PoliteRequest, addresses: readonly string[]) {
    const { contact } = parts.manners();
    return exchangeBytes(address, {
      fetch: (to, init) => parts.fetch(to, init, addresses),
      clock,
      method: request.method ?? 'GET',
      headers: { accept: '*/*', ...request.headers, 'user-agent': userAgent(parts.version, contact) },
      timeoutMs,
      maxBodyBytes: request.maxBodyBytes ?? maxBodyBytes,
      signal: AbortSignal.any([scope.signal, request.signal]),
    });
  }

  /** Repeats a request after temporary failures; the host gets no other request meanwhile. */
  async function persist(address: string, request: PoliteRequest): Promise<BytesAnswer | PoliteNoAnswer> {
    const { retries = 2 } = request;
    for (let failures = 0; ; failures++) {
      const answer = await send(address, request);
      request.signal.throwIfAborted();
      const mayRepeat = request.answered?.(answer) ?? true;
      // No server was asked, so there is none whose pace could change.
      if (answer.kind === 'no-answer' && (answer.why === 'bad-address' || answer.why === 'held'))
        return answer;
      const { limiter } = hostOf(address);
      const isBusy = answer.kind === 'answer' && (answer.status === 429 || answer.status === 503);
      if (!isBusy && !isPassing(answer)) {
        limiter.answered();
        return answer;
      }
      const requested = answer.kind === 'answer' ? readRetryAfter(answer.headers, clock.now()) : null;
      const pause = requested ?? Math.min(maxPause, firstPause * 2 ** failures);
      // The pause counts even if this request is not repeated.
      if (isBusy || failures < retries) limiter.hold(pause);
      if (failures >= retries || pause > maxWait || !mayRepeat) return answer;
    }
  }

  return {
    /** Never throws, unless `signal` is aborted. */
    async ask(request: PoliteRequest): Promise<PoliteAnswer> {
      const hops: Hop[] = [];
      let { address } = request;
      for (;;) {
        const answer = { ...(await persist(address, request)), address, hops };
        const to = answer.kind === 'answer' && redirectOf(answer.status, answer.headers, address);
        if (!to || answer.kind !== 'answer') return answer;
        hops.push({ status: answer.status, to });
        const stop = (why: PoliteReason): PoliteNoAnswer => ({
          kind: 'no-answer',
          why,
          detail: to,
          address: to,
          hops,
        });
        if (address.startsWith('https:') && !to.startsWith('https:')) return stop('insecure');
        if (hops.length > (request.redirects ?? 5)) return stop('too-many-redirects');
        address = to;
      }
    },
  };
}

interface Host {
  limiter: RateLimiter;
  perSecond: number;
  /** Resolves when earlier requests have ended. */
  last: Promise<void>;
  /** When the last request ended, by the monotonic clock. */
  endedAt: number;
}

/** Returns true for the origin that the user entered, and for the same host with https at the usual port. */
function isEntered(url: URL, entered: string | undefined): boolean {
  const chosen = URL.parse(entered ?? '');
  if (!chosen) return false;
  const isUpgrade =
    chosen.protocol === 'http:' && url.protocol === 'https:' && `${chosen.port}${url.port}` === '';
  return url.origin === chosen.origin || (isUpgrade && url.hostname === chosen.hostname);
}

/** The error for an answer that cannot be used; `name` is the server, in the user's words. */
export function sourceProblem(answer: PoliteAnswer, name: string): AppError {
  if (answer.kind === 'no-answer') {
    const { why, detail } = answer;
    if (why === 'stopped') return fail('sources.problem.stopped');
    if (why === 'held') return problem('busy', { name });
    // Only the directory's requests are `withheld` or `unclear`.
    const isLost = why === 'lost' || why === 'timeout' || why === 'withheld' || why === 'unclear';
    return problem(isLost ? 'offline' : why, { name }, detail);
  }
  const { status } = answer;
  if (answer.isTooLarge) return problem('too-large', { name });
  if (status === 429 || status === 503) return problem('busy', { name }, String(status));
  if (status >= 500) return problem('server', { name, status }, String(status));
  if (!answer.isWhole) return problem('cut-off', { name });
  return problem('status', { name, status }, String(status));
}

function problem(kind: FailureIn<'sources.problem'>, params: MessageParams, details = ''): AppError {
  return fail(`sources.problem.${kind}`, params, { details });
}

function userAgent(version: string, contact: string): string {
  return contact === '' ? `Colophon/${version}` : `Colophon/${version} (mailto:${contact})`;
}

/** Returns true for a failure that may be temporary: a server error, or an answer that was lost or cut off. */
function isPassing(answer: BytesAnswer | PoliteNoAnswer): boolean {
  if (answer.kind === 'no-answer') return answer.why === 'lost' || answer.why === 'timeout';
  return answer.status >= 500 || (!answer.isWhole && !answer.isTooLarge);
}

/** The absolute address of a redirect; null for any other response. */
function redirectOf(status: number, headers: Headers, from: string): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const location = headers.get('location');
  return location === null ? null : (URL.parse(location, from)?.href ?? null);
}

/** The sandbox simulates every host: `https://a.example/x?y` is at `/web/https/a.example/x?y`. */
function viaSandbox(url: URL, sandboxAddress: string): string {
  return `${sandboxAddress}web/${url.protocol.slice(0, -1)}/${url.host}${url.pathname}${url.search}`;
}
