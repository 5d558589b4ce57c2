import type { Account, Connection } from '../../shared/directory/account.ts';
import type { AppError } from '../../shared/errors.ts';
import { mapTexts } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Fetch } from '../platform/network/fetch.ts';
import type { OriginKey } from '../platform/network/originKey.ts';
import {
  attemptOutcome,
  isVersionRetired,
  keyMissing,
  readClosure,
  readHits,
  readLookUp,
  readRetryAfter,
  readWords,
} from './answers.ts';
import { type Answer, exchange, type NoAnswer } from './exchange.ts';
import { pathPart } from './pathPart.ts';
import type { Priority, RateLimiter } from './rateLimiter.ts';
import { searchPages } from './searchPages.ts';
import { pageSize, searchRequest } from './searchRequest.ts';
import { takeTurn } from './takeTurn.ts';

/** A complete request without the key, which is only added to the address when it is sent. */
export interface DirectoryRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the account's base. */
  path: string;
  query?: Record<string, string>;
  body?: string;
  /** The number of records that it carries. */
  records?: number;
  wantsKey: boolean;
  isBulk?: boolean;
  /** The answer is a page, and no JSON. */
  isPage?: boolean;
  /** The maximum bytes read of the answer, if its beginning is enough. */
  maxBodyBytes?: number;
}

export interface AskOptions {
  priority?: Priority;
  signal?: AbortSignal;
  uploadId?: number;
  withhold?: Withhold;
}

/** Called immediately before a request goes out; a result replaces the answer, and nothing is sent. */
export type Withhold = () => Promise<NoAnswer | null>;

/** Sends requests for one account: each passes its limiter and is stored, redacted, before it is sent. */
export interface DirectoryClient {
  /** Aborted when the application closes or its database is replaced: every request with a waiting caller then ends. */
  readonly closing: AbortSignal;
  /** Waits for the limiter, sends, and returns the exchange; throws AppError `key_missing` and the signal's reason. */
  ask(request: DirectoryRequest, options?: AskOptions): Promise<Answer>;
  /** The first half of `ask`, without the limiter: stores the request and returns its id. */
  begin(request: DirectoryRequest, uploadId: number | null): number;
  /** The second half: sends and completes the stored request; a caller with a signal decides itself when to give up. */
  perform(
    request: DirectoryRequest,
    requestId: number,
    options?: Pick<AskOptions, 'signal' | 'withhold'>,
  ): Promise<Answer>;
  /** The first page of the article search, and how many articles match in all; throws AppError as `problemOf`. */
  findArticles<T>(
    query: string,
    read: (record: unknown) => T | null,
    options?: AskOptions,
  ): Promise<{ total: number; hits: T[] }>;
  /**
   * All journals that match, up to 1000; `isShort`: the directory counted more, but ended its list. Throws AppError as
   * `problemOf`.
   */
  findJournals(query: string, options?: AskOptions): Promise<{ records: unknown[]; isShort: boolean }>;
  /** Tests a key with a harmless request; throws AppError as `problemOf` if it is refused or there is no response. */
  tryKey(key: OriginKey, options?: AskOptions): Promise<void>;
  /** Returns true if anything at all responds at the account's address. */
  isReachable(options?: AskOptions): Promise<boolean>;
  /** Returns true if a text that would be sent contains the account's own key. */
  hasKeyIn(text: string): boolean;
}

/** The store of requests (`store/uploads/requestStore.ts`). */
export interface RequestLog {
  begin(request: {
    accountId: string;
    uploadId: number | null;
    at: string;
    method: string;
    address: string;
    records: number;
    bytes: number;
  }): number;
  end(
    id: number,
    ended: { status: number | null; duration: number; outcome: Message; words: string; reference: string },
  ): void;
}

export interface DirectoryClientParts {
  /** The current account: its base and rate may change during the life of the client. */
  account: () => Pick<Account, 'id' | 'base'>;
  closing: AbortSignal;
  key: () => Promise<OriginKey | null>;
  /** The same without asking the keychain. */
  knownKey: () => OriginKey | null;
  /** Why there is no key for this address although there is one; null: there simply is none. */
  keyProblem: () => AppError | null;
  limiter: Omit<RateLimiter, 'setRate' | 'stop'>;
  requests: RequestLog;
  fetch: Fetch;
  clock: Clock;
  log: Log;
  version: string;
  /** How long a bulk request may take, in seconds. */
  bulkTimeout: () => number;
  /** Called after an answer that says for how many milliseconds the directory is closed. */
  closed: (ms: number) => void;
  /** Called after every request with the connection's state; `reachable`: it says nothing about the key. */
  connection: (state: Connection['state'] | 'reachable', message: Message | null) => void;
}

