import { isObject, type Json, type JsonObject, own } from '../../json.ts';
import type { ArticleRecord } from '../article.ts';
import { articleFields } from '../articleFields.ts';
import { type TextField, textFields } from './editFields.ts';

/** The members that lead to the texts of a field; `*` is every entry of a list, `doi` only entries of that type. */
const places = new Map<TextField, readonly string[]>(
  textFields.map((name) => [
    name,
    name === 'doi'
      ? ['bibjson', 'identifier', 'doi', 'id']
      : articleFields[name].path.replace('[]', '.*').split('.'),
  ]),
);

/** Members that stay when they become empty, because the directory requires the key. */
const required = new Set(['title', 'name', 'url', 'id']);

/**
 * `record` with each text of a field changed; the record itself if nothing changes. A member that becomes empty is
 * removed unless the directory requires it, and so is an empty keyword.
 */
export function mapTexts(
  record: ArticleRecord,
  field: TextField,
  change: (text: string) => string,
): ArticleRecord {
  return mapAt(record, places.get(field)!, change) as ArticleRecord;
}

function mapAt(value: Json, path: readonly string[], change: (text: string) => string): Json {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' && value !== '' ? change(value) : value;
  if (step === '*' || step === 'doi') return mapEntries(value, step, rest, change);
  if (!isObject(value)) return value;
  const before = own(value, step) as Json | undefined;
  if (before === undefined) return value;
  const after = mapAt(before, rest, change);
  if (after === before) return value;
  return after === '' && !required.has(step) ? without(value, step) : { ...value, [step]: after };
}

function mapEntries(
  value: Json,
  step: '*' | 'doi',
  rest: readonly string[],
  change: (text: string) => string,
) {
  if (!Array.isArray(value)) return value;
  let isChanged = false;
  const entries: Json[] = [];
  for (const entry of value) {
    const isMeant = step === '*' || isDoi(entry);
    const after = isMeant ? mapAt(entry, rest, change) : entry;
    isChanged ||= after !== entry;
    if (after !== '' || after === entry) entries.push(after);
  }
  return isChanged ? entries : value;
}

function isDoi(entry: Json): boolean {
  return isObject(entry) && typeof entry.type === 'string' && entry.type.toLowerCase() === 'doi';
}

function without(object: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = object;
  return rest;
}
