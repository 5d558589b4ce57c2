import { localName } from './xmlTree.ts';

/** Takes the elements and texts of XML in their order, by their full names. */
export interface PlainHandler {
  open: (name: string, attributes: Record<string, string>) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

/** Characters of one tag or text: these would be searched again with each further piece. */
const maxHeld = 1 << 20;
/** Attributes of one element; the parser has the limit. */
const manyAttributes = 50;

/** What may stand before the first element. */
const start =
  /^\ufeff?(?:<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")? ?\?>)?[ \t\r\n]*(?=<[A-Za-z])/;
/** A document type without declarations. */
const startWithType =
  /^\ufeff?(?:<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")? ?\?>)?[ \t\r\n]*(?:<!DOCTYPE [A-Za-z][\w:.-]*(?: PUBLIC "[^"<>[\]]{0,500}"[ \r\n\t]{1,100}"[^"<>[\]]{0,500}"| SYSTEM "[^"<>[\]]{0,500}")?>[ \t\r\n]*)?(?=<[A-Za-z])/;
const plainName = /^[A-Za-z][\w.:-]*$/;
/** Characters that XML does not allow. Of surrogates, decoders return only pairs. */
const noCharacter = /[^ -\ufffd](?<![\t\n\r])/;
const [blank, quote, and, slash, lessThan, equalSign] = [0x20, 0x22, 0x26, 0x2f, 0x3c, 0x3d];
/** The references that XML itself has. */
export const ownReferences: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
});
const reference = /&(?:([^;&]{1,44});)?/g;
const lineBreak = /\r\n?|\n/g;
/** Names that were found to be plain; files have few. One text for each makes objects with such members quick. */
const knownNames = new Map<string, string>();
const noAttributes: Record<string, string> = {};

/**
 * Reads XML as programs write it: elements, attributes in double quotation marks, and texts. It takes a part of the time
 * of a parser for all of XML, which goes on at anything else, also at what is wrong: comments, character data sections,
 * declarations.
 */
export class PlainXml {
  readonly #handler: PlainHandler;
  /** The values of references by their names. */
  readonly #references: Readonly<Record<string, string>>;
  readonly #start: RegExp;
  #text = '';
  #at = 0;
  #isStarted = false;
  /** Whether XML allows all characters of the pieces. */
  #isAllowed = true;
  /** The full names of the open elements. */
  readonly #open: string[] = [];

  /** The line breaks that were read, and the place behind the next one. */
  #breaks = 0;
  #nextLine = Number.POSITIVE_INFINITY;
  #hasReturns = false;

  constructor(handler: PlainHandler, references: Readonly<Record<string, string>>, takesTypes: boolean) {
    this.#handler = handler;
    this.#references = references;
    this.#start = takesTypes ? startWithType : start;
  }

  add(piece: string): void {
    this.#breaks = this.line - 1;
    this.#text = this.rest + piece;
    this.#at = 0;
    this.#isAllowed &&= !noCharacter.test(piece);
    this.#hasReturns ||= piece.includes('\r');
    this.#findBreak(0);
  }

  /** The line, from 1, up to which the text was read. */
  get line(): number {
    const at = this.#isStarted ? this.#at : 0;
    while (this.#nextLine <= at) {
      this.#breaks++;
      this.#findBreak(this.#nextLine);
    }
    return this.#breaks + 1;
  }

  #findBreak(from: number): void {
    let end: number;
    if (this.#hasReturns) {
      lineBreak.lastIndex = from;
      end = lineBreak.test(this.#text) ? lineBreak.lastIndex : 0;
    } else end = this.#text.indexOf('\n', from) + 1;
    this.#nextLine = end === 0 ? Number.POSITIVE_INFINITY : end;
  }

