import type { AppError } from '../../shared/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { type FailureIn, fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { Fetch } from '../platform/network/fetch.ts';
import { readRetryAfter } from './answers.ts';
import { type Answer, exchange } from './exchange.ts';
import type { Priority, RateLimiter } from './rateLimiter.ts';
import { takeTurn } from './takeTurn.ts';

export interface CheckerOptions {
  priority?: Priority;
  signal?: AbortSignal;
}

/** Sends requests to the compliance checker, with its own limiter and never with a key. */
export interface CheckerClient {
  /**
   * The JSON at a path below the checker's address; null for "not found": a real 404, or the bare number
   * (reference/checker-api.md 1.2). Throws an AppError that depends on status and path.
   */
  get(path: string, query: Record<string, string>, options?: CheckerOptions): Promise<unknown>;
}

export interface CheckerClientParts {
  /** The checker's current address, ending in `/`. */
  base: () => string;
  limiter: RateLimiter;
  /** Aborting it ends every request as stopped. */
  closing: AbortSignal;
  fetch: Fetch;
  clock: Clock;
  log: Log;
  version: string;
}

/** The service responds within seconds, or hangs until its proxy gives up (reference/checker-api.md 1.2). */
const timeoutMs = 60_000;
/** The maximum bytes read from a response: a pack has a few hundred thousand, and every response is stored. */
const maxBodyBytes = 5_000_000;
/** How many times a waiting user waits for a 429 to pass. */
const retries = 3;

/** Creates the client of the checker; it never follows addresses in responses. */
export function createCheckerClient(parts: CheckerClientParts): CheckerClient {
  const { limiter, clock, log, closing } = parts;

  async function ask(address: string, options: CheckerOptions): Promise<Answer> {
    const { priority = 'interactive' } = options;
    const signal = options.signal ? AbortSignal.any([closing, options.signal]) : closing;
    for (let tries = 0; ; tries++) {
      const stopped = await takeTurn(limiter, priority, options.signal);
      if (stopped) return stopped;
      const answer = await exchange(address, {
        fetch: parts.fetch,
        clock,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': `Colophon/${parts.version}` },
        timeoutMs,
        maxBodyBytes,
        signal,
      });
      if (answer.kind !== 'answer' || answer.status !== 429) {
        if (answer.kind === 'answer') limiter.answered();
        return answer;
      }
      limiter.hold(readRetryAfter(answer.headers, clock.now()));
      if (tries >= retries) return answer;
    }
  }

  return {
    async get(path, query, options = {}) {
      const base = parts.base();
      if (!URL.canParse(path, base)) throw problem('badAddress', base);
      const url = new URL(path, base);
      for (const [name, value] of Object.entries(query)) if (value !== '') url.searchParams.set(name, value);
      const answer = await ask(url.href, options);
      const status = answer.kind === 'answer' ? answer.status : null;
      log.info('checker', { path: url.pathname, status });
      if (answer.kind === 'answer' && isNotFound(answer)) return null;
      if (answer.kind === 'answer' && answer.status === 200 && answer.json !== undefined) return answer.json;
      throw problemOf(answer);
    },
  };
}

/** Whatever the status, a body that is the number 404 means "not found". */
function isNotFound({ status, text, json }: Answer & { kind: 'answer' }): boolean {
  return status === 404 || json === 404 || text.trim() === '404';
}

/** The error for an unusable response; error bodies are never parsed as JSON, and their text is for "Details" only. */
function problemOf(answer: Answer): AppError {
  if (answer.kind === 'no-answer') {
    if (answer.why === 'stopped') return problem('stopped', answer.detail);
    if (answer.why === 'timeout') return problem('slow', answer.detail);
    if (answer.why === 'redirect') return problem('unreadable', answer.detail);
    return problem('offline', answer.detail);
  }
  const { status, text } = answer;
  const details = `${status} · ${text.slice(0, 300).replaceAll(/\s+/g, ' ').trim()}`;
  if (status === 429) return problem('slowDown', details);
  if (status === 400) {
    const kind = kindOf(text);
    return problem(kind, details, fields[kind]);
  }
  if (status >= 500) return problem('serverError', details);
  return problem('unreadable', details);
}

/** The field that a 400 is about; its text may be only "Server error." (reference/checker-api.md 1.4). */
function kindOf(text: string): 'badFunder' | 'badIssn' | 'badQuestion' {
  if (/funder/i.test(text)) return 'badFunder';
  return /issn/i.test(text) ? 'badIssn' : 'badQuestion';
}

const fields = { badFunder: 'funder', badIssn: 'journal', badQuestion: '' };

function problem(name: FailureIn<'compliance.problem'>, details: string, field = ''): AppError {
  return fail(`compliance.problem.${name}`, {}, { details, field });
}
