import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import querystring from 'node:querystring';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { type ChaosTime, chaosNow, leftHeader, steadyMs } from './chaosTime.ts';
import type { Passage } from './invariants/checkLimit.ts';
import { hashOf, markOf, type SentRequest } from './ledger.ts';
import type { Problem } from './problem.ts';
import { spoilJson, spoilXml } from './rubbish.ts';
import { type Random, seeded } from './seeded.ts';

/** The faults of the proxy between the application and a directory. */
export type Mischief =
  /** A captive portal answers everything with 200 and HTML; nothing is forwarded. */
  | { kind: 'portal' }
  /** The same with a redirect, which must not be followed, since the key would go with it. */
  | { kind: 'redirect'; status: number }
  /** Answers 429 to everything; nothing is forwarded. */
  | { kind: 'storm'; retryAfter?: string }
  /** The response comes byte by byte, with this many real milliseconds between. */
  | { kind: 'drip'; ms: number }
  /** The connection breaks during the response. */
  | { kind: 'cut' }
  /** The response is shorter than announced, and the connection stays open. */
  | { kind: 'short' }
  /** The response is not HTTP. */
  | { kind: 'noise' }
  /** The request is forwarded and processed, but another response is sent, with 200 and the content type of JSON. */
  | { kind: 'lie' }
  /** The response has wrong types, times that are none, and ids of any size, drawn by a seed. */
  | { kind: 'rubbish'; seed: number };

/** A proxy in front of each directory that records requests and can spoil responses. */
export interface Network {
  /** Requests that must never occur. */
  readonly problems: Problem[];
  /** Opens the proxies; `inner` are the ports of the directories. Returns the ports for the application, which stay the same. */
  open(inner: readonly number[]): Promise<number[]>;
  /** Stops listening and breaks all connections. */
  close(): Promise<void>;
  /** Spoils the next requests to a directory. */
  spoil(place: number, mischief: Mischief, times: number): void;
  behave(): void;
  /** How many requests of any kind have arrived. */
  requests(): number;
  /** Method and path of the requests to a directory that change something, in order, without ids. */
  changes(place: number): readonly string[];
  /** All requests to a directory since the beginning, in order. */
  arrived(place: number): readonly Passage[];
  /** All requests that send or delete articles, whether they reached the directory or not, in order. */
  sent(place: number): readonly SentRequest[];
  /** All requests with articles that a directory stored or deleted, in order. */
  stored(place: number): readonly StoredRequest[];
  /** Resolves once this many more requests have arrived at any directory, or after `ms` real milliseconds. */
  arrive(requests: number, ms: number): Promise<void>;
}

/** Contents by the DOI or address of their article; null: an article was deleted. */
export type StoredRequest = readonly { identifier: string; content: string }[] | null;

interface Way {
  port: number;
  inner: number;
  server: Server | null;
  spoiled: Mischief[];
  arrived: Passage[];
  changes: string[];
  sent: SentRequest[];
  stored: StoredRequest[];
  /** Draws the delays of its next requests; each takes two numbers. */
  delays: Random;
}

const html = '<!doctype html><title>Welcome</title><p>Log in to use this network.</p>';
const trap = '/trap';
const ids = /\/[0-9a-f]{32}\b/g;

/** The longest delay of a request or a response, in real milliseconds. */
const maxDelay = 12;

/**
 * Creates the network; nothing listens before `open`. The seed draws the delays of each request and its response. `keys`
 * are those of the directories by place: none may arrive anywhere else.
 */
