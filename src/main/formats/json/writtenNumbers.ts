import { joinPath } from '../../../shared/draft/fieldPath.ts';
import type { Json } from '../../../shared/json.ts';
import { asStoredText, pythonFloatText } from '../../../shared/text/pythonText.ts';

/** The texts that Python makes of numbers which we would write otherwise, such as `1.0`, by their paths. */
export type WrittenNumbers = ReadonlyMap<string, string>;

/** A number with a point, an exponent or more digits than we can hold. */
const mayDiffer = /[:[,\s]-?\d(?:\d*[.eE]|\d{15})/;

/** The text that Python makes of a number as it stands in JSON: one with a point or an exponent is no whole number. */
export function pythonNumberText(source: string): string {
  if (source === '-0') return '0';
  return /[.e]/i.test(source) ? pythonFloatText(Number(source)) : source;
}

class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (name: string, value: unknown, context: { source: string }) => unknown;

/** Those in the text of a record. */
export function writtenNumbers(json: string): WrittenNumbers {
  const found = new Map<string, string>();
  if (!mayDiffer.test(json)) return found;
  const mark: Reviver = (_, value, { source }) => {
    if (typeof value !== 'number') return value;
    const text = pythonNumberText(source);
    return text === asStoredText(value) ? value : new Written(text);
  };
  collect(JSON.parse(json, mark as Parameters<typeof JSON.parse>[1]), '', found);
  return found;
}

function collect(value: unknown, path: string, found: Map<string, string>): void {
  if (value instanceof Written) found.set(path, value.text);
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) collect(entry, joinPath(path, index), found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) collect(member, joinPath(path, name), found);
}

/** The value with such numbers as texts where the directory expects text, and so makes that of them. */
export function withWrittenNumbers<T extends Json>(
  value: T,
  written: WrittenNumbers,
  isText: (path: string) => boolean,
  path = '',
): T {
  if (typeof value === 'number') {
    const text = written.get(path);
    return (text !== undefined && isText(path) ? text : value) as T;
  }
  const inner = (one: Json, segment: string | number) =>
    withWrittenNumbers(one, written, isText, joinPath(path, segment));
  if (Array.isArray(value)) return value.map(inner) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, name)])) as T;
}
