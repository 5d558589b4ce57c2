import { type ArticleBibjson, identifiersOf } from '../records.ts';
import { page } from './linkHosts.ts';
import type { WebAnswer } from './webAnswer.ts';

export interface CrossrefParts {
  articles: Iterable<ArticleBibjson>;
  /** Returns true the first time that it is called with a name. */
  once: (name: string) => boolean;
}

const limits = {
  'X-Rate-Limit-Limit': '10',
  'X-Rate-Limit-Interval': '1s',
  'X-Concurrency-Limit': '3',
  'X-API-Pool': 'polite-single',
};
const parameters = new Set(['mailto', 'select']);

/**
 * Answers as Crossref’s REST API about the DOIs of the directory’s articles (reference/sources.md 3). A DOI that ends in
 * `busy`, `crowded`, `blocked` or `bare` has that fault, or nothing but empty members.
 */
export function answerAsCrossref(path: string, query: string, { articles, once }: CrossrefParts): WebAnswer {
  const wrong = [...new URLSearchParams(query).keys()].find((name) => !parameters.has(name));
  if (wrong !== undefined) return invalid(wrong);
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

function workOf(bibjson: ArticleBibjson): object {
  const { journal = {}, author = [] } = bibjson;
  const pages = [bibjson.start_page, bibjson.end_page].filter((one) => one !== undefined).join('-');
  const date = [bibjson.year, bibjson.month].filter((one) => one !== undefined && one !== '').map(Number);
  return {
    DOI: identifiersOf(bibjson, 'doi')[0],
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
  };
}

function json(message: object): WebAnswer {
  return {
    status: 200,
    headers: { ...limits, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'ok', 'message-type': 'work', 'message-version': '1.0.0', message }),
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
