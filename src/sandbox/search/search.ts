import { newReference } from '../answers.ts';
import type { Dialect } from '../articles/articleService.ts';
import type { DirectoryStore } from '../directoryStore.ts';
import type { Profile } from '../profile.ts';
import { pyInt } from '../python/pythonValue.ts';
import { Refusal, TEXTS } from '../refusals.ts';
import { dateColumn } from './articleQuery.ts';
import { fieldValues, isDateField, plainName } from './queryEvaluator.ts';
import { parseQuery } from './queryParser.ts';
import { type Collection, readSort, rewriteQuery } from './queryRewrite.ts';
import { type Found, type Hits, type Searchables, searchables, unpunctuated } from './searchables.ts';

/** The parameters of a search, as given in the address. */
export interface SearchRequest {
  collection: Collection;
  query: string;
  page: string | undefined;
  pageSize: string | undefined;
  sort: string | undefined;
  /** The account whose applications are searched; journals and articles are the same for every account. */
  owner?: string;
}

export interface SearchContext {
  store: DirectoryStore;
  dialect: Dialect;
  profile: Profile;
  now: Date;
}

/** The response to a search, and the values of its Link and X-Total-Count headers. */
export interface SearchAnswer {
  body: object;
  link: string;
  total: number;
}

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;
const MAX_START = 1000;

/** Runs a search (reference/directory-api.md 1.3 and 3); throws a Refusal. */
export function search(
  request: SearchRequest,
  { store, dialect, profile, now }: SearchContext,
): SearchAnswer {
  const { page, pageSize } = readPaging(request);
  const query = rewriteQuery(request.query, request.collection, dialect, profile);
  const start = (page - 1) * pageSize;
  if (start >= MAX_START) throw new Refusal(400, TEXTS.deepPaging);
  const sort = request.sort === undefined ? undefined : readSort(request.sort, request.collection);
  const { total, slice } = runQuery(query, sort, request, { store, dialect, profile });
  const links = pageLinks(request, total, page, pageSize);
  return {
    total,
    link: (['next', 'prev', 'last'] as const)
      .flatMap((rel) => (links[rel] ? [`<${links[rel]}>; rel=${rel}`] : []))
      .join(', '),
    body: {
      total,
      page,
      pageSize,
      timestamp: `${now.toISOString().slice(0, -1)}000Z`,
      query: request.query,
      results: slice(start, start + pageSize).map((hit) => hit.view(dialect)),
      ...links,
      ...(request.sort === undefined ? {} : { sort: request.sort }),
    },
  };
}

function readPaging(request: SearchRequest): { page: number; pageSize: number } {
  const page = request.page === undefined ? 1 : pyInt(request.page);
  if (page === undefined) throw new Refusal(400, 'Page number was not an integer');
  const size = request.pageSize === undefined ? DEFAULT_PAGE_SIZE : pyInt(request.pageSize);
  if (size === undefined) throw new Refusal(400, 'Page size was not an integer');
  return { page: Math.max(page, 1), pageSize: size < 1 ? DEFAULT_PAGE_SIZE : Math.min(size, MAX_PAGE_SIZE) };
}

function runQuery(
  query: string,
  sort: ReturnType<typeof readSort>,
  request: SearchRequest,
  { store, dialect, profile }: Omit<SearchContext, 'now'>,
): Hits {
  const collection = searchables(request.collection, store, profile, request.owner);
  // An empty collection has no hits, and no field of the wrong type.
  if (collection.isEmpty()) return { total: 0, slice: () => [] };
  try {
    const hits = collection.find(parseQuery(query));
    return sort ? sortHits(hits, sort, collection, dialect) : hits;
  } catch (error) {
    // A RangeError means that the query is nested deeper than the stack.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new Refusal(400, `${TEXTS.queryFailed} (ref: ${newReference()})`);
  }
}

/** The links to other pages; they contain the service's public version 4, whichever was called (reference/directory-api.md 1.1). */
function pageLinks(
  request: SearchRequest,
  total: number,
  page: number,
  pageSize: number,
): { prev?: string; next?: string; last: string } {
  const base = `https://doaj.org/api/v4/search/${request.collection}/${quotePath(request.query)}`;
  const sort = request.sort === undefined ? '' : `&sort=${quoteValue(request.sort)}`;
  const link = (to: number) => `${base}?page=${to}&pageSize=${pageSize}${sort}`;
  const last = Math.max(1, Math.ceil(total / pageSize));
  return {
    ...(total > 0 && page > 1 ? { prev: link(page - 1) } : {}),
    ...(page < last ? { next: link(page + 1) } : {}),
    last: link(last),
  };
}

/** Escapes all characters that the service escapes in the query part of a link (addenda 1.3). */
function quotePath(text: string): string {
  return quote(text, /[A-Za-z0-9._~!'()*+,/:;-]/);
}

function quoteValue(text: string): string {
  return quote(text, /[A-Za-z0-9._~!'()*,; -]/).replaceAll(' ', '+');
}

function quote(text: string, safe: RegExp): string {
  let quoted = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte);
    quoted += byte < 0x80 && safe.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return quoted;
}

type SortKey = string | number;

/**
 * The smallest of several values counts, records without a value come last. Throws SyntaxError for an unknown field or
 * an analysed text (reference/directory-api.md 3.5), which the documented version sorts by.
 */
function sortHits(
  hits: Hits,
  { field, direction }: NonNullable<ReturnType<typeof readSort>>,
  collection: Searchables,
  dialect: Dialect,
): Hits {
  if (field === '_score') return hits;
  const { total } = hits;
  const column = dateColumn(field);
  if (column && hits.byDate) return { total, slice: hits.byDate(column, direction) };
  if (!canSortBy(field, collection, dialect)) throw new SyntaxError(`cannot sort by ${field}`);
  const sign = direction === 'asc' ? 1 : -1;
  const sorted = hits
    .slice(0, total)
    .map((hit) => ({ hit, key: smallestValue(hit, field) }))
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined)
        return Number(a.key === undefined) - Number(b.key === undefined);
      return a.key < b.key ? -sign : a.key > b.key ? sign : 0;
    })
    .map(({ hit }) => hit);
  return { total, slice: (start, end) => sorted.slice(start, end) };
}

const NUMBER_FIELDS = ['bibjson.oa_start', 'bibjson.publication_time_weeks', 'bibjson.apc.max.price'];

function canSortBy(field: string, collection: Searchables, dialect: Dialect): boolean {
  if (isDateField(field) || NUMBER_FIELDS.includes(field)) return true;
  for (const { document } of collection.all()) {
    const value = sortValues({ document }, plainName(field))[0];
    if (value === undefined) continue;
    if (typeof value !== 'string' || isDateField(field)) return true;
    return field.endsWith('.exact') || dialect === '3.0.1';
  }
  return false;
}

function smallestValue(hit: Found, field: string): SortKey | undefined {
  let smallest: SortKey | undefined;
  for (const value of sortValues(hit, plainName(field))) {
    const key = typeof value === 'boolean' ? Number(value) : value;
    if (smallest === undefined || key < smallest) smallest = key;
  }
  return smallest;
}

function sortValues({ document }: Pick<Found, 'document'>, field: string): (string | number | boolean)[] {
  const values = fieldValues(document, field);
  if (values.length > 0 || field !== 'index.unpunctitle') return values;
  const title = unpunctuated(fieldValues(document, 'bibjson.title')[0]);
  return title === undefined ? [] : [title];
}
