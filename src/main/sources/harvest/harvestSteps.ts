import { instantAt, readInstant } from '../../../shared/instant.ts';
import type { OaiPage, OaiRecord } from './oaiPage.ts';

/** A list to harvest; `from` in the repository's granularity, or empty for everything. */
export interface HarvestQuery {
  prefix: string;
  /** Empty: all. */
  set: string;
  from: string;
}

/** The next thing to do after a page of records (reference/sources.md 2). */
export type Step =
  | { do: 'keep'; next: 'next' | 'end' | 'repeats' | 'tooLong' }
  | { do: 'nothing' }
  | { do: 'one-by-one'; why: 'format' | 'broken' }
  | { do: 'start-again' }
  | { do: 'fail'; why: 'not-oai' | 'error'; text: string };

/**
 * Decides the next step after a page of records; `seen` are the records of earlier pages with their states (`stateOf`),
 * `tokens` the tokens used.
 */
export function stepAfter(
  page: OaiPage,
  seen: ReadonlyMap<string, string>,
  tokens: ReadonlySet<string>,
): Step {
  if (!page.isOai) return { do: 'fail', why: 'not-oai', text: '' };
  const [error] = page.errors;
  if (error) return stepAfterError(error);
  // The token is at the end of a page, so a broken one leads nowhere.
  if (!page.isWhole) return { do: 'one-by-one', why: 'broken' };
  // A repository that does not know a token may start over: only new records are progress.
  const isOld = page.records.length > 0 && page.records.every((record) => isSame(record, seen));
  if (isOld) return { do: 'keep', next: 'repeats' };
  if (page.isTokenTooLong) return { do: 'keep', next: 'tooLong' };
  if (page.token === '') return { do: 'keep', next: 'end' };
  return { do: 'keep', next: tokens.has(page.token) ? 'repeats' : 'next' };
}

function stepAfterError({ code, text }: { code: string; text: string }): Step {
  if (code === 'noRecordsMatch') return { do: 'nothing' };
  if (code === 'cannotDisseminateFormat') return { do: 'one-by-one', why: 'format' };
  if (code === 'badResumptionToken') return { do: 'start-again' };
  return { do: 'fail', why: 'error', text: [code, text].filter((part) => part !== '').join(': ') };
}

/** Returns true if the record was seen in this state before. */
export function isSame(record: OaiRecord, seen: ReadonlyMap<string, string>): boolean {
  return seen.get(record.identifier) === stateOf(record);
}

/** What a repository changes of a record: it may be deleted, and back, within its granularity of a day. */
export function stateOf({ datestamp, isDeleted }: OaiRecord): string {
  return isDeleted ? `${datestamp} deleted` : datestamp;
}

/** Formats that can be read, the best one first; others follow as they are. */
export function sortFormats(prefixes: readonly string[]): { prefix: string; isReadable: boolean }[] {
  const rank = (prefix: string) => {
    const at = readable.findIndex((pattern) => pattern.test(prefix));
    return at < 0 ? readable.length : at;
  };
  return [...new Set(prefixes)]
    .map((prefix) => ({ prefix, isReadable: rank(prefix) < readable.length }))
    .sort((a, b) => rank(a.prefix) - rank(b.prefix));
}

const readable = [
  /^jats$/i,
  /^nlm$/i,
  /^oai_dc$/i,
  /^(?:simple-dublin-core|dcs)$/i,
  /^(?:qualified-dublin-core|dcq)$/i,
];

/** Janeway's dates are publication dates, so changes can never be found by date (reference/sources.md 2.3). */
export function knowsChanges(address: string): boolean {
  return !/\/api\/oai\/?$/.test(URL.parse(address)?.pathname ?? '');
}

/** The date that the next run asks from: a day before the last one began, in the repository's granularity. */
export function nextFrom(responseDate: string, granularity: string): string {
  const at = readInstant(responseDate);
  const from = at && instantAt(Date.parse(at) - 86_400_000);
  return from ? inGranularity(from, granularity) : '';
}

/** A date (ISO) as the repository writes it. */
export function inGranularity(at: string, granularity: string): string {
  const day = at.slice(0, 10);
  if (!/hh/i.test(granularity)) return day;
  return at.length > 10 ? `${at.slice(0, 19)}Z` : `${day}T00:00:00Z`;
}

/** The address of a request; a token is the only argument besides the verb. */
export function requestOf(
  base: string,
  verb: 'ListRecords' | 'ListIdentifiers',
  query: HarvestQuery,
  token: string,
): string {
  if (token !== '') return addressOf(base, { verb, resumptionToken: token });
  const { prefix, set, from } = query;
  return addressOf(base, { verb, metadataPrefix: prefix, set, from });
}

/** The base address with arguments; empty ones are left out. */
export function addressOf(base: string, args: Record<string, string>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(args)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

const oaiArguments = ['verb', 'metadataPrefix', 'set', 'from', 'until', 'identifier', 'resumptionToken'];

/**
 * The addresses at which the repository of a journal may be: the one given, then those of OJS and of Janeway. OJS may
 * name the journal and the page in the query (`disable_path_info`).
 */
export function candidateAddresses(text: string): string[] {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  for (const name of oaiArguments) url.searchParams.delete(name);
  url.hash = '';
  const isPage = url.searchParams.get('page')?.toLowerCase() === 'oai';
  // Not a journal whose name only begins so.
  if (isPage || /(?:^|\/)oai(?:[./]|$)/i.test(url.pathname)) return [url.href];
  if (url.search !== '') return [url.href, addressOf(url.href, { page: 'oai' })];
  const base = url.href.replace(/\/*$/, '');
  return [url.href, `${base}/oai`, `${base}/api/oai/`];
}
