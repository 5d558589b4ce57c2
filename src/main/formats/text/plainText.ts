import { SAXParser } from 'parse5-sax-parser';
import { blockNames, inlineNames, mathNames, silentNames } from '../../../shared/text/markupNames.ts';
import { levelEnd, lowerSign, raiseSign, settleScripts } from '../../../shared/text/scripts.ts';
import { withMark } from '../../../shared/text/tex/terms.ts';
import { texFormula } from '../../../shared/text/tex/texText.ts';
import { escapedOnce, resolveReferences } from './characterReferences.ts';
import { type MathElement, mathLine } from './mathText.ts';
import { withWindowsSigns } from './windowsSigns.ts';

const blocks = new Set(blockNames);
const silent = new Set(silentNames);
const inline = new Set(inlineNames);
const mathRoots = new Set(mathNames);

/**
 * A `<` that begins no tag: no `>` follows before the next one, or what looks like a short tag holds words that are no
 * attributes, as in `a<b and c>d`; or it only looks like a comment, as in `</3` and `<!`. Real comments, processing
 * instructions and what Word puts around its text (`<![if ...]>`) are markup. Only a quotation mark behind `=` opens a
 * value, which may hold any sign; others are of the text.
 */
const lessThan =
  /<(?=\/?[a-z](?:(?![^<>]*=\s*["'])[^<>]*(?:<|$)|\s+[^\s<>"'=/][^<>"=/]*>)|\/(?![a-z>])|!(?!--|(?:doctype|\[(?:if|endif))\b[^<>]*>)|\?(?!(?:xml[\s:-][^<>]*|[a-z][^<>]*\?)>))/gi;

/** Overlines inside so many others add no marks, or the text would grow with each of them. */
const maxOverlines = 3;

/** Elements that may have one formula in several notations. */
const formulas = new Set(['inline-formula', 'disp-formula', 'alternatives']);

/**
 * The text of HTML or JATS markup in a field: blocks and line breaks become line ends, formulas, exponents and indexes
 * one line, other tags leave no trace, and character references are resolved. A `<` that begins no known element
 * stays (`p < 0.05`, `x <y`).
 */
export function plainText(source: string): string {
  if (!/[<&]/.test(source)) return source;
  const markup = escapedOnce(withoutCdata(source)).replace(lessThan, '&lt;');
  if (!markup.includes('<')) return resolveReferences(markup);
  return settleScripts(new MarkupReader(markup).read());
}

/** The signs around a CDATA section are no text, but what is between them is. */
function withoutCdata(source: string): string {
  return source.includes('<![CDATA[') ? source.replaceAll('<![CDATA[', '').replaceAll(']]>', '') : source;
}

const levels: ReadonlyMap<string, string> = new Map([
  ['sup', raiseSign],
  ['sub', lowerSign],
  // Of Scopus.
  ['inf', lowerSign],
]);
/** Elements whose style may raise or lower their text. */
const styled = new Set(['span', 'styled-content']);

/** The sign before the text of an element that stands above or below the line; empty for others. */
export function levelSign({ name, attributes }: Pick<MathElement, 'name' | 'attributes'>): string {
  if (name.length === 3) return levels.get(name.toLowerCase()) ?? '';
  const style = styled.has(name) ? attributes.get('style') : undefined;
  const [, place] = /vertical-align\s*:\s*(sub|super)/i.exec(style ?? '') ?? [];
  return place === undefined ? '' : /sub/i.test(place) ? lowerSign : raiseSign;
}

class MarkupReader {
  readonly #markup: string;
  #text = '';
  #ignored = 0;
  /** Where the text of each open `overline` begins. */
  readonly #overlines: number[] = [];
  /** The open elements of a formula, outermost first. */
  readonly #math: (MathElement & { children: (MathElement | string)[] })[] = [];
  /** How many of them have a name: looking for one that is not open would pass over all. */
  readonly #openMath = new Map<string, number>();
  /** The text of the open `tex-math`; null outside of one. */
  #tex: string | null = null;
  /** A formula in TeX, until it is known whether its parent has MathML, too. */
  #texWaiting = '';
  #formulaDepth = 0;
  #hasMath = false;
  /** For each open element with a style, whether it stands above or below the line. */
  readonly #styled: boolean[] = [];
  /** The last sign of the text, and whether the next one begins a reference. */
  #last = '';
  #isReference = false;

  constructor(markup: string) {
    this.#markup = markup;
  }

  read(): string {
    const parser = new SAXParser({ sourceCodeLocationInfo: true });
    parser.on('startTag', ({ tagName, selfClosing, attrs, sourceCodeLocation }) => {
      const name = localName(tagName);
      if (this.#math.length > 0 || mathRoots.has(name)) this.#startMath(name, attrs, selfClosing);
      else if (name === 'tex-math') this.#tex = '';
      else {
        if (!selfClosing) this.#startLevel(name, attrs);
        this.#start(name, selfClosing, resolveReferences(this.#raw(sourceCodeLocation)));
      }
    });
    parser.on('endTag', ({ tagName, sourceCodeLocation }) => {
      const name = localName(tagName);
      if (this.#math.length > 0) this.#endMath(name);
      else if (name === 'tex-math') this.#endTex();
      else this.#end(name, this.#raw(sourceCodeLocation));
    });
    // The parser resolves references that lack their semicolon, too.
    parser.on('text', ({ text: plain, sourceCodeLocation }) => {
      const text = sourceCodeLocation ? resolveReferences(this.#raw(sourceCodeLocation)) : plain;
      if (this.#math.length > 0) this.#math.at(-1)!.children.push(text);
      else if (this.#tex !== null) this.#tex += text;
      else {
        // The number of a reference is another word or number than the one before it.
        if (this.#isReference && /^\d/.test(text) && /[\p{L}\p{N}]/u.test(this.#last)) this.#add(' ');
        this.#isReference = false;
        this.#add(text);
      }
    });
    parser.end(this.#markup);
    while (this.#math.length > 0) this.#endMath(this.#math[0]!.name);
    this.#add(this.#texWaiting);
    return this.#text;
  }

  #raw(place: { startOffset: number; endOffset: number } | null | undefined): string {
    return place ? this.#markup.slice(place.startOffset, place.endOffset) : '';
  }

  #add(text: string): void {
    if (this.#ignored > 0 || text === '') return;
    this.#text += text;
    this.#last = text.at(-1)!;
  }

  #start(name: string, selfClosing: boolean, raw: string): void {
    if (silent.has(name)) {
      if (!selfClosing) this.#ignored++;
    } else if (blocks.has(name)) this.#add('\n');
    else if (!inline.has(name) && !levels.has(name)) this.#add(raw);
    if (formulas.has(name) && this.#formulaDepth++ === 0) this.#hasMath = false;
    if (name === 'overline' && !selfClosing) this.#overlines.push(this.#text.length);
  }

  #end(name: string, raw: string): void {
    if (silent.has(name)) this.#ignored = Math.max(0, this.#ignored - 1);
    else if (levels.has(name) || (styled.has(name) && this.#styled.pop())) this.#add(levelEnd);
    else if (formulas.has(name) && this.#formulaDepth > 0 && --this.#formulaDepth === 0) {
      this.#add(this.#texWaiting);
      this.#texWaiting = '';
    }
    const overline = name === 'overline' ? this.#overlines.pop() : undefined;
    if (overline !== undefined && this.#overlines.length < maxOverlines)
      this.#text = this.#text.slice(0, overline) + withMark(this.#text.slice(overline), '\u0305');
    if (blocks.has(name)) this.#add('\n');
    else if (!inline.has(name) && !silent.has(name) && !levels.has(name)) this.#add(raw);
  }

  #startLevel(name: string, attrs: readonly Attribute[]): void {
    if (name === 'xref') this.#isReference = true;
    if (!levels.has(name) && !styled.has(name)) return;
    const sign = levelSign({ name, attributes: attributesOf(attrs) });
    if (styled.has(name)) this.#styled.push(sign !== '');
    this.#add(sign);
  }

  #startMath(name: string, attrs: readonly Attribute[], selfClosing: boolean): void {
    const element = { name, attributes: attributesOf(attrs), children: [] };
    this.#math.at(-1)?.children.push(element);
    if (!selfClosing) {
      this.#math.push(element);
      this.#countMath(name, 1);
    } else if (this.#math.length === 0) this.#add(mathLine(element));
  }

  /** An end tag without its start tag means nothing. */
  #endMath(name: string): void {
    if (!this.#openMath.get(name)) return;
    const at = this.#math.findLastIndex((element) => element.name === name);
    const [closed, ...inside] = this.#math.splice(at);
    this.#countMath(name, -1);
    for (const element of inside) this.#countMath(element.name, -1);
    if (at > 0) return;
    this.#hasMath = true;
    this.#texWaiting = '';
    this.#add(mathLine(closed!));
  }

  #countMath(name: string, by: number): void {
    this.#openMath.set(name, (this.#openMath.get(name) ?? 0) + by);
  }

  #endTex(): void {
    if (this.#tex === null) return;
    const formula = this.#hasMath && this.#formulaDepth > 0 ? '' : texFormula(this.#tex);
    this.#tex = null;
    if (this.#formulaDepth > 0) this.#texWaiting = formula;
    else this.#add(formula);
  }
}

type Attribute = { name: string; value: string };

function attributesOf(list: readonly Attribute[]): Map<string, string> {
  return new Map(list.map(({ name, value }) => [localName(name), value]));
}

function localName(tagName: string): string {
  return tagName.slice(tagName.indexOf(':') + 1);
}

/**
 * Most texts are tidy already, and this test takes much less time than tidying. Latin letters up to U+02FF are composed
 * and contain no marks.
 */
const tidyLatin = /^(?:[!-~\u00a1-\u00ac\u00ae-\u02ff](?: ?[!-~\u00a1-\u00ac\u00ae-\u02ff])*)?$/;
/** Returns true for a text on one line without anything to tidy. */
export function isTidyLatin(text: string): boolean {
  return tidyLatin.test(text);
}

/** Control characters, marks without width, and white space other than line ends and blanks. */
const untidy = /[^\P{Cc}\n]|[\u00ad\u200b\ufeff]|[^\S\n ]/u;

/** Text on one line. */
export function oneLine(text: string): string {
  if (isTidyLatin(text)) return text;
  return tidy(text)
    .replace(/\n\s*| \s+/g, ' ')
    .trim();
}

/** Text with single line ends, and each line without surplus blanks. */
export function tidyLines(text: string): string {
  if (tidyLatin.test(text)) return text;
  return tidy(text)
    .split(/\n+/)
    .map((line) => (tidyLatin.test(line) ? line : line.replace(/ {2,}/g, ' ').trim()))
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * Composed (NFC), without control characters and soft hyphens; white space other than line ends becomes a blank, and so
 * does a control character that may stand for a sign, because without it two numbers would be one.
 */
function tidy(text: string): string {
  const composed = text.normalize('NFC');
  if (!untidy.test(composed)) return composed;
  return withWindowsSigns(composed)
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]|[\x80-\x9f]/g, ' ')
    .replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ''));
}