export function createNetwork(time: ChaosTime, seed: number, keys: readonly string[] = []): Network {
  const ways: Way[] = [];
  const problems: Problem[] = [];
  const arrivals = new Set<() => void>();

  let requests = 0;

  /** A key belongs to one directory, and to no other server at the same address. */
  function checkKeys(way: Way, { method, url = '/', rawHeaders }: IncomingMessage): void {
    const place = ways.indexOf(way);
    const text = querystring.unescape(`${url}\n${rawHeaders.join('\n')}`);
    for (const [at, key] of keys.entries()) {
      if (!text.includes(key) || (at === place && url.startsWith('/directory/'))) continue;
      const path = url.split('?')[0];
      const what = `The key of directory ${at} arrived at directory ${place}: ${method} ${path}`;
      problems.push({ check: 'key at another origin', text: what });
    }
  }

  function take(way: Way, asked: IncomingMessage, answer: ServerResponse): void {
    requests += 1;
    checkKeys(way, asked);
    const path = (asked.url ?? '/').split('?')[0]!;
    if (path.startsWith(trap)) {
      const text = `The address of a redirect was followed: ${asked.method} ${path}`;
      problems.push({ check: 'redirect followed', text });
      answer.writeHead(404).end();
      return;
    }
    if (path.startsWith('/directory/')) {
      const to = steadyMs();
      const left = Number(asked.headers[leftHeader] ?? to);
      way.arrived.push({ from: Math.min(left, to), to });
      if (asked.method !== 'GET') way.changes.push(`${asked.method} ${path.replaceAll(ids, '/#')}`);
      for (const waiting of arrivals) waiting();
    }
    const delays = { there: way.delays.int(0, maxDelay), back: way.delays.int(0, maxDelay) };
    // Only the directory's redirects must not be followed.
    const isSpared = path.startsWith('/web/') && way.spoiled[0]?.kind === 'redirect';
    spoil(way, { mischief: isSpared ? undefined : way.spoiled.shift(), delays }, asked, answer, time);
  }

  return {
    problems,
    async open(inner) {
      for (const [place, port] of inner.entries()) {
        const way = ways[place] ?? {
          port: 0,
          inner: port,
          server: null,
          spoiled: [],
          arrived: [],
          changes: [],
          sent: [],
          stored: [],
          delays: seeded(seed + place),
        };
        ways[place] = way;
        way.inner = port;
        if (way.server) continue;
        const server = createServer((asked, answer) => take(way, asked, answer));
        way.server = server;
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(way.port, '127.0.0.1', resolve);
        });
        way.port = (server.address() as AddressInfo).port;
      }
      return ways.map(({ port }) => port);
    },
    async close() {
      await Promise.all(
        ways.map(async (way) => {
          const { server } = way;
          way.server = null;
          if (!server) return;
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeAllConnections();
          await closed;
        }),
      );
    },
    spoil(place, mischief, times) {
      ways[place]?.spoiled.push(...Array.from({ length: times }, () => mischief));
    },
    behave() {
      for (const way of ways) way.spoiled = [];
    },
    requests: () => requests,
    changes: (place) => ways[place]?.changes ?? [],
    arrived: (place) => ways[place]?.arrived ?? [],
    sent: (place) => ways[place]?.sent ?? [],
    stored: (place) => ways[place]?.stored ?? [],
    async arrive(requests, ms) {
      if (requests === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      let left = requests;
      const count = () => {
        left -= 1;
        if (left === 0) resolve();
      };
      const timer = setTimeout(resolve, ms);
      arrivals.add(count);
      await promise;
      arrivals.delete(count);
      clearTimeout(timer);
    },
  };
}

function spoil(
  way: Way,
  { mischief, delays }: { mischief: Mischief | undefined; delays: { there: number; back: number } },
  asked: IncomingMessage,
  answer: ServerResponse,
  time: ChaosTime,
): void {
  const read = noteSent(way, asked);
  const say = (status: number, headers: OutgoingHttpHeaders, body: string) => {
    asked.resume();
    asked.once('end', () => answer.writeHead(status, headers).end(body));
  };
  switch (mischief?.kind) {
    case 'portal':
      say(200, { 'Content-Type': 'text/html' }, html);
      return;
    case 'redirect':
      say(mischief.status, { Location: `http://127.0.0.1:${way.port}${trap}${asked.url}` }, html);
      return;
    case 'storm': {
      const after = mischief.retryAfter === 'date' ? inAMinute(time) : mischief.retryAfter;
      say(429, after === undefined ? {} : { 'Retry-After': after }, '429 Too Many Requests');
      return;
    }
    case 'noise':
      asked.resume();
      asked.once('end', () => (asked.socket as Socket).end('\u0000\u0001\u0002 220 ready\r\n\r\n'));
      return;
    default:
      setTimeout(() => passOn(way, asked, answer, { mischief, delay: delays.back, read }), delays.there);
  }
}

function inAMinute(time: ChaosTime): string {
  return new Date(chaosNow(time) + 60_000).toUTCString();
}

/** Forwards a request to the directory and its response back, unchanged or spoiled. */
function passOn(
  way: Way,
  asked: IncomingMessage,
  answer: ServerResponse,
  { mischief, delay, read }: { mischief: Mischief | undefined; delay: number; read: readonly Buffer[] },
): void {
  if (asked.destroyed || answer.destroyed) return;
  const { method, url: path, headers } = asked;
  const passed = request(
    { host: '127.0.0.1', port: way.inner, method, path, headers, agent: false },
    (got) => {
      noteStored(way, asked, { status: got.statusCode ?? 0, body: read });
      if (answer.destroyed) {
        got.resume();
        return;
      }
      answer.once('close', () => got.destroy());
      if (!mischief) {
        got.once('error', () => answer.destroy());
        setTimeout(() => {
          if (answer.destroyed) return;
          answer.writeHead(got.statusCode!, got.headers);
          got.pipe(answer);
        }, delay);
        return;
      }
      const pieces: Buffer[] = [];
      got.on('data', (piece: Buffer) => pieces.push(piece));
      got.once('error', () => answer.destroy());
      got.once('end', () => spoilAnswer(mischief, { got, body: Buffer.concat(pieces) }, answer));
    },
  );
  passed.once('error', () => answer.destroy());
  asked.once('error', () => passed.destroy());
  // The directory handles a request that it has whole, and what it stored is noted, even if the client is gone by then.
  answer.once('close', () => {
    if (!asked.complete) passed.destroy();
  });
  asked.pipe(passed);
}

