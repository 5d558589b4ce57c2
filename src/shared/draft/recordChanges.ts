import { z } from 'zod';
import { asObject, isObject, type Json, own } from '../json.ts';
import { messageSchema } from '../messageSchema.ts';
import type { DraftRecord } from './draft.ts';
import { fieldLabel } from './fieldLabel.ts';
import { joinPath } from './fieldPath.ts';

export const recordChangeSchema = z.object({
  path: z.string(),
  before: z.string(),
  after: z.string(),
  /** Names an identifier by its type, `DOI` for example; other fields are named by their path. */
  label: messageSchema.optional(),
  /** The entries of lists of texts: joined, one list may read like the other. */
  entries: z.object({ before: z.array(z.string()), after: z.array(z.string()) }).optional(),
});
export type RecordChange = z.infer<typeof recordChangeSchema>;

const maxChanges = 30;
const maxLetters = 400;
const maxEntries = 50;
/** Letters kept on each side of a difference in a long text. */
const around = 80;

/** The fields in which two records differ, for a preview: at most thirty, with long texts shortened. */
export function recordChanges(
  before: DraftRecord,
  after: DraftRecord,
  shorten: (before: string, after: string) => [string, string] = starts,
): RecordChange[] {
  const changes: RecordChange[] = [];
  compare(before, after, '', changes);
  return changes.slice(0, maxChanges).map((change) => {
    const { before: old, after: now, path, ...more } = change;
    const [shortOld, shortNow] = shorten(old, now);
    return { path, before: shortOld, after: shortNow, ...more };
  });
}

/** Long texts without what is equal at both ends, except for a few words around the difference. */
export function excerpts(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const from = before.length + after.length > 2 * maxLetters ? wordBefore(before, start - around) : 0;
  const cutEnd = before.length + after.length > 2 * maxLetters ? Math.max(0, end - around) : 0;
  return [excerpt(before, from, cutEnd), excerpt(after, from, cutEnd)];
}

function excerpt(text: string, from: number, cutEnd: number): string {
  const part = text.slice(from, text.length - cutEnd);
  return `${from > 0 ? '\u2026' : ''}${cut(part)}${cutEnd > 0 && part.length <= maxLetters ? '\u2026' : ''}`;
}

/** The start of the word at a position, so that no character is cut in two. */
function wordBefore(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf(' ', at) + 1;
}

function starts(before: string, after: string): [string, string] {
  return [cut(before), cut(after)];
}

/** Lists of different length are shown as a whole, because their entries have moved. */
function compare(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
  changes: RecordChange[],
): void {
  if (path === identifiers && [before, after].every((one) => Array.isArray(one ?? []))) {
    compareIdentifiers((before ?? []) as Json[], (after ?? []) as Json[], changes);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [at, entry] of before.entries()) compare(entry, after[at], joinPath(path, at), changes);
  } else if (isObject(before ?? {}) && isObject(after ?? {}) && (before ?? after) !== undefined) {
    const [old, now] = [asObject(before), asObject(after)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)]))
      compare(own(old, name), own(now, name), joinPath(path, name), changes);
  } else if (isTexts(before ?? []) && isTexts(after ?? [])) {
    if (JSON.stringify(before ?? []) === JSON.stringify(after ?? [])) return;
    const entries = { before: firstTexts(before), after: firstTexts(after) };
    changes.push({ path, before: textOf(before), after: textOf(after), entries });
  } else if (textOf(before) !== textOf(after)) {
    changes.push({ path, before: textOf(before), after: textOf(after) });
  }
}

const identifiers = 'bibjson.identifier';

/** Compares identifiers of the same type, since an ISSN that moves to the other field only changes its type. */
function compareIdentifiers(before: readonly Json[], after: readonly Json[], changes: RecordChange[]): void {
  const [old, now] = [byType(before), byType(after)];
  for (const type of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(type), now.get(type)];
    const [text, newText] = [was, is].map((one) => textOf(one?.values));
    if (text === newText) continue;
    const path = `${identifiers}[${(is ?? was)!.at}].id`;
    const label = fieldLabel(path, { bibjson: { identifier: [...(is ? after : before)] } });
    changes.push({ path, before: text!, after: newText!, label });
  }
}

/** The identifiers by type, and the place of the first one of each; those without a type by their place. */
function byType(list: readonly Json[]): Map<string, { at: number; values: Json[] }> {
  const found = new Map<string, { at: number; values: Json[] }>();
  for (const [at, entry] of list.entries()) {
    const { type, id } = asObject(entry);
    const key = typeof type === 'string' ? type.toLowerCase() : `[${at}]`;
    const known = found.get(key);
    const value = id ?? entry;
    if (known) known.values.push(value);
    else found.set(key, { at, values: [value] });
  }
  return found;
}

function isTexts(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function firstTexts(value: Json | undefined): string[] {
  return (isTexts(value) ? value : []).slice(0, maxEntries).map(cut);
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
  const letters = [...text.slice(0, maxLetters * 2)];
  return letters.length > maxLetters ? `${letters.slice(0, maxLetters).join('')}\u2026` : text;
}
