import type { Bound, QueryNode } from './queryParser.ts';

/** A record as the index sees it: the stored members, and the index's own. */
export interface Document {
  source: object & { bibjson?: unknown };
  /** What a term without a field is compared with. */
  everything: unknown;
  /** Members that are only in the index, by full name, for example `index.title`. */
  extra: (path: string) => unknown;
}

const DATE_FIELDS: string[] = ['created_date', 'last_updated', 'last_manual_update', 'index.date'];

export function isDateField(field: string | undefined): boolean {
  return field !== undefined && DATE_FIELDS.includes(field);
}

/** Returns true if a record matches the query, with an analysed comparison for text fields and a literal one for `.exact` fields. */
export function matches(node: QueryNode, document: Document): boolean {
  switch (node.kind) {
    case 'and':
      return node.of.every((part) => matches(part, document));
    case 'or':
      return node.of.some((part) => matches(part, document));
    case 'not':
      return !matches(node.of, document);
    case 'all':
      return true;
    case 'exists':
      return hasValue(document, plainName(node.field));
    case 'text':
      return isDateField(node.field)
        ? isInRange(
            node.field,
            document,
            { value: node.text, isInclusive: true },
            { value: node.text, isInclusive: true },
          )
        : valuesFor(document, node.field).some((value) => hasText(value, node));
    case 'pattern':
      return valuesFor(document, node.field).some((value) =>
        isExact(node.field) ? node.pattern.test(value) : words(value).some((word) => node.pattern.test(word)),
      );
    case 'range':
      return isInRange(node.field, document, node.from, node.to);
  }
}

/** The values at a dotted path, lists flattened; objects have none. */
export function fieldValues(document: Document, path: string): (string | number | boolean)[] {
  const extra = document.extra(path);
  if (extra !== undefined) return leaves(extra, false);
  const values: (string | number | boolean)[] = [];
  collect(document.source, stepsOf(path), 0, values);
  return values;
}

/** Returns true if anything is at a path: a value, or an object with one. */
function hasValue(document: Document, path: string): boolean {
  const extra = document.extra(path);
  if (extra !== undefined) return leaves(extra, true).length > 0;
  return objectsAt(document.source, stepsOf(path), 0).some((value) => leaves(value, true).length > 0);
}

function objectsAt(value: unknown, steps: string[], at: number): unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => objectsAt(entry, steps, at));
  if (at === steps.length) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, steps[at]!)) return [];
  return objectsAt((value as Record<string, unknown>)[steps[at]!], steps, at + 1);
}

// Cached, because a query reads the same few fields of every record.
const knownSteps = new Map<string, string[]>();

function stepsOf(path: string): string[] {
  const known = knownSteps.get(path);
  if (known) return known;
  const steps = path.split('.');
  if (knownSteps.size > 1000) knownSteps.clear();
  knownSteps.set(path, steps);
  return steps;
}

function collect(value: unknown, steps: string[], at: number, into: (string | number | boolean)[]): void {
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, steps, at, into);
  } else if (at === steps.length) {
    into.push(...leaves(value, false));
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, steps[at]!)) {
    collect((value as Record<string, unknown>)[steps[at]!], steps, at + 1, into);
  }
}

/** The name of a field without `.exact`. */
export function plainName(field: string): string {
  return field.endsWith('.exact') ? field.slice(0, -'.exact'.length) : field;
}

/** Splits text as the engine does: words without punctuation and accents, in lower case. */
function words(text: string): string[] {
  return cut(folded(text));
}

function cut(foldedText: string): string[] {
  return foldedText.match(/[\p{L}\p{N}_]+(?:['’.][\p{L}\p{N}_]+)*/gu) ?? [];
}

function folded(text: string): string {
  const lower = text.toLowerCase();
  // Fast path: most texts are ASCII, with nothing to fold.
  return /[\u0080-\uffff]/.test(lower) ? lower.normalize('NFKD').replace(/\p{M}/gu, '') : lower;
}

function valuesFor(document: Document, field: string | undefined): string[] {
  const values =
    field === undefined ? leaves(document.everything, true) : fieldValues(document, plainName(field));
  return values.map(String);
}

function hasText(value: string, node: Extract<QueryNode, { kind: 'text' }>): boolean {
  if (isExact(node.field)) return value === node.text;
  const [first, ...rest] = wordsOf(node);
  if (first === undefined) return false;
  const text = folded(value);
  if (!text.includes(first)) return false;
  const found = cut(text);
  // One unquoted term may be split into several words; they must then be adjacent, as in a phrase.
  return found.some(
    (word, at) => word === first && rest.every((next, offset) => found[at + 1 + offset] === next),
  );
}

const knownWords = new WeakMap<QueryNode, string[]>();

function wordsOf(node: Extract<QueryNode, { kind: 'text' }>): string[] {
  const known = knownWords.get(node) ?? words(node.text);
  knownWords.set(node, known);
  return known;
}

function isExact(field: string | undefined): boolean {
  return field?.endsWith('.exact') ?? false;
}

function isInRange(field: string | undefined, document: Document, from: Bound, to: Bound): boolean {
  if (field !== undefined && isDateField(field)) {
    const [start, end] = dateInterval(from, to);
    return fieldValues(document, field).some((value) => {
      const at = Date.parse(String(value));
      return at >= start && at < end;
    });
  }
  return (field === undefined ? valuesFor(document, field) : fieldValues(document, plainName(field))).some(
    (value) => isWithin(value, from, to),
  );
}

function isWithin(value: string | number | boolean, from: Bound, to: Bound): boolean {
  const compare = (bound: NonNullable<Bound>): number => {
    if (typeof value === 'number') return value - Number(bound.value);
    const text = String(value);
    return text < bound.value ? -1 : text > bound.value ? 1 : 0;
  };
  return (
    (from === undefined || (from.isInclusive ? compare(from) >= 0 : compare(from) > 0)) &&
    (to === undefined || (to.isInclusive ? compare(to) <= 0 : compare(to) < 0))
  );
}

/** Start and end (exclusive) of a range of dates; a date is the period that it covers: `[2024 TO 2024]` is the whole year. */
export function dateInterval(from: Bound, to: Bound): [number, number] {
  const lower = from && dateSpan(from.value);
  const upper = to && dateSpan(to.value);
  return [
    lower ? lower[from.isInclusive ? 0 : 1] : Number.NEGATIVE_INFINITY,
    upper ? upper[to.isInclusive ? 1 : 0] : Number.POSITIVE_INFINITY,
  ];
}

/** Start and end (exclusive) in milliseconds; throws SyntaxError for a text that is not a date. */
function dateSpan(text: string): [number, number] {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?Z?)?)?)?$/.exec(text);
  if (!parts) throw new SyntaxError('not a date');
  const [year, month, day, hour, minute, second] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const start = Date.UTC(year!, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0);
  if (second !== undefined) return [start, start + 1000];
  if (day !== undefined) return [start, start + 86_400_000];
  return [start, month === undefined ? Date.UTC(year! + 1, 0, 1) : Date.UTC(year!, month, 1)];
}

function leaves(value: unknown, goesDeep: boolean): (string | number | boolean)[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, goesDeep));
  if (!goesDeep || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((entry) => leaves(entry, true));
}