  /**
   * Reads about `most` characters. Returns `next` if it can be called again, `add` if it needs a further piece, and
   * `other` if a parser for all of XML has to go on.
   */
  read(most: number): 'next' | 'add' | 'other' {
    const text = this.#text;
    if (!this.#isAllowed) return 'other';
    if (!this.#isStarted) {
      const before = this.#start.exec(text)?.[0];
      if (before === undefined) return 'other';
      this.#at = before.length;
    }
    const until = this.#at + most;
    while (this.#at < until) {
      const from = text.indexOf('<', this.#at);
      const to = from < 0 ? -1 : text.indexOf('>', from);
      if (to < 0) return text.length - this.#at > maxHeld ? 'other' : 'add';
      if (from > this.#at && !this.#takeText(text.slice(this.#at, from))) return 'other';
      this.#at = from;
      const isEnd = text.charCodeAt(from + 1) === slash;
      const isTaken = isEnd ? this.#closeTag(from + 2, to) : this.#openTag(from + 1, to);
      if (!isTaken) return 'other';
    }
    return 'next';
  }

  /** What a parser needs before the rest, and whose events are known. */
  get known(): string {
    if (this.#isStarted && this.#open.length === 0) return '<over/>';
    return this.#open.map((name) => `<${name}>`).join('');
  }

  /** The text that was not read. */
  get rest(): string {
    return this.#isStarted ? this.#text.slice(this.#at) : this.#text;
  }

  #takeText(text: string): boolean {
    if (this.#open.length === 0) return /^[ \t\r\n]*$/.test(text);
    if (text.includes(']]>')) return false;
    const plain = this.#referred(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
    if (plain === null) return false;
    // A parser tells of a text when it has read the sign behind it.
    this.#at += text.length + 1;
    this.#handler.text(plain);
    return true;
  }

  /** The text with the values of its references; null if one is unknown. */
  #referred(text: string): string | null {
    if (!text.includes('&')) return text;
    let isKnown = true;
    const plain = text.replace(reference, (_, name: string | undefined) => {
      const value = name === undefined ? undefined : (this.#references[name] ?? numbered(name));
      if (value === undefined) isKnown = false;
      return value ?? '';
    });
    return isKnown ? plain : null;
  }

  #closeTag(from: number, to: number): boolean {
    const name = this.#open.at(-1);
    if (name === undefined || to - from !== name.length || !this.#text.startsWith(name, from)) return false;
    this.#open.pop();
    this.#at = to + 1;
    this.#handler.close(name);
    return true;
  }

  #openTag(from: number, to: number): boolean {
    if (this.#isStarted && this.#open.length === 0) return false;
    const text = this.#text;
    const isEmpty = text.charCodeAt(to - 1) === slash;
    const last = isEmpty ? to - 1 : to;
    let end = from;
    while (end < last && text.charCodeAt(end) !== blank) end++;
    const name = this.#name(from, end);
    if (name === null) return false;
    const attributes = end === last ? noAttributes : this.#attributes(end, last);
    if (attributes === null) return false;
    this.#isStarted = true;
    this.#at = to + 1;
    if (!isEmpty) this.#open.push(name);
    this.#handler.open(name, attributes);
    if (isEmpty) this.#handler.close(name);
    return true;
  }

  /** The attributes of a tag up to its end, which begin at a blank; null if they are not plain. */
  #attributes(from: number, last: number): Record<string, string> | null {
    const text = this.#text;
    const attributes: Record<string, string> = {};
    for (let at = from, count = 0; at < last; ) {
      let equals = at + 1;
      while (equals < last && text.charCodeAt(equals) !== equalSign) equals++;
      if (text.charCodeAt(at) !== blank || text.charCodeAt(equals + 1) !== quote) return null;
      const name = this.#name(at + 1, equals);
      if (name === null || ++count > manyAttributes || (count > 1 && name in attributes)) return null;
      const begin = equals + 2;
      let end = begin;
      let hasReferences = false;
      for (let sign = 0; end < last; end++) {
        sign = text.charCodeAt(end);
        if (sign === quote) break;
        if (sign < blank || sign === lessThan) return null;
        hasReferences ||= sign === and;
      }
      if (end >= last) return null;
      const value = text.slice(begin, end);
      const plain = hasReferences ? this.#referred(value) : value;
      if (plain === null) return null;
      attributes[name] = plain;
      at = end + 1;
    }
    return attributes;
  }

  /** The name that stands there; null if it is not plain. */
  #name(from: number, to: number): string | null {
    const name = this.#text.slice(from, to);
    const known = knownNames.get(name);
    if (known !== undefined) return known;
    // Objects without the names that all have would take more time.
    if (!plainName.test(name) || localName(name) in noAttributes) return null;
    // Longer ones would keep the text that they are cut from.
    if (name.length < 13 && knownNames.size < 500) knownNames.set(name, name);
    return name;
  }
}

/** The character of a reference by number. */
function numbered(name: string): string | undefined {
  const [, decimal, hex] = /^#(?:(\d{1,7})|x([\da-fA-F]{1,6}))$/.exec(name) ?? [];
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isPlain = (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd);
  return isPlain ? String.fromCharCode(code) : undefined;
}
