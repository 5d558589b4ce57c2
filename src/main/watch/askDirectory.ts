import type { DraftRecord } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { readInstant } from '../../shared/instant.ts';
import { member } from '../../shared/json.ts';
import { msg } from '../../shared/message.ts';
import type { Clock } from '../platform/clock.ts';
import { isOfOneRecord, problemOf, readHits, UnreadableHit } from '../remote/answers.ts';
import { isMissing } from '../remote/deleteAnswer.ts';
import type { DirectoryClient } from '../remote/directoryClient.ts';
import { termOf } from '../remote/lookupQuery.ts';
import { pathPart } from '../remote/pathPart.ts';
import type { Priority } from '../remote/rateLimiter.ts';
import { recordIn } from '../remote/recordIn.ts';
import { type RetryLimits, requestWithRetry } from '../remote/requestWithRetry.ts';
import { pageSize, type SearchedKind, type SearchRequest, searchRequest } from '../remote/searchRequest.ts';

/** Questions about what the directory has. All throw AppError as `problemOf`. */
export type AskDirectory = ReturnType<typeof createAskDirectory>;

export interface Page {
  total: number;
  results: unknown[];
  /** The server's clock when it answered, in whole seconds; null if it does not say. */
  at: string | null;
}

/**
 * What the directory says of one article by its id, which is right at once, unlike search. `unsure`: our key may not see
 * it, or its record cannot be served or read.
 */
export type ArticleThere = { kind: 'there'; record: unknown } | { kind: 'withdrawn' | 'missing' | 'unsure' };

/** What is left of an article that is not there: a trace with its time, or nothing; `unsure`: the server does not say. */
export type Trace = { kind: 'deleted'; at: string | null } | { kind: 'none' } | { kind: 'unsure' };

/** The statuses of a query that is too long for a server on the way (reference/directory-changes.md 2.1). */
const tooLong: ReadonlySet<number | null> = new Set([400, 414, 502]);
/** Milliseconds between two requests for a trace: the server takes one a second from an address. */
const traceEvery = 1_000;
/** Bytes of an answer of the OAI-PMH interface, which begins with what is looked for. */
const traceBytes = 100_000;

