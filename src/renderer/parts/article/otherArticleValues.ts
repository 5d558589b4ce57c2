import { articleFieldList } from '../../../shared/article/articleFields.ts';
import { identifierType, isIssnEntry } from '../../../shared/article/edits/setJournal.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { listAt } from '../../../shared/draft/recordEdits.ts';
import { isObject, type Json } from '../../../shared/json.ts';
import { type OtherValue, otherValues, type Shown } from '../form/comparison/otherValues.ts';
import { doiPlace, listPaths } from './articleEdits.ts';

/** The values of an article that the form shows in no field: unknown members, and known ones of an unexpected type. */
export function otherArticleValues(record: DraftRecord): OtherValue[] {
  const identifiers = shownIdentifiers(record);
  return otherValues(record, (path, value) => {
    const identifier = /^bibjson\.identifier\[(\d+)\]$/.exec(path);
    if (identifier && !identifiers.has(Number(identifier[1]))) return 'not';
    const pattern = path.replace(/\[\d+\]/g, '[]');
    if (value === null && (texts.has(pattern) || lists.has(pattern))) return 'field';
    if (texts.has(pattern)) return isText(value) ? 'field' : 'not';
    return shownAs(pattern, value);
  });
}

/** Members shown as text. */
const texts = new Set([
  ...articleFieldList.filter(({ kind }) => kind === 'text' || kind === 'member').map(({ path }) => path),
  'bibjson.identifier[].id',
]);
const lists = new Set(articleFieldList.filter(({ kind }) => kind === 'list').map(({ path }) => path));
const objects = new Set(['admin', 'bibjson', 'bibjson.journal', ...[...lists].map((path) => `${path}[]`)]);

function shownAs(pattern: string, value: Json): Shown {
  if (pattern === listPaths.keywords && Array.isArray(value)) return 'field';
  const isHolder = lists.has(pattern) ? Array.isArray(value) : objects.has(pattern) && isObject(value);
  return isHolder ? 'parts' : 'not';
}

function isText(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** The indexes of the DOI and of the last entry of each ISSN, which have fields. */
function shownIdentifiers(record: DraftRecord): Set<number> {
  const entries = listAt(record, listPaths.identifiers);
  const lastOf = (slot: string) =>
    entries.findLastIndex((entry) => isIssnEntry(entry) && identifierType(entry) === slot);
  return new Set([doiPlace(record), lastOf('pissn'), lastOf('eissn')]);
}
