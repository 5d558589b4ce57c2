import { type ArticleBibjson, identifiersOf } from '../records.ts';
import { page } from './linkHosts.ts';
import type { WebAnswer } from './webAnswer.ts';

export interface CrossrefParts {
  articles: Iterable<ArticleBibjson>;
  /** Returns true the first time it is called with a name. */
  once: (name: string) => boolean;
}

const limits = {
  'X-Rate-Limit-Limit': '10',
  'X-Rate-Limit-Interval': '1s',
  'X-Concurrency-Limit': '3',
  'X-API-Pool': 'polite-single',
};
const parameters = new Set(['mailto', 'select', 'filter', 'rows', 'cursor']);

/**
 * Answers like Crossref’s REST API about the DOIs of the directory’s articles (reference/sources.md 3). A DOI that ends
 * in `busy`, `crowded`, `blocked` or `bare` has that fault, or nothing but empty members; one that ends in `retraction`
 * is a notice about the one before it, which ends in `retracted`. The list of a journal and year has the directory’s
 * articles; the lists of 1901 to 1907 are invented, or have a fault.
 */
export function answerAsCrossref(path: string, query: string, { articles, once }: CrossrefParts): WebAnswer {
  const wrong = [...new URLSearchParams(query).keys()].find((name) => !parameters.has(name));
  if (wrong !== undefined) return invalid(wrong);
  if (path === '/works') return answerList(new URLSearchParams(query), { articles, once });
  const doi = decodeURIComponent(/^\/works\/([^/]+)$/.exec(path)?.[1] ?? '').toLowerCase();
  if (doi.endsWith('busy') && once(`crossref ${doi}`))
    return { status: 429, headers: { ...limits, 'Retry-After': '1' }, body: '' };
  if (doi.endsWith('crowded')) return page(429, 'Too many requests');
  if (doi.endsWith('blocked')) return page(403, 'Forbidden');
  if (/(?:busy|bare)$/.test(doi)) return json({ DOI: doi, title: [], issued: { 'date-parts': [[null]] } });
  for (const bibjson of articles)
    if (identifiersOf(bibjson, 'doi').some((one) => one.toLowerCase() === doi)) return json(workOf(bibjson));
  return { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Resource not found.' };
}

/** One page of the works of a journal and year (reference/sources.md 3.1 and 3.3). */
function answerList(query: URLSearchParams, { articles, once }: CrossrefParts): WebAnswer {
  const filters = (query.get('filter') ?? '').split(',');
  const valuesOf = (name: string) =>
    filters.flatMap((filter) => (filter.startsWith(`${name}:`) ? filter.slice(name.length + 1) : []));
  const [year = ''] = valuesOf('from-pub-date');
  const fault = listFault(year, once);
  if (fault) return fault;
  const issns = valuesOf('issn');
  const count = inventedYears.get(year);
  const works =
    count === undefined
      ? [...articles].filter((one) => isOfYear(one, issns, year)).map(workOf)
      : invented(year, count, issns);
  const rows = Number(query.get('rows') ?? 20);
  // One list starts over with every page.
  const start = year === '1902' ? 0 : Number((query.get('cursor') ?? '').replace(/\D/g, ''));
  const list = {
    'total-results': works.length,
    'items-per-page': rows,
    items: works.slice(start, start + rows).map((work) => selected(work, query.get('select'))),
    'next-cursor': `after+${start + rows}=/`,
  };
  return json(list, 'work-list');
}

/** Of the members of a work, those that were asked for. */
function selected(work: object, select: string | null): object {
  const names = select?.split(',');
  return names ? Object.fromEntries(Object.entries(work).filter(([name]) => names.includes(name))) : work;
}

/** The works of the years whose list is invented; with 200 in a page, that of 1906 ends exactly full. */
const inventedYears = new Map([
  ['1902', 450],
  ['1904', 3],
  ['1906', 400],
  ['1907', 450],
]);

function listFault(year: string, once: CrossrefParts['once']): WebAnswer | null {
  if (year === '1901' && once('crossref list'))
    return { status: 429, headers: { 'Retry-After': '1' }, body: '' };
  if (year === '1903')
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{"message":{"items":[' };
  return year === '1905' ? page(429, 'Too many requests') : null;
}

/** Works that match no article of the directory; those of 1904 lack most members. */
function invented(year: string, count: number, [issn = '']: readonly string[]): object[] {
  const one = (_: unknown, at: number) => ({
    DOI: `10.5555/CR.${year}.${at + 1}`,
    type: 'journal-article',
    title: [`Registered ${at + 1}`],
    ISSN: [issn],
    issued: { 'date-parts': [[Number(year), 3]] },
    author: [{ given: 'Ada', family: 'Okoro', sequence: 'first', affiliation: [] }],
  });
  if (year !== '1904') return Array.from({ length: count }, one);
  return [one(null, 0), { DOI: '10.5555/cr.bare', issued: { 'date-parts': [[null]] } }, {}];
}

function isOfYear(bibjson: ArticleBibjson, issns: readonly string[], year: string): boolean {
  const own = [...identifiersOf(bibjson, 'pissn'), ...identifiersOf(bibjson, 'eissn')];
  return (
    identifiersOf(bibjson, 'doi').length > 0 &&
    // A list without a year has all of them.
    (year === '' || String(bibjson.year) === year) &&
    own.some((issn) => issns.includes(issn))
  );
}

function workOf(bibjson: ArticleBibjson): object {
  const { journal = {}, author = [] } = bibjson;
  const pages = [bibjson.start_page, bibjson.end_page].filter((one) => one !== undefined).join('-');
  const date = [bibjson.year, bibjson.month].filter((one) => one !== undefined && one !== '').map(Number);
  const [doi = ''] = identifiersOf(bibjson, 'doi');
  return {
    DOI: doi,
    type: 'journal-article',
    title: [bibjson.title],
    'container-title': [journal.title],
    ISSN: [...identifiersOf(bibjson, 'pissn'), ...identifiersOf(bibjson, 'eissn')],
    volume: journal.volume,
    issue: journal.number,
    page: pages,
    issued: { 'date-parts': [date] },
    author: author.map(({ name = '', affiliation, orcid_id }, at) => ({
      given: name.split(' ').slice(0, -1).join(' '),
      family: name.split(' ').at(-1),
      sequence: at === 0 ? 'first' : 'additional',
      affiliation: affiliation ? [{ name: affiliation }] : [],
      ...(orcid_id && { ORCID: orcid_id.replace('https:', 'http:') }),
    })),
    ...(bibjson.abstract && { abstract: `<jats:p>${bibjson.abstract}</jats:p>` }),
    resource: { primary: { URL: bibjson.link?.[0]?.url } },
    ...updatesOf(doi),
  };
}

/** What Crossref says of a notice, and of the article that it is about. */
function updatesOf(doi: string): object {
  const update = (other: string) => [
    { DOI: other, type: 'retraction', label: 'Retraction', source: 'publisher' },
  ];
  if (doi.endsWith('retraction')) return { 'update-to': update(doi.replace(/retraction$/, 'retracted')) };
  return doi.endsWith('retracted') ? { 'updated-by': update(doi.replace(/retracted$/, 'retraction')) } : {};
}

function json(message: object, type = 'work'): WebAnswer {
  return {
    status: 200,
    headers: { ...limits, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'ok', 'message-type': type, 'message-version': '1.0.0', message }),
  };
}

function invalid(name: string): WebAnswer {
  const message = [
    {
      type: 'parameter-not-found',
      value: name,
      message: `Parameter ${name} specified but there is no such parameter`,
    },
  ];
  return {
    status: 400,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'failed', 'message-type': 'validation-failure', message }),
  };
}
