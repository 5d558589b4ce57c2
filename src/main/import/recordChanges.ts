import type { DraftRecord } from '../../shared/draft/draft.ts';
import { joinPath } from '../../shared/draft/fieldPath.ts';
import type { ImportFormat, ImportRow } from '../../shared/draft/importing.ts';
import { asObject, isObject, type Json, type JsonObject } from '../../shared/json.ts';

type Change = ImportRow['changes'][number];

const mostChanges = 30;
const mostLetters = 400;

/** JSON is the complete record; a Crossref deposit lacks fields such as keywords, which the draft keeps. */
export function mergeRecord(before: DraftRecord, read: DraftRecord, format: ImportFormat): DraftRecord {
  if (format !== 'crossref') return read;
  const [old, bibjson] = [asObject(before.bibjson), asObject(read.bibjson)];
  const journal = { ...asObject(old.journal), ...asObject(bibjson.journal) };
  const merged: JsonObject = { ...old, ...bibjson };
  if (Object.keys(journal).length > 0) merged.journal = journal;
  return { ...before, ...read, bibjson: merged };
}

/** The fields in which two records differ, for the preview: at most thirty, with long texts cut. */
export function recordChanges(before: DraftRecord, after: DraftRecord): Change[] {
  const changes: Change[] = [];
  compare(before, after, '', changes);
  return changes.slice(0, mostChanges);
}

/** Lists of different length are shown as a whole, because their entries have moved. */
function compare(before: Json | undefined, after: Json | undefined, path: string, changes: Change[]): void {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [at, entry] of before.entries()) compare(entry, after[at], joinPath(path, at), changes);
  } else if (isObject(before ?? {}) && isObject(after ?? {}) && (before ?? after) !== undefined) {
    const [old, now] = [asObject(before), asObject(after)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)]))
      compare(old[name], now[name], joinPath(path, name), changes);
  } else if (textOf(before) !== textOf(after)) {
    changes.push({ path, before: cut(textOf(before)), after: cut(textOf(after)) });
  }
}

/** A value as text: the identifying members of entries, separated by semicolons. */
function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  if (!isObject(value)) return String(value);
  const telling = [value.name, value.url, value.id].find((one) => typeof one === 'string');
  return typeof telling === 'string' ? telling : JSON.stringify(value);
}

function cut(text: string): string {
  const letters = [...text.slice(0, mostLetters * 2)];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}\u2026` : text;
}
