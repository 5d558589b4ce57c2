import { getAt, removeAt, setAt } from '../../draft/fieldPath.ts';
import { isEmpty, isObject, type Json, type JsonObject } from '../../json.ts';
import type { ArticleRecord } from '../article.ts';
import { articleFields } from '../articleFields.ts';
import type { ClearableField, ValueField } from './editFields.ts';
import { isIssnEntry, setJournal } from './setJournal.ts';

export function setField(
  record: ArticleRecord,
  { field, value, onlyEmpty }: { field: ValueField; value: string; onlyEmpty: boolean },
): ArticleRecord {
  const isWanted = (before: Json | undefined) => isEmpty(before) || (!onlyEmpty && String(before) !== value);
  const { path, list, name } = placeOf(field);
  if (list !== null)
    return mapObjects(record, list, (entry) => (isWanted(entry[name]) ? { ...entry, [name]: value } : entry));
  return isWanted(getAt(record, path)) && hasPlace(record, path) ? setAt(record, path, value) : record;
}

export function clearField(record: ArticleRecord, field: ClearableField): ArticleRecord {
  if (field === 'journal') return setJournalOf(record, { pissn: null, eissn: null, onlyEmpty: false });
  const { path, list, name } = placeOf(field);
  return list === null ? removeAt(record, path) : mapObjects(record, list, (entry) => without(entry, name));
}

export function setJournalOf(
  record: ArticleRecord,
  { pissn, eissn, onlyEmpty }: { pissn: string | null; eissn: string | null; onlyEmpty: boolean },
): ArticleRecord {
  const identifiers = getAt(record, 'bibjson.identifier') ?? [];
  if (!isObject(record.bibjson) || !Array.isArray(identifiers)) return record;
  const hasIssns = identifiers.some(isIssnEntry);
  if (hasIssns ? onlyEmpty : pissn === null && eissn === null) return record;
  return setJournal(record, { pissn, eissn });
}

/** Sets the affiliation of the authors with a name, or of every author; an empty one removes it. */
export function setAffiliation(
  record: ArticleRecord,
  edit: { author: string; value: string; onlyEmpty: boolean },
): ArticleRecord {
  const { value, onlyEmpty } = edit;
  const wanted = nameKey(edit.author);
  return mapObjects(record, 'bibjson.author', (author) => {
    const isMeant = wanted === '' || (typeof author.name === 'string' && nameKey(author.name) === wanted);
    if (!isMeant || (onlyEmpty && !isEmpty(author.affiliation)) || author.affiliation === value)
      return author;
    return value === '' ? without(author, 'affiliation') : { ...author, affiliation: value };
  });
}

/** Where a field is: in each entry of a list, or in one place. */
function placeOf(field: ValueField | ClearableField): { path: string; list: string | null; name: string } {
  const { path } = articleFields[field];
  const [list, name] = path.split('[].');
  return name === undefined ? { path, list: null, name: '' } : { path, list: list!, name };
}

function nameKey(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Changes the objects in the list at `path`; other entries, and a value that is not a list, stay as they are. */
function mapObjects(
  record: ArticleRecord,
  path: string,
  change: (entry: JsonObject) => JsonObject,
): ArticleRecord {
  const list = getAt(record, path);
  if (!Array.isArray(list)) return record;
  const changed = list.map((entry) => (isObject(entry) ? change(entry) : entry));
  return changed.every((entry, at) => entry === list[at]) ? record : setAt(record, path, changed);
}

/** Returns true if a value can be set at `path` without replacing a parent that is not an object. */
function hasPlace(record: ArticleRecord, path: string): boolean {
  const parent = getAt(record, path.slice(0, path.lastIndexOf('.')));
  return isObject(record.bibjson) && (parent === undefined || parent === null || isObject(parent));
}

function without(object: JsonObject, name: string): JsonObject {
  if (!Object.hasOwn(object, name)) return object;
  const { [name]: _, ...rest } = object;
  return rest;
}