/** The address of a request, and the key that belongs to it. */
interface Access {
  base: string;
  key: OriginKey | null;
}

const timeoutMs = 60_000;
/** How many times, and for how long at most, a waiting caller waits for a 429 to pass. */
const retries = 2;
const maxWaitMs = 10_000;

/** Creates the client of one account; it never follows addresses in responses. */
export function createDirectoryClient(parts: DirectoryClientParts): DirectoryClient {
  const { limiter, requests, clock, log, closing } = parts;

  function address(request: DirectoryRequest, { base, key }: Access): string {
    const url = new URL(request.path, base);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    key?.addTo(url);
    return url.href;
  }

  function begin(request: DirectoryRequest, uploadId: number | null): number {
    return requests.begin({
      accountId: parts.account().id,
      uploadId,
      at: isoNow({ clock }),
      method: request.method,
      address: log.redact(address(request, { base: parts.account().base, key: null })),
      records: request.records ?? 0,
      bytes: request.body === undefined ? 0 : Buffer.byteLength(request.body),
    });
  }

  async function send(request: DirectoryRequest, requestId: number, access: Access, signal?: AbortSignal) {
    const started = clock.monotonic();
    const raw = await exchange(address(request, access), {
      fetch: parts.fetch,
      clock,
      method: request.method,
      ...(request.body === undefined ? {} : { body: request.body }),
      headers: {
        accept: request.isPage ? 'text/html' : 'application/json',
        'user-agent': `Colophon/${parts.version}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      timeoutMs: request.isBulk ? parts.bulkTimeout() * 1000 : timeoutMs,
      signal,
      maxBodyBytes: request.maxBodyBytes,
    });
    // An answer to a request without a key may have it, too.
    const answer = withoutKey(raw, access.key ?? parts.knownKey());
    note(request, requestId, answer, clock.monotonic() - started);
    return answer;
  }

  /**
   * The directory repeats the key in some responses (reference/directory-api.md 1.4): it is removed here. Nothing else is,
   * because a response has the texts of records.
   */
  function withoutKey(answer: Answer, key: OriginKey | null): Answer {
    if (answer.kind === 'no-answer' || !key?.isIn(answer.text)) return answer;
    const clean = (text: string) => key.removeFrom(text);
    return { ...answer, text: clean(answer.text), json: mapTexts(answer.json, clean) };
  }

  function note(request: DirectoryRequest, requestId: number, answer: Answer, duration: number): void {
    const status = answer.kind === 'answer' ? answer.status : null;
    const { words, reference } = answer.kind === 'answer' ? readWords(answer) : { words: '', reference: '' };
    requests.end(requestId, {
      status,
      duration: Math.round(duration),
      outcome: attemptOutcome(answer),
      words,
      reference,
    });
    log.info('request', { account: parts.account().id, method: request.method, path: request.path, status });
    if (answer.kind === 'answer' && answer.status === 429) {
      limiter.hold(readRetryAfter(answer.headers, clock.now()));
    } else if (answer.kind === 'answer') limiter.answered();
    const closure = answer.kind === 'answer' ? readClosure(answer, clock.now()) : null;
    if (closure !== null) parts.closed(closure);
    reportConnection(request, answer);
  }

  function reportConnection(request: DirectoryRequest, answer: Answer): void {
    const isOwnDecision =
      answer.kind === 'no-answer' && ['stopped', 'withheld', 'unclear'].includes(answer.why);
    if (isOwnDecision) return;
    if (answer.kind === 'no-answer' && answer.why === 'offline')
      parts.connection('offline', msg('directory.connection.offline'));
    else if (answer.kind === 'no-answer' || isFailure(request, answer))
      parts.connection('failing', msg('directory.connection.failing', { outcome: attemptOutcome(answer) }));
    else if (!request.wantsKey) parts.connection('reachable', null);
    else if (answer.status === 401) parts.connection('key_refused', msg('directory.connection.keyRefused'));
    else
      parts.connection(
        'online',
        isVersionRetired(answer) ? msg('directory.connection.versionRetired') : null,
      );
  }

  async function keyFor(request: DirectoryRequest): Promise<OriginKey | null> {
    if (!request.wantsKey) return null;
    const key = await parts.key();
    if (key !== null) return key;
    throw noKey();
  }

  /** The account may move to another host while its key is looked up, and the key must not be sent there. */
  async function accessFor(request: DirectoryRequest): Promise<Access> {
    for (;;) {
      const { base } = parts.account();
      const key = await keyFor(request);
      if (parts.account().base !== base) continue;
      if (key?.belongsTo(base) === false) throw noKey();
      return { base, key };
    }
  }

  function noKey(): AppError {
    const problem = parts.keyProblem();
    parts.connection('key_missing', problem?.brief ?? msg('directory.connection.keyMissing'));
    return problem ?? keyMissing();
  }

  async function askWith(
    request: DirectoryRequest,
    access: () => Access | Promise<Access>,
    options: AskOptions,
  ): Promise<Answer> {
    const { priority = 'interactive', uploadId } = options;
    const signal = options.signal ? AbortSignal.any([closing, options.signal]) : closing;
    for (let tries = 0; ; tries++) {
      const stopped = await takeTurn(limiter, priority, options.signal);
      if (stopped) return stopped;
      const found = await access();
      const withheld = await options.withhold?.();
      if (withheld) return withheld;
      const answer = await send(request, begin(request, uploadId ?? null), found, signal);
      const isSlowDown = answer.kind === 'answer' && answer.status === 429;
      const isWorthWaiting =
        priority === 'interactive' && tries < retries && limiter.status().nextInMs <= maxWaitMs;
      if (!isSlowDown || !isWorthWaiting) return answer;
    }
  }

  const client: DirectoryClient = {
    begin,
    async ask(request, options = {}) {
      // Without a key there is nothing to send, so no reason to wait for a turn.
      await keyFor(request);
      return askWith(request, () => accessFor(request), options);
    },
    closing,
    async perform(request, requestId, { signal = closing, withhold } = {}) {
      const found = await accessFor(request);
      const withheld = await withhold?.();
      if (!withheld) return send(request, requestId, found, signal);
      note(request, requestId, withheld, 0);
      return withheld;
    },
    async findArticles(query, read, options) {
      const request = searchRequest('articles', query, { page: 1, pageSize });
      return readLookUp(await client.ask(request, options), read);
    },
    async findJournals(query, options) {
      const records: unknown[] = [];
      let isShort = false;
      const pages = searchPages({ kind: 'journals', query }, (request) => client.ask(request, options));
      for await (const { total, results, isLast } of pages) {
        for (const result of results) records.push(result);
        isShort = isLast && records.length < total;
      }
      return { records, isShort };
    },
    async tryKey(key, options = {}) {
      const { base } = parts.account();
      // A key alone allows only one harmless read, the account's own applications; 3.0.1 does not accept '*'.
      const answer = await askWith(
        searchRequest('applications', 'a', { page: 1, pageSize: 1 }),
        () => ({ base, key }),
        options,
      );
      readHits(answer);
    },
    hasKeyIn: (text) => parts.knownKey()?.isIn(text) ?? false,
    async isReachable(options) {
      const answer = await client.ask(searchRequest('journals', 'a', { page: 1, pageSize: 1 }), options);
      return answer.kind === 'answer';
    },
  };
  return client;
}

/**
 * Returns true for server errors, redirects, and pages of another server: the directory refuses in JSON, and answers in
 * XML beside its API, where paths begin at the root of the host.
 */
function isFailure({ path, isPage }: DirectoryRequest, answer: Answer & { kind: 'answer' }): boolean {
  const { status, json, text } = answer;
  if (status >= 500 || (status >= 300 && status < 400)) return true;
  if (status === 200 && isPage) return false;
  if (status === 200 && path.startsWith('/') && text.startsWith('<?xml')) return false;
  return (status === 200 || status === 403 || status === 404) && json === undefined;
}

/** The request that creates articles: each body is one record's JSON; a single record is not sent in bulk. */
export function createRequest(bodies: readonly string[]): DirectoryRequest {
  const [only] = bodies;
  const isBulk = bodies.length > 1;
  return {
    method: 'POST',
    path: isBulk ? 'bulk/articles' : 'articles',
    body: isBulk ? `[${bodies.join(',')}]` : (only ?? ''),
    records: bodies.length,
    wantsKey: true,
    isBulk,
  };
}

/** The request for the status of a bulk upload of 4.0. */
export function statusRequest(ticket: string): DirectoryRequest {
  return { method: 'GET', path: `bulk/articles/${pathPart(ticket)}`, wantsKey: true };
}
