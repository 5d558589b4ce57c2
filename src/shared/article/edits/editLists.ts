import { getAt, setAt } from '../../draft/fieldPath.ts';
import { isObject, type Json } from '../../json.ts';
import type { ArticleRecord } from '../article.ts';
import { splitAuthors } from '../authors.ts';
import { joinedKeywords } from '../keywords.ts';

const paths = { authors: 'bibjson.author', keywords: 'bibjson.keywords' } as const;
type ListName = keyof typeof paths;

export function setKeywords(keywords: readonly string[]) {
  return (record: ArticleRecord): ArticleRecord => put(record, 'keywords', withoutRepeats(keywords));
}

/** Adds the keywords that an article does not have yet, whatever their case. */
export function addKeywords(keywords: readonly string[]) {
  return (record: ArticleRecord): ArticleRecord => {
    const list = read(record, 'keywords');
    if (!list) return record;
    const known = new Set(list.map(keyOf));
    return put(record, 'keywords', [
      ...list,
      ...withoutRepeats(keywords).filter((one) => !known.has(keyOf(one))),
    ]);
  };
}

export function removeKeywords(keywords: readonly string[]) {
  const unwanted = new Set(keywords.map(keyOf));
  return (record: ArticleRecord): ArticleRecord => {
    const list = read(record, 'keywords');
    return list?.some((entry) => unwanted.has(keyOf(entry)))
      ? put(
          record,
          'keywords',
          list.filter((entry) => !unwanted.has(keyOf(entry))),
        )
      : record;
  };
}

/**
 * Splits entries that contain several names or keywords. Each part of an author keeps the affiliation; an author with
 * an ORCID stays whole, since the part that it belongs to is unknown.
 */
export function splitEntries(
  record: ArticleRecord,
  { list: name, separator }: { list: ListName; separator: string },
): ArticleRecord {
  const list = read(record, name);
  const recognise = name === 'authors' ? splitAuthors : joinedKeywords;
  const split = separator === '' ? recognise : (text: string) => splitAt(text, separator);
  const entries = list?.flatMap((entry): Json[] => {
    if (typeof entry === 'string') return several(split(entry)) ?? [entry];
    if (!isObject(entry) || typeof entry.name !== 'string' || isGivenText(entry.orcid_id)) return [entry];
    return several(split(entry.name))?.map((part) => ({ ...entry, name: part })) ?? [entry];
  });
  return entries && entries.length !== list?.length ? put(record, name, entries) : record;
}

/** Joins all entries into one; authors only if they have nothing but names. */
export function joinEntries(
  record: ArticleRecord,
  { list: name, separator }: { list: ListName; separator: string },
): ArticleRecord {
  const list = read(record, name);
  const texts = list?.map((entry) => (name === 'keywords' ? entry : onlyName(entry))) ?? [];
  if (texts.length < 2 || !texts.every((text) => typeof text === 'string')) return record;
  const joined = texts.join(separator);
  return put(record, name, [name === 'keywords' ? joined : { name: joined }]);
}

function onlyName(entry: Json): Json | undefined {
  if (!isObject(entry)) return undefined;
  return Object.entries(entry).every(([name, value]) => name === 'name' || !isGivenText(value))
    ? entry.name
    : undefined;
}

/** A list of the record, empty if it has none; null if the record has another kind of value there. */
function read(record: ArticleRecord, name: ListName): Json[] | null {
  if (!isObject(record.bibjson)) return null;
  const value = getAt(record, paths[name]) ?? [];
  return Array.isArray(value) ? value : null;
}

function put(record: ArticleRecord, name: ListName, list: Json[]): ArticleRecord {
  return read(record, name) ? setAt(record, paths[name], list) : record;
}

function several(parts: string[]): string[] | null {
  return parts.length > 1 ? parts : null;
}

function splitAt(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function withoutRepeats(keywords: readonly string[]): string[] {
  return [...new Map(keywords.map((keyword) => [keyOf(keyword), keyword])).values()];
}

function keyOf(entry: Json): string {
  return typeof entry === 'string' ? entry.trim().toLowerCase() : '';
}

function isGivenText(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}
