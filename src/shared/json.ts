import type { DraftRecord } from './draft/draft.ts';

/** Any value of a record. */
export type Json = DraftRecord[string];

export type JsonObject = { [name: string]: Json };

/** An object whose members are not validated yet. */
export type Members = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a list, else an empty list. */
export function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Text unchanged, any other value as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns true if the member is present and not null: the directory treats null as absent. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Returns true for a missing value and for empty text, lists and objects. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

/** The own member, never an inherited one such as `constructor`. */
export function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The own member of an object or a list; undefined if the value is neither. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? own(value as Members, name) : undefined;
}

/** A copy of a JSON value in which every text, and every name of a member, is replaced. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [change(name), mapTexts(inner, change)]),
  );
}

/** JSON can also contain 1e999, or a fraction of a record. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
