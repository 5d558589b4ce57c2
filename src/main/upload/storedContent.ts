import { articleHash } from '../../shared/article.ts';
import type { DraftRecord } from '../../shared/draft.ts';
import { serviceIssn } from '../../shared/identifiers.ts';
import { asStoredText, stripText } from '../../shared/pythonText.ts';

/**
 * A hash of what the directory stores of an article: the same for the record as it was sent and as search or GET show
 * it afterwards (reference/directory-api.md 1.3, 4.1), another for any other version of it.
 */
export function storedContentHash(record: unknown): string {
  const bibjson = object(object(record).bibjson);
  const journal = object(bibjson.journal);
  const content = {
    title: text(bibjson.title),
    abstract: text(bibjson.abstract),
    year: year(text(bibjson.year)),
    month: text(bibjson.month),
    identifier: list(bibjson.identifier).map(identifier).filter(isKnown).sort(),
    link: list(bibjson.link).map(link).filter(isKnown),
    author: list(bibjson.author).map(author).filter(isKnown),
    keywords: list(bibjson.keywords).map(text).filter(isKnown),
    volume: text(journal.volume),
    number: text(journal.number),
    // GET and POST have the pages in `journal`, search hits beside it.
    startPage: text(journal.start_page) || text(bibjson.start_page),
    endPage: text(journal.end_page) || text(bibjson.end_page),
  };
  return articleHash(content as DraftRecord);
}

function identifier(entry: unknown): string {
  const { type, id } = object(entry);
  const kind = text(type).toLowerCase();
  const value = text(id);
  return value === '' ? '' : `${kind}:${kind === 'doi' ? value : serviceIssn(value)}`;
}

function link(entry: unknown): string {
  const { type, url, content_type } = object(entry);
  const address = stripText(text(url));
  const kind = text(content_type);
  const known = ['PDF', 'HTML', 'ePUB', 'XML'].find(
    (one) => one.toLowerCase() === stripText(kind).toLowerCase(),
  );
  return address === '' ? '' : JSON.stringify([stripText(text(type)).toLowerCase(), address, known ?? kind]);
}

function author(entry: unknown): string {
  const { name, affiliation, orcid_id } = object(entry);
  return text(name) === '' ? '' : JSON.stringify([text(name), text(affiliation), text(orcid_id)]);
}

/** A year of two characters is completed on saving (addenda 4.1). */
function year(value: string): string {
  return value.length === 2 && /^\d\d$/.test(value) ? `${Number(value) <= 20 ? 20 : 19}${value}` : value;
}

function isKnown(value: string): boolean {
  return value !== '';
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : asStoredText(value);
}
