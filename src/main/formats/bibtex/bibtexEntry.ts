import { maxCharacters } from '../readRecord.ts';

/** An entry of a BibTeX file; the values are TeX. */
export interface BibtexEntry {
  /** In lower case. */
  type: string;
  key: string;
  /** By their names in lower case. */
  fields: ReadonlyMap<string, string>;
  /** Further values of fields of which the first value counts, as in BibTeX. */
  repeated: readonly (readonly [name: string, value: string])[];
  /** Abbreviations that are not defined; their names are in the values. */
  unknown: readonly string[];
}

/** Where and why an entry cannot be read: a place in its body. */
export class BibtexError extends Error {
  readonly at: number;
  /** A value is longer than a text of a record may be. */
  readonly isTooLong: boolean;
  constructor(at: number, isTooLong = false) {
    super('broken entry');
    this.at = at;
    this.isTooLong = isTooLong;
  }
}

/** Fields whose repetitions are parts of one list. */
const lists: ReadonlyMap<string, string> = new Map([
  ['author', ' and '],
  ['editor', ' and '],
  ['keywords', '; '],
  ['issn', ', '],
]);

/** The entry whose braces hold `body`; throws BibtexError. */
export function parseEntry(type: string, body: string, strings: ReadonlyMap<string, string>): BibtexEntry {
  const cursor = new Cursor(body, strings);
  const key = cursor.take(/\s*(?:([^\s,={}"]+)\s*)?(?:,|$)/y)?.[1] ?? '';
  const fields = new Map<string, string>();
  const repeated: [string, string][] = [];
  for (const [name, value] of cursor.fields()) {
    const before = fields.get(name);
    if (before === undefined || before.trim() === '') fields.set(name, value);
    else if (lists.has(name)) fields.set(name, `${before}${lists.get(name)}${value}`);
    else if (value.trim() !== before.trim()) repeated.push([name, value]);
  }
  return { type, key, fields, repeated, unknown: [...cursor.unknown] };
}

/** The abbreviations that `@string` defines in `body`, with their names in lower case; throws BibtexError. */
export function parseStrings(body: string, strings: ReadonlyMap<string, string>): [string, string][] {
  return [...new Cursor(body, strings).fields()];
}

/** The text of a preamble; throws BibtexError. */
export function parsePreamble(body: string, strings: ReadonlyMap<string, string>): string {
  return new Cursor(body, strings).value();
}

class Cursor {
  readonly unknown = new Set<string>();
  readonly #text: string;
  readonly #strings: ReadonlyMap<string, string>;
  #at = 0;

  constructor(text: string, strings: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#strings = strings;
  }

  /** The text that a sticky pattern matches here; moves past it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  /** A missing comma between two fields causes no ambiguity. */
  *fields(): Generator<[string, string]> {
    for (;;) {
      this.take(/(?:[\s,]+|%[^\n]*)*/y);
      if (this.#at >= this.#text.length) return;
      const name = this.take(/([^\s=,{}"#()%]+)\s*=/y)?.[1];
      if (name === undefined) throw new BibtexError(this.#at);
      yield [name.toLowerCase(), this.value()];
    }
  }

  value(): string {
    let value = '';
    do {
      value += this.#part();
      // Abbreviations may contain abbreviations.
      if (value.length > maxCharacters) throw new BibtexError(this.#at, true);
    } while (this.take(/\s*#/y));
    return value;
  }

  #part(): string {
    this.take(/\s+/y);
    const first = this.#text[this.#at];
    if (first === '{' || first === '"') return this.#delimited(first);
    const word = this.take(/[^\s,#{}"=]+/y)?.[0];
    if (word === undefined) throw new BibtexError(this.#at);
    if (/^\d+$/.test(word)) return word;
    const meaning = this.#strings.get(word.toLowerCase());
    if (meaning === undefined) this.unknown.add(word);
    return meaning ?? word;
  }

  /** Within quotes, too, braces come in pairs; a quote between braces is text, and one of an accent (`\"u`) is no end. */
  #delimited(first: '{' | '"'): string {
    const sign = first === '{' ? /[{}]/g : /[{}]|"(?!(?<=\\")[\p{L}{\\])/gu;
    const start = this.#at + 1;
    sign.lastIndex = start;
    let depth = 0;
    for (let found = sign.exec(this.#text); found; found = sign.exec(this.#text)) {
      if (found[0] === '{') depth++;
      else if (depth > 0) depth -= found[0] === '}' ? 1 : 0;
      else if (found[0] === '}' && first === '"') break;
      else {
        this.#at = found.index + 1;
        return this.#text.slice(start, found.index);
      }
    }
    throw new BibtexError(start);
  }
}
