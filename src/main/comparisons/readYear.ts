import type { Publish } from '../../shared/contract/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { member } from '../../shared/json.ts';
import { readRemoteId } from '../../shared/remoteId.ts';
import type { Clock } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import { problemOf, readHits } from '../remote/answers.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { DirectoryRequest } from '../remote/directoryClient.ts';
import type { Answer } from '../remote/exchange.ts';
import { quoted } from '../remote/lookupQuery.ts';
import type { RetryLimits } from '../remote/requestWithRetry.ts';
import { deepestPage, pageSize, searchRequest } from '../remote/searchRequest.ts';
import type { JournalStore } from '../store/journals/journalStore.ts';

/** The dependencies of background work that reads the articles of journals by year. */
export interface YearReadingParts {
  journals: Pick<JournalStore, 'list'>;
  directory: Pick<DirectoryAccess, 'client'>;
  /** Throws AppError `not_found` for an unknown account. */
  account: (id: string) => unknown;
  clock: Clock;
  log: Log;
  publish: Publish;
  /** Owns the work, which reports that it was stopped. */
  scope: Scope;
  retryLimits?: RetryLimits;
}

/** An article as returned by search. */
export interface FoundArticle {
  id: string;
  record: Record<string, unknown>;
}

/** The progress of the reading; `inAll`: the number of requests needed, as far as is known. */
export interface YearProgress {
  total: number;
  read: number;
  inAll: number;
}

/** The result of the reading: the directory's total at the end, and whether its list changed meanwhile. */
export interface YearRead {
  total: number;
  read: number;
  hasChanged: boolean;
}

/**
 * No id starts with these letters: used as the end of a range, because open ends and wildcards are refused
 * (reference/directory-api.md 3.1).
 */
const beyondAllIds = 'zzzzzzzz';

/** The search for the articles of a journal. */
export function journalQuery(issns: readonly string[]): string {
  const fields = issns.map((issn) => `issn:${quoted(issn)}`).join(' OR ');
  return issns.length > 1 ? `(${fields})` : fields;
}

/** The search for the articles of a journal and a year, those after the article with the id `after` if one is given. */
export function yearQuery(issns: readonly string[], year: string, after: string | null = null): string {
  const rest = after === null ? '' : ` AND id.exact:{${bound(after)} TO ${beyondAllIds}}`;
  return `${journalQuery(issns)} AND bibjson.year:${quoted(year)}${rest}`;
}

/** Asks how many articles match. Throws AppError as `problemOf`. */
export async function countArticles(
  query: string,
  ask: (request: DirectoryRequest) => Promise<Answer>,
): Promise<number> {
  return readPage(await ask(searchRequest('articles', query, { page: 1, pageSize: 1 }))).total;
}

/**
 * Reads the articles of a journal and year by id, a hundred at a time, in the fewest requests: pages as far as search
 * allows, then from the last id on, and also if the total changes, so that none is skipped. After several pages it
 * checks the total. Throws AppError as `problemOf`.
 */
export async function readYear(options: {
  issns: readonly string[];
  year: string;
  ask: (request: DirectoryRequest) => Promise<Answer>;
  /** Called with every article once, a page at a time. */
  found: (articles: FoundArticle[], progress: YearProgress) => void;
}): Promise<YearRead> {
  const { issns, year, ask, found } = options;
  const seen = new Set<string>();
  let last: string | null = null;
  let hasChanged = false;
  let atFirst: number | null = null;
  let requests = 0;
  /** The start of a window of pages: how many articles were read before it, and how many it has. */
  let window: { after: string | null; before: number; total: number } = { after: null, before: 0, total: -1 };
  for (let page = 1; ; page++) {
    const request = searchRequest('articles', yearQuery(issns, year, window.after), {
      page,
      pageSize,
      sort: 'id.exact:asc',
    });
    const { total, articles } = readPage(await ask(request));
    requests++;
    if (page === 1) window = { ...window, total };
    const isShort = articles.length === 0 && seen.size - window.before < total;
    if (total !== window.total || (isShort && page > 1)) {
      hasChanged = true;
      window = { after: last, before: seen.size, total: -1 };
      page = 0;
      continue;
    }
    atFirst ??= total;
    const fresh = articles.filter(({ id }) => !seen.has(id));
    if (total > seen.size - window.before && fresh.length === 0) throw unreadable();
    for (const { id } of fresh) seen.add(id);
    last = fresh.at(-1)?.id ?? last;
    const expected = window.before + total;
    const left = Math.max(0, expected - seen.size);
    const isOver = seen.size - window.before >= total;
    const check = expected > pageSize ? 1 : 0;
    found(fresh, { total: expected, read: seen.size, inAll: requests + Math.ceil(left / pageSize) + check });
    if (isOver) break;
    // A changing list is always continued from the last id, so that no page is requested in vain.
    if (page === deepestPage || hasChanged) {
      window = { after: last, before: seen.size, total: -1 };
      page = 0;
    }
  }
  const total = requests > 1 ? await countArticles(yearQuery(issns, year), ask) : window.total;
  return { total, read: seen.size, hasChanged: hasChanged || total !== atFirst || total !== seen.size };
}

/** One page of hits; throws AppError if one has no id to continue from. */
function readPage(answer: Answer): { total: number; articles: FoundArticle[] } {
  const { total, results } = readHits(answer);
  const articles = results.map((record): FoundArticle => {
    const id = readRemoteId(member(record, 'id'));
    if (id === null) throw problemOf(answer);
    return { id, record: record as Record<string, unknown> };
  });
  return { total, articles };
}

/** An id as one end of a range. */
function bound(id: string): string {
  return /^[\w-]+$/.test(id) ? id : quoted(id);
}

function unreadable(): AppError {
  return fail('comparisons.problem.lost');
}