export function createAskDirectory(parts: {
  client: DirectoryClient;
  priority: Priority;
  clock: Clock;
  signal: AbortSignal;
  retryLimits?: RetryLimits | undefined;
  /** The most terms of one query of ISSNs or ids; `tooMany`: the server refused it. */
  sizes: { issns: () => number; ids: () => number; tooMany: (what: 'issns' | 'ids', size: number) => void };
  sent: () => void;
}) {
  const { client, priority, clock, signal, retryLimits, sizes, sent } = parts;
  const options = { priority, signal, clock, sent, ...(retryLimits ? { retryLimits } : {}) };
  let tracedAt = Number.NEGATIVE_INFINITY;

  async function search(
    kind: SearchedKind,
    query: string,
    { size = pageSize, sort = '', retries = true }: { size?: number; sort?: string; retries?: boolean } = {},
  ): Promise<Page> {
    const request = searchRequest(kind, query, { page: 1, pageSize: size, sort });
    const limits = retries ? {} : { retryLimits: { slowDowns: 10, pauses: [] } };
    const answer = await requestWithRetry(client, request, { ...options, ...limits });
    const { total, results } = readHits(answer);
    return { total, results: results.slice(0, size), at: wholeSecond(member(answer.json, 'timestamp')) };
  }

  /**
   * Calls `ask` with as many of the terms as the server takes in one query, until all were asked about. A server on the way
   * answers 502 to a query that is too long, and while it is down: only if a smaller one succeeds in between, and the
   * larger one fails again, is the smaller size remembered.
   */
  async function inParts<T>(
    what: 'issns' | 'ids',
    terms: readonly T[],
    {
      weight = () => 1,
      ask,
    }: { weight?: (term: T) => number; ask: (part: readonly T[], retries: boolean) => Promise<void> },
  ): Promise<void> {
    let size = sizes[what]();
    /** What succeeded after more had got a 502. */
    let worked = Number.POSITIVE_INFINITY;
    for (let at = 0; at < terms.length; ) {
      const part = takePart(terms.slice(at), size, weight);
      const total = part.reduce((sum, term) => sum + weight(term), 0);
      try {
        await ask(part, part.length === 1);
        at += part.length;
        const most = sizes[what]();
        worked = size < most ? total : Number.POSITIVE_INFINITY;
        size = most;
      } catch (error) {
        if (!(error instanceof AppError && tooLong.has(error.status) && part.length > 1)) throw error;
        const half = Math.max(1, Math.floor(total / 2));
        if (error.status === 502 && total <= worked) {
          size = half;
          continue;
        }
        size = error.status === 502 ? worked : half;
        sizes.tooMany(what, size);
      }
    }
  }

  return {
    search,
    /** One of several pages of a search. */
    page: (request: SearchRequest) => requestWithRetry(client, request, options),
    inParts,
    /** The articles of these that search shows, by their ids. */
    async byIds(ids: readonly string[]): Promise<Map<string, unknown>> {
      const found = new Map<string, unknown>();
      await inParts('ids', ids, {
        ask: async (part, retries) => {
          const terms = part.map((value) => termOf({ field: 'id.exact', value }));
          const page = await search('articles', `id.exact:(${terms.join(' OR ')})`, { retries });
          refuseSmallPage(page, part);
          for (const record of page.results) {
            const id = member(record, 'id');
            if (typeof id === 'string' && part.includes(id)) found.set(id, record);
          }
        },
      });
      return found;
    },
    async article(remoteId: string): Promise<ArticleThere> {
      const request = { method: 'GET', path: `articles/${pathPart(remoteId)}`, wantsKey: true } as const;
      const answer = await requestWithRetry(client, request, options).catch((error: unknown) => {
        if (isOfOneRecord(error)) return null;
        throw error;
      });
      if (answer === null) return { kind: 'unsure' };
      if (isMissing(answer)) return { kind: 'missing' };
      if (answer.status === 401) return { kind: 'unsure' };
      const record = recordIn(answer.json);
      if (answer.status !== 200) throw problemOf(answer);
      if (record === null) return { kind: 'unsure' };
      const isShown = member(member(record, 'admin'), 'in_doaj') !== false;
      return isShown ? { kind: 'there', record } : { kind: 'withdrawn' };
    },
    /** A journal by its id, whoever has it; null: the directory does not show it. */
    async journal(id: string): Promise<DraftRecord | null> {
      const request = { method: 'GET', path: `journals/${pathPart(id)}`, wantsKey: false } as const;
      const answer = await requestWithRetry(client, request, options);
      if (isMissing(answer)) return null;
      const record = recordIn(answer.json);
      if (answer.status !== 200 || record === null) throw problemOf(answer);
      return record;
    },
    /** Asks the directory's OAI-PMH interface, which is at the root of its host (reference/directory-changes.md 1.3). */
    async trace(kind: 'article' | 'journal', remoteId: string): Promise<Trace> {
      const wait = tracedAt + traceEvery - clock.monotonic();
      if (wait > 0) await clock.sleep(wait, signal);
      tracedAt = clock.monotonic();
      const request = {
        method: 'GET',
        path: kind === 'article' ? '/oai.article' : '/oai',
        query: {
          verb: 'GetRecord',
          metadataPrefix: 'oai_dc',
          identifier: `oai:doaj.org/${kind}:${remoteId}`,
        },
        wantsKey: false,
        maxBodyBytes: traceBytes,
      } as const;
      const answer = await requestWithRetry(client, request, options).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      if (answer?.status !== 200) return { kind: 'unsure' };
      // Each search for an attribute ends with its tag: to the end of the text, many tags would take very long.
      if (/<error\b[^<>]*\bcode=["']idDoesNotExist["']/.test(answer.text)) return { kind: 'none' };
      if (!/<header\b[^<>]*\bstatus=["']deleted["']/.test(answer.text)) return { kind: 'unsure' };
      return { kind: 'deleted', at: readInstant(/<datestamp>\s*([^<\s]{1,40})/.exec(answer.text)?.[1]) };
    },
  };
}

/**
 * Whether a page has everything that its query finds: a server may return smaller pages than it is asked for. Throws
 * UnreadableHit if it returns none of what it counts.
 */
export function isWhole({ total, results }: Page): boolean {
  if (results.length === 0 && total > 0) throw new UnreadableHit();
  return total <= results.length;
}

/** Has `inParts` ask about fewer terms if one page does not have all of their results: the others would seem to be gone. */
export function refuseSmallPage(page: Page, part: readonly unknown[]): void {
  if (!isWhole(page) && part.length > 1)
    throw new AppError('remote', msg('directory.problem.unreadable.message'), { status: 414 });
}

/** As many of the first terms as weigh `most`, at least one. */
function takePart<T>(terms: readonly T[], most: number, weight: (term: T) => number): T[] {
  const part: T[] = [];
  let sum = 0;
  for (const term of terms) {
    sum += weight(term);
    if (part.length > 0 && sum > most) break;
    part.push(term);
  }
  return part;
}

/** A time of the directory as it writes it itself, `2026-08-01T10:15:00Z`; null if it is none. */
export function wholeSecond(value: unknown): string | null {
  const at = readInstant(value);
  return at === null ? null : `${at.slice(0, 19)}Z`;
}
