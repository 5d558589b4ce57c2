import { type ArticleFieldName, articleFields, articleTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { asList, asObject, type Json } from '../../../shared/json.ts';

/** A field of an article with its value as text; the path determines the label. */
export interface ArticleValue {
  path: string;
  text: string;
}

/** How much of an article is shown, and what is between the entries of a list. */
interface Extent {
  characters: number;
  entries: number;
  between: string;
}

const glance: Extent = { characters: 300, entries: 20, between: '; ' };
export const wholeArticle: Extent = { characters: 100_000, entries: 5_000, between: '\n' };

/** The fields by which people recognise an article come first; then all other texts, and the DOI and links. */
const first: readonly ArticleFieldName[] = [
  ...(['title', 'authors', 'abstract', 'keywords', 'journalTitle', 'pissn', 'eissn'] as const),
];
const shown = [
  ...new Set([...first, ...articleTexts.map(({ name }) => name), ...(['doi', 'links'] as const)]),
];

/** The non-empty fields of an article, each as one text. */
export function articleValues(record: DraftRecord, extent = glance): ArticleValue[] {
  return shown
    .map((name) => ({ path: articleFields[name].path, text: valueText(record, name, extent) }))
    .filter(({ text }) => text !== '');
}

function valueText(record: DraftRecord, name: ArticleFieldName, extent: Extent): string {
  const { kind, path } = articleFields[name];
  const entries = (list: Json | undefined) => asList(list).slice(0, extent.entries);
  const text = (value: Json | undefined) => textOf(value, extent.characters);
  if (kind === 'identifier')
    return text(
      entries(getAt(record, articleFields.identifiers.path))
        .map(asObject)
        .find(({ type }) => type === name)?.id,
    );
  const value = getAt(record, path);
  if (name === 'authors')
    return entries(value)
      .map((one) => authorText(asObject(one), text))
      .join(extent.between);
  if (name === 'links')
    return entries(value)
      .map(asObject)
      .map(({ url, content_type: type }) => `${text(url)} (${text(type)})`)
      .join(extent.between);
  return kind === 'list' ? entries(value).map(text).join('; ') : text(value);
}

function authorText(
  { name, affiliation, orcid_id: orcid }: Record<string, Json>,
  text: (value: Json | undefined) => string,
): string {
  const details = [text(affiliation), text(orcid)].filter((one) => one !== '');
  return details.length === 0 ? text(name) : `${text(name)} (${details.join(', ')})`;
}

function textOf(value: Json | undefined, most: number): string {
  if (typeof value !== 'string') return '';
  const letters = [...value.slice(0, 2 * most)];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : value;
}
