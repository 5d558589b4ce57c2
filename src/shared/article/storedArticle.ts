import { asList, asObject } from '../json.ts';
import { serviceYear } from '../text/dates.ts';
import { serviceIssn } from '../text/identifiers.ts';
import { asStoredText, stripText } from '../text/pythonText.ts';
import {
  type ArticleTextName,
  type AuthorMember,
  authorMembers,
  type LinkMember,
  linkMembers,
  readMembers,
  readTexts,
} from './articleFields.ts';

/** The values of an article that the directory stores, in stored form; empty texts for missing ones. */
export interface StoredArticle extends Record<ArticleTextName, string> {
  identifier: { type: string; id: string }[];
  link: Record<LinkMember, string>[];
  author: Record<AuthorMember, string>[];
  keywords: string[];
}

/** The same for a record as sent, found or fetched (reference/directory-api.md 1.3, 4.1). */
export function storedArticle(record: unknown): StoredArticle {
  const bibjson = asObject(asObject(record).bibjson);
  const journal = asObject(bibjson.journal);
  // GET and POST have the pages in `journal`, search hits beside it.
  const texts = readTexts(
    ({ isInJournal, member, stray }) =>
      text((isInJournal ? journal : bibjson)[member]) || (stray === null ? '' : text(bibjson[stray])),
  );
  return {
    ...texts,
    year: storedYear(texts.year),
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
  };
}

/** A two-character year is completed on saving (addenda 4.1), with the century of the directory's clock, and so of ours. */
export function storedYear(value: string): string {
  return serviceYear(value, new Date());
}

function identifier(entry: unknown): StoredArticle['identifier'][number] {
  const { type, id } = asObject(entry);
  const kind = text(type).toLowerCase();
  const value = text(id);
  return { type: kind, id: value === '' || kind === 'doi' ? value : serviceIssn(value) };
}

function link(entry: unknown): StoredArticle['link'][number] {
  const texts = readMembers(linkMembers, entry, text);
  const kind = texts.content_type;
  const known = ['PDF', 'HTML', 'ePUB', 'XML'].find(
    (one) => one.toLowerCase() === stripText(kind).toLowerCase(),
  );
  return {
    ...texts,
    type: stripText(texts.type).toLowerCase(),
    url: stripText(texts.url),
    content_type: known ?? kind,
  };
}

function author(entry: unknown): StoredArticle['author'][number] {
  return readMembers(authorMembers, entry, text);
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : asStoredText(value);
}
