import { asList, asObject } from '../json.ts';
import { serviceIssn } from '../text/identifiers.ts';
import { asStoredText, stripText } from '../text/pythonText.ts';

/** The values of an article that the directory stores, in stored form; empty texts for missing ones. */
export interface StoredArticle {
  title: string;
  abstract: string;
  year: string;
  month: string;
  identifier: { type: string; id: string }[];
  link: { type: string; url: string; content_type: string }[];
  author: { name: string; affiliation: string; orcid_id: string }[];
  keywords: string[];
  volume: string;
  number: string;
  startPage: string;
  endPage: string;
}

/** The same for a record as sent, found or fetched (reference/directory-api.md 1.3, 4.1). */
export function storedArticle(record: unknown): StoredArticle {
  const bibjson = asObject(asObject(record).bibjson);
  const journal = asObject(bibjson.journal);
  return {
    title: text(bibjson.title),
    abstract: text(bibjson.abstract),
    year: storedYear(text(bibjson.year)),
    month: text(bibjson.month),
    identifier: asList(bibjson.identifier)
      .map(identifier)
      .filter(({ id }) => id !== ''),
    link: asList(bibjson.link)
      .map(link)
      .filter(({ url }) => url !== ''),
    author: asList(bibjson.author)
      .map(author)
      .filter(({ name }) => name !== ''),
    keywords: asList(bibjson.keywords)
      .map(text)
      .filter((keyword) => keyword !== ''),
    volume: text(journal.volume),
    number: text(journal.number),
    // GET and POST have the pages in `journal`, search hits beside it.
    startPage: text(journal.start_page) || text(bibjson.start_page),
    endPage: text(journal.end_page) || text(bibjson.end_page),
  };
}

/** A two-character year is completed on saving (addenda 4.1). */
export function storedYear(value: string): string {
  return /^\d\d$/.test(value) ? `${Number(value) <= 20 ? 20 : 19}${value}` : value;
}

function identifier(entry: unknown): StoredArticle['identifier'][number] {
  const { type, id } = asObject(entry);
  const kind = text(type).toLowerCase();
  const value = text(id);
  return { type: kind, id: value === '' || kind === 'doi' ? value : serviceIssn(value) };
}

function link(entry: unknown): StoredArticle['link'][number] {
  const { type, url, content_type } = asObject(entry);
  const kind = text(content_type);
  const known = ['PDF', 'HTML', 'ePUB', 'XML'].find(
    (one) => one.toLowerCase() === stripText(kind).toLowerCase(),
  );
  return {
    type: stripText(text(type)).toLowerCase(),
    url: stripText(text(url)),
    content_type: known ?? kind,
  };
}

function author(entry: unknown): StoredArticle['author'][number] {
  const { name, affiliation, orcid_id } = asObject(entry);
  return { name: text(name), affiliation: text(affiliation), orcid_id: text(orcid_id) };
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : asStoredText(value);
}
