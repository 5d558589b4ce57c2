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
const plainName = /^[A-Za-z][\w.:-]*$/;
/** Characters that XML does not allow. Of surrogates, decoders return only pairs. */
const noText = /[^\t\n\r -\ufffd]|\]\]>/;
const noTag = /[^ -\ufffd]|[<&]/;
const reference = /&(?:(amp|lt|gt|quot|apos);)?/g;
const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const noAttributes: Record<string, string> = {};

/**
 * Reads XML as programs write it: elements, attributes in double quotation marks, and texts. It takes a part of the time
 * of a parser for all of XML, which goes on at anything else, also at what is wrong: comments, character data sections,
 * document types, numeric references.
 */
export class PlainXml {
  readonly #handler: PlainHandler;
  #text = '';
  #at = 0;
  #isStarted = false;
  /** The full names of the open elements. */
  readonly #open: string[] = [];
  readonly #names = new Set<string>();

  constructor(handler: PlainHandler) {
    this.#handler = handler;
  }

  add(piece: string): void {
    this.#text = this.#rest() + piece;
    this.#at = 0;
  }

  /**
   * Reads about `most` characters. Returns `next` if it can be called again, `add` if it needs a further piece, and
   * `other` if a parser for all of XML has to go on.
   */
  read(most: number): 'next' | 'add' | 'other' {
    const text = this.#text;
    if (!this.#isStarted) {
      const before = start.exec(text)?.[0];
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
      const isTaken = text[from + 1] === '/' ? this.#closeTag(from + 2, to) : this.#openTag(from + 1, to);
      if (!isTaken) return 'other';
      this.#at = to + 1;
    }
    return 'next';
  }

  /** What a parser needs before the rest, whose events are known, and the rest. */
  left(): { known: string; rest: string } {
    const isOver = this.#isStarted && this.#open.length === 0;
    return { known: isOver ? '<over/>' : this.#open.map((name) => `<${name}>`).join(''), rest: this.#rest() };
  }

  #rest(): string {
    return this.#isStarted ? this.#text.slice(this.#at) : this.#text;
  }

  #takeText(text: string): boolean {
    if (this.#open.length === 0) return /^[ \t\r\n]*$/.test(text);
    if (noText.test(text)) return false;
    let plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (plain.includes('&')) {
      let isKnown = true;
      plain = plain.replace(reference, (_, name: string | undefined) => {
        if (name === undefined) isKnown = false;
        return signs[name ?? 'amp']!;
      });
      if (!isKnown) return false;
    }
    this.#handler.text(plain);
    return true;
  }

  #closeTag(from: number, to: number): boolean {
    const name = this.#open.at(-1);
    if (name === undefined || to - from !== name.length || !this.#text.startsWith(name, from)) return false;
    this.#open.pop();
    this.#handler.close(name);
    return true;
  }

  #openTag(from: number, to: number): boolean {
    if (this.#isStarted && this.#open.length === 0) return false;
    const isEmpty = this.#text[to - 1] === '/';
    const tag = this.#text.slice(from, isEmpty ? to - 1 : to);
    if (noTag.test(tag)) return false;
    const end = tag.indexOf(' ');
    const name = end < 0 ? tag : tag.slice(0, end);
    const attributes = end < 0 ? noAttributes : this.#attributes(tag, end);
    if (attributes === null || !this.#isName(name)) return false;
    this.#isStarted = true;
    this.#handler.open(name, attributes);
    if (isEmpty) this.#handler.close(name);
    else this.#open.push(name);
    return true;
  }

  /** The attributes of a tag, which begin at a blank; null if they are not plain. */
  #attributes(tag: string, from: number): Record<string, string> | null {
    const attributes: Record<string, string> = {};
    for (let at = from, count = 0; at < tag.length; ) {
      const equals = tag.indexOf('="', at);
      const end = equals < 0 ? -1 : tag.indexOf('"', equals + 2);
      if (end < 0 || tag[at] !== ' ' || ++count > manyAttributes) return null;
      const name = tag.slice(at + 1, equals);
      if (!this.#isName(name) || name in attributes) return null;
      attributes[name] = tag.slice(equals + 2, end);
      at = end + 1;
    }
    return attributes;
  }

  #isName(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (!plainName.test(name)) return false;
    // A sheet has few names.
    if (this.#names.size < 200) this.#names.add(name);
    return true;
  }
}
