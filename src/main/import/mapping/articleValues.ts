import { type ArticleFieldName, articleFields, articleTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { asList, asObject, type Json } from '../../../shared/json.ts';

/** A field of an article with its value as text; the path determines the label. */
export interface ArticleValue {
  path: string;
  text: string;
}

const maxTextLength = 300;
const maxEntries = 20;

/** The fields by which people recognise an article come first; then all other texts, and the DOI and links. */
const first: readonly ArticleFieldName[] = [
  ...(['title', 'authors', 'abstract', 'keywords', 'journalTitle', 'pissn', 'eissn'] as const),
];
const shown = [
  ...new Set([...first, ...articleTexts.map(({ name }) => name), ...(['doi', 'links'] as const)]),
];

/** The non-empty fields of an article, each as one text. */
export function articleValues(record: DraftRecord): ArticleValue[] {
  return shown
    .map((name) => ({ path: articleFields[name].path, text: valueText(record, name) }))
    .filter(({ text }) => text !== '');
}

function valueText(record: DraftRecord, name: ArticleFieldName): string {
  const { kind, path } = articleFields[name];
  if (kind === 'identifier')
    return textOf(
      entries(getAt(record, articleFields.identifiers.path)).find(({ type }) => type === name)?.id,
    );
  const value = getAt(record, path);
  if (name === 'authors') return entries(value).map(authorText).join('; ');
  if (name === 'links') return entries(value).map(linkText).join('; ');
  return kind === 'list' ? asList(value).slice(0, maxEntries).map(textOf).join('; ') : textOf(value);
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
