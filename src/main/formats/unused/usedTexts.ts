import { decodeHTMLStrict } from 'entities';
import { isMessage, type MessageParam } from '../../../shared/message.ts';
import { undecodedTwice } from '../../../shared/text/decodedTwice.ts';
import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import { settleScripts } from '../../../shared/text/scripts.ts';
import { texFormula, texText } from '../../../shared/text/tex/texText.ts';
import { steers } from './shapes.ts';

/** Characters that are searched at most for the texts of one record; after that, only whole words are compared. */
const maxSearched = 50_000_000;
/** Abstracts are longer, and hardly any other text. */
const longText = 400;
/** A hostile record has any number of long texts. */
const maxCompared = 10;
/** Shorter texts may be in another one by chance. */
const minContained = 5;
/** Scripts without blanks between words, so that a name in parts is one word later: 王阳 of 王 and 阳. */
const unspaced = /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u;

/** What a record and the remarks on it say. */
export class UsedTexts {
  /** The first long ones, which take longer to hash than to compare. */
  readonly #long: string[] = [];
  readonly #others = new Set<string>();
  /** All of them, in their order. */
  readonly #all: string[] = [];
  #names: ReadonlySet<string> | null = null;
  #joined: string | null = null;
  #folded: string | null = null;
  #squeezed: string | null = null;
  #left = maxSearched;

