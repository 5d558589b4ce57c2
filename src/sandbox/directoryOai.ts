import type { Answer } from './answers.ts';
import type { Directory } from './directory.ts';
import type { ArticleRecord } from './records.ts';
import type { ApiRequest } from './routes.ts';
import { escapeXml } from './web/oai/oaiRecords.ts';

const PREFIX = 'oai:doaj.org/article:';

/**
 * GetRecord of the directory's own repository, which tells what became of an article (reference/directory-changes.md
 * 1.3). Its address is the API's up to `/api`, and then `/oai.article`: `https://host/directory/oai.article` for
 * `https://host/directory/api/v4/`. It needs no key, and has no other verbs.
 */
export function answerOai(parameter: ApiRequest['parameter'], { store, now }: Directory): Answer {
  const answerDate = `${now().toISOString().slice(0, 19)}Z`;
  const identifier = parameter('identifier') ?? '';
  const content = () => {
    if (parameter('verb') !== 'GetRecord') return errorXml('badVerb', 'The sandbox knows GetRecord only.');
    const prefix = parameter('metadataPrefix');
    if (identifier === '' || !prefix) return errorXml('badArgument', 'An argument is missing.');
    if (prefix !== 'oai_dc') return errorXml('cannotDisseminateFormat', 'The format is oai_dc.');
    const id = identifier.startsWith(PREFIX) ? identifier.slice(PREFIX.length) : '';
    const article = store.articles.get(id);
    // A revived article has a tombstone too.
    if (article?.admin.in_doaj) return recordXml(article);
    const gone = article ?? store.tombstones.get(id);
    if (!gone) return errorXml('idDoesNotExist', 'There is no such record.');
    return `<GetRecord><record>${headerXml(gone, true)}</record></GetRecord>`;
  };
  return {
    status: 200,
    headers: { 'Content-Type': 'text/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${answerDate}</responseDate>
<request>https://doaj.org/oai.article</request>${content()}</OAI-PMH>
`,
  };
}

function errorXml(code: string, text: string): string {
  return `<error code="${code}">${text}</error>`;
}

type Dated = { id: string; last_updated: string };

function headerXml({ id, last_updated }: Dated, isDeleted: boolean): string {
  const status = isDeleted ? ' status="deleted"' : '';
  return `<header${status}><identifier>${escapeXml(PREFIX + id)}</identifier><datestamp>${last_updated}</datestamp></header>`;
}

function recordXml(article: ArticleRecord): string {
  const { title, author, identifier, link, journal, year } = article.bibjson;
  const elements = [
    ['title', title],
    ...(author ?? []).map(({ name }) => ['creator', name]),
    ['publisher', journal?.publisher],
    ...(identifier ?? []).map(({ id }) => ['identifier', id]),
    ...(link ?? []).map(({ url }) => ['relation', url]),
    ['date', year],
    ['type', 'article'],
  ];
  const metadata = elements.map(([name, text]) =>
    text ? `<dc:${name}>${escapeXml(text)}</dc:${name}>` : '',
  );
  return `<GetRecord><record>${headerXml(article, false)}<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata.join('')}</oai_dc:dc></metadata></record></GetRecord>`;
}