/** Notes what a request sends or deletes once it is whole; returns the pieces of its body, which it gets as they are read. */
function noteSent(way: Way, asked: IncomingMessage): readonly Buffer[] {
  const pieces: Buffer[] = [];
  const { method, url = '' } = asked;
  const kind = /^\/directory\/[^?]*\/(articles|applications)\b/.exec(url)?.[1];
  if (method === 'GET' || kind === undefined) return pieces;
  // Without starting the flow, which `pipe` or `resume` do.
  asked.prependListener('data', (piece: Buffer) => pieces.push(piece));
  asked.once('end', () => {
    if (kind === 'applications') {
      const overwrites = method === 'PUT' ? /\/applications\/([^/?]+)/.exec(url)?.[1] : undefined;
      // A person withdraws one application at a time.
      if (method !== 'DELETE')
        way.sent.push({
          at: steadyMs(),
          articles: [],
          application: markOf(recordsIn(pieces)[0]!),
          ...(overwrites === undefined ? {} : { overwrites }),
          deleted: null,
        });
      return;
    }
    const deleted = method === 'DELETE' ? /\/articles\/([^/?]+)/.exec(url)?.[1] : undefined;
    const articles = deleted === undefined ? recordsIn(pieces) : [];
    way.sent.push({
      at: steadyMs(),
      deleted: deleted ?? null,
      articles: articles.map((record) => ({
        hash: hashOf(record),
        title: String((record.bibjson as DraftRecord | undefined)?.title),
      })),
    });
  });
  return pieces;
}

/** The records of a body; none if it is no JSON. */
function recordsIn(pieces: readonly Buffer[]): DraftRecord[] {
  const given = JSON.parse(Buffer.concat(pieces).toString('utf8')) as DraftRecord | DraftRecord[];
  return Array.isArray(given) ? given : [given];
}

/** Without the requests that the directory only accepts for later: their outcome is not in the response. */
function noteStored(
  way: Way,
  { method, url = '' }: IncomingMessage,
  { status, body }: { status: number; body: readonly Buffer[] },
): void {
  if (method === 'GET' || !url.includes('/articles') || ![200, 201, 204].includes(status)) return;
  if (method === 'DELETE') {
    way.stored.push(null);
    return;
  }
  const given = JSON.parse(Buffer.concat(body).toString('utf8')) as unknown;
  const records = (Array.isArray(given) ? given : [given]) as { bibjson?: SentArticle }[];
  way.stored.push(
    records.flatMap(({ bibjson }) => {
      const doi = bibjson?.identifier?.find(({ type }) => type === 'doi')?.id;
      const identifier = doi ?? bibjson?.link?.[0]?.url;
      return identifier === undefined ? [] : [{ identifier, content: JSON.stringify(bibjson) }];
    }),
  );
}

interface SentArticle {
  identifier?: { type: string; id: string }[];
  link?: { url: string }[];
}

function spoilAnswer(
  mischief: Mischief,
  { got, body }: { got: IncomingMessage; body: Buffer },
  answer: ServerResponse,
): void {
  const { 'transfer-encoding': _, ...headers } = got.headers;
  const length = body.length + (mischief.kind === 'short' ? 100 : 0);
  if (mischief.kind === 'lie') {
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end(html);
    return;
  }
  if (mischief.kind === 'rubbish') {
    const spoilText = /xml/.test(String(headers['content-type'])) ? spoilXml : spoilJson;
    const spoiled = Buffer.from(spoilText(body.toString('utf8'), seeded(mischief.seed)));
    answer.writeHead(got.statusCode!, { ...headers, 'content-length': spoiled.length }).end(spoiled);
    return;
  }
  answer.writeHead(got.statusCode!, { ...headers, 'content-length': length });
  if (mischief.kind === 'drip') {
    drip(body, mischief.ms, answer);
    return;
  }
  answer.write(body.subarray(0, Math.ceil(body.length / 2)));
  if (mischief.kind === 'cut') setTimeout(() => answer.destroy(), 5);
  else answer.write(body.subarray(Math.ceil(body.length / 2)));
}

function drip(body: Buffer, ms: number, answer: ServerResponse): void {
  let at = 0;
  const timer = setInterval(() => {
    if (at < body.length) answer.write(body.subarray(at, ++at));
    else answer.end();
  }, ms);
  answer.once('close', () => clearInterval(timer));
  if (body.length === 0) answer.end();
}