  /** All texts in a value of JSON, or in messages. */
  add(value: unknown): void {
    if (typeof value === 'string') {
      if (this.#has(value)) return;
      if (value.length > longText && this.#long.length < maxCompared) this.#long.push(value);
      else this.#others.add(value);
      this.#all.push(value);
      this.#names = null;
      this.#joined = null;
      this.#folded = null;
      this.#squeezed = null;
    } else if (typeof value === 'number' || typeof value === 'boolean') this.add(String(value));
    else if (Array.isArray(value)) for (const inner of value) this.add(inner);
    else if (typeof value === 'object' && value !== null)
      for (const name in value) this.add((value as Record<string, unknown>)[name]);
  }

  #has(text: string): boolean {
    if (text.length <= longText) return this.#others.has(text);
    return this.#long.includes(text) || (this.#long.length === maxCompared && this.#others.has(text));
  }

  addMessages(list: readonly MessageParam[]): void {
    for (const param of list) {
      if (isMessage(param)) this.addMessages(Object.values(param.params ?? {}));
      else if (typeof param === 'object' && param !== null)
        this.addMessages(param as readonly MessageParam[]);
      else this.add(param);
    }
  }

  /**
   * The place in a text of the first word that is not there; -1 if all are. Markup, signs and marks of letters do not
   * count. `isPiece`: the text is a piece of a word or a formula.
   */
  firstMissing(text: string, isPiece: boolean): number {
    if (this.#has(text)) return -1;
    const plain = (/\s\s|[\t\n\r]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
    if (plain === '' || this.#hasEntries(plain)) return -1;
    const isAnywhere = plain.length >= minContained || unspaced.test(plain);
    if (isAnywhere ? this.#contains(plain) : this.#has(plain)) return -1;
    const at = this.#missingWord(text, isPiece);
    if (at < 0) return at;
    return meanings(text).some((meant) => this.#missingWord(meant, isPiece) < 0) ? -1 : at;
  }

  /** A list whose entries are all texts of their own, as in most cells of authors, affiliations and keywords. */
  #hasEntries(text: string): boolean {
    const sign = text.includes(';') ? ';' : '|';
    if (!text.includes(sign)) return false;
    return text.split(sign).every((entry) => {
      const own = entry.trim();
      return own === '' || this.#has(own);
    });
  }

  #contains(text: string): boolean {
    return this.#search(this.#text(), text);
  }

  #search(where: string, text: string): boolean {
    if (this.#left < 0) return false;
    this.#left -= where.length;
    return where.includes(text);
  }

  #missingWord(text: string, isPiece: boolean): number {
    const plain = withoutSyntax(text);
    const all = [...plain.matchAll(isAscii(plain) ? asciiWords : anyWords)];
    const others = all.filter(([found]) => !joining.has(found.toLowerCase()));
    const found = others.length > 0 ? others : all;
    const isLoose = isPiece || found.length > 1;
    const isLongEnough = (word: string) => isLoose || word.length >= minContained;
    let isJoined: boolean | null = null;
    for (const { 0: written, index } of found) {
      // As it is written it is found faster than among the folded words.
      if (isLongEnough(written) && this.#search(this.#text(), written)) continue;
      const word = foldedWord(written);
      if (word === '' || this.#hasWord(word, isLoose)) continue;
      if (isJoined === null) {
        const whole = found.map(([one]) => foldedWord(one)).join('');
        isJoined = whole.length >= minContained && this.#inSqueezed(whole);
      }
      if (isJoined) return -1;
      // The others are not searched for: such a text is often that of several parts, which are looked for next.
      if (!isLongEnough(word) || !this.#inSqueezed(word)) return index;
    }
    return -1;
  }

  #inSqueezed(text: string): boolean {
    this.#squeezed ??= squeeze(this.#foldedText());
    return this.#search(this.#squeezed, text);
  }

  #text(): string {
    this.#joined ??= this.#all.join('\n');
    return this.#joined;
  }

  #foldedText(): string {
    this.#folded ??= fold(this.#text());
    return this.#folded;
  }

  /**
   * The words of all texts but the long ones, where nearly all words are found that are sought alone: parts of names.
   * Searching whole abstracts for each of them would take most of the time for a record.
   */
  #wordsOfNames(): ReadonlySet<string> {
    this.#names ??= new Set(
      fold(this.#all.filter((text) => text.length <= longText).join('\n')).match(words),
    );
    return this.#names;
  }

  /** A short word must stand alone, unless it is one of several. */
  #hasWord(word: string, isLoose: boolean): boolean {
    if (this.#wordsOfNames().has(word)) return true;
    const text = this.#foldedText();
    if (isLoose || word.length >= minContained) return this.#search(text, word);
    if (!this.#search(text, word)) return false;
    return alone(word).test(text) || (/^\d+$/.test(word) && alone(`0+${word}`).test(text));
  }
}

const words = /[\p{L}\p{N}]+/gu;

/** What a text became that was corrected: decoded twice (with a remark), escaped twice, or in TeX. */
function meanings(text: string): string[] {
  const decoded = undecodedTwice(text);
  return [
    ...(decoded === null ? [] : [decoded]),
    ...(text.includes('&amp;') ? [decodeHTMLStrict(text)] : []),
    ...(text.includes('\\') ? [texText(text), settleScripts(texFormula(text))] : []),
  ];
}

function alone(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u');
}

/** A word, folded and without leading zeros. */
function foldedWord(word: string): string {
  const folded = fold(word);
  return /^0\d/.test(folded) ? folded.replace(/^0+(?=\d)/, '') : folded;
}

const asciiWords = /[a-z\d]+/gi;
const anyWords = /[\p{L}\p{N}\p{M}]+/gu;

/** Without case and accents; exponents and digits of other scripts are plain digits. */
function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const apart = text.normalize('NFKD');
  // Classes of Unicode take a multiple of the time, and Latin texts have other marks and digits hardly ever.
  const plain = /[\u0370-\uffff]/.test(apart)
    ? asciiDigits(apart.replace(/\p{M}+/gu, ''))
    : apart.replace(/[\u0300-\u036f]+/g, '');
  return plain.toLowerCase();
}

/** A folded text without anything between its words. */
function squeeze(folded: string): string {
  return folded.replace(isAscii(folded) ? /[^a-z\d]+/g : /[^\p{L}\p{N}]+/gu, '');
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/**
 * The parts of addresses of identifiers, which are written in many ways, and words that announce or join values and go
 * when these are divided.
 */
const joining = new Set(
  'http https www doi dx org orcid email mail vol no nr pp and und et y e и en ve dan others al abstract resumo resumen resume zusammenfassung'.split(
    ' ',
  ),
);

/** The start or the end of an element in markup. */
const tag =
  /<\/?[a-z][a-z\d:-]{0,30}(?:\s[^<>]{0,2000})?\/?>|&lt;\/?[a-z][a-z\d:-]{0,30}(?=(?:\s|\/|&gt;))/gi;
const attribute =
  /([\w:-]{1,40})\s?=\s?(?:"{1,2}([^"<>]{0,2000})"{1,2}|'([^'<>]{0,2000})'|([^\s"'<>]{1,500}))/g;
/** Attributes of the layout, of namespaces, and with another notation of a formula. */
const layout =
  /^(?:class|style|lang|dir|id|align|width|height|face|size|color|rel|target|alttext|altimg|xmlns.*)$/i;
const texCommand = /\\(?:begin|end)\s?\{[a-z*]{1,20}\}|\\[a-zA-Z]+/g;
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
const percentEncoded = /(?:%[\da-f]{2})+/gi;

/** The text with blanks in the place of markup and commands, at the same places. */
function withoutSyntax(text: string): string {
  let plain = text;
  if (/<|&lt;/i.test(plain)) plain = plain.replace(tag, withoutTag);
  // Marks keep the letters of one word together.
  if (plain.includes('&'))
    plain = plain.replace(reference, (found) => {
      const sign = decodeHTMLStrict(found);
      return sign === found ? found : sign.padEnd(found.length, '\u0300');
    });
  if (plain.includes('%'))
    plain = plain.replace(percentEncoded, (found) => {
      try {
        return decodeURIComponent(found).padEnd(found.length, '\u0300');
      } catch {
        return found;
      }
    });
  return plain.includes('\\') ? plain.replace(texCommand, blank) : plain;
}

function blank(found: string): string {
  return ' '.repeat(found.length);
}

/** Blanks with the values of attributes that say more than how the text looks. */
function withoutTag(found: string): string {
  let kept = '';
  for (const { 0: whole, 1: name = '', 2: double, 3: single, 4: bare, index } of found.matchAll(attribute)) {
    const value = double ?? single ?? bare ?? '';
    if (layout.test(name) || steers(value)) continue;
    kept = kept.padEnd(index + whole.indexOf(value)) + value;
  }
  return kept.padEnd(found.length);
}
