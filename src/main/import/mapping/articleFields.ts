import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { asList, asObject, type Json } from '../../../shared/json.ts';

/** A field of an article with its value as text; the path determines the label. */
export interface ArticleField {
  path: string;
  text: string;
}

const maxTextLength = 300;
const maxEntries = 20;

/** The non-empty fields of an article, each as one text. */
export function articleFields({ bibjson }: DraftRecord): ArticleField[] {
  const article = asObject(bibjson);
  const journal = asObject(article.journal);
  const identifier = (type: string) =>
    textOf(entries(article.identifier).find((one) => one.type === type)?.id);
  const fields: ArticleField[] = [
    { path: 'bibjson.title', text: textOf(article.title) },
    { path: 'bibjson.author', text: entries(article.author).map(authorText).join('; ') },
    { path: 'bibjson.abstract', text: textOf(article.abstract) },
    { path: 'bibjson.keywords', text: asList(article.keywords).slice(0, maxEntries).map(textOf).join('; ') },
    { path: 'bibjson.journal.title', text: textOf(journal.title) },
    { path: 'bibjson.pissn', text: identifier('pissn') },
    { path: 'bibjson.eissn', text: identifier('eissn') },
    { path: 'bibjson.year', text: textOf(article.year) },
    { path: 'bibjson.month', text: textOf(article.month) },
    { path: 'bibjson.journal.volume', text: textOf(journal.volume) },
    { path: 'bibjson.journal.number', text: textOf(journal.number) },
    { path: 'bibjson.journal.start_page', text: textOf(journal.start_page) },
    { path: 'bibjson.journal.end_page', text: textOf(journal.end_page) },
    { path: 'doi', text: identifier('doi') },
    { path: 'bibjson.link', text: entries(article.link).map(linkText).join('; ') },
  ];
  return fields.filter(({ text }) => text !== '');
}

function entries(list: Json | undefined) {
  return asList(list).slice(0, maxEntries).map(asObject);
}

function authorText({ name, affiliation, orcid_id: orcid }: Record<string, Json>): string {
  const details = [textOf(affiliation), textOf(orcid)].filter((text) => text !== '');
  return details.length === 0 ? textOf(name) : `${textOf(name)} (${details.join(', ')})`;
}

function linkText({ url, content_type: type }: Record<string, Json>): string {
  return `${textOf(url)} (${textOf(type)})`;
}

function textOf(value: Json | undefined): string {
  if (typeof value !== 'string') return '';
  const letters = [...value.slice(0, 2 * maxTextLength)];
  return letters.length > maxTextLength ? `${letters.slice(0, maxTextLength - 1).join('')}…` : value;
}
