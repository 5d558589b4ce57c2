import { mathNames } from '../../../shared/text/markupNames.ts';
import { levelEnd, settleScripts } from '../../../shared/text/scripts.ts';
import { withMark } from '../../../shared/text/tex/terms.ts';
import { texFormula } from '../../../shared/text/tex/texText.ts';
import { mathLine } from '../text/mathText.ts';
import { isTidyLatin, levelSign } from '../text/plainText.ts';

/** An XML element with its local name; namespaces are ignored, so that any prefix is accepted. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
  line: number;
}

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The children with that name, in order; none if there is no element. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) found.push(child);
  return found;
}

/** The first child found on a path of names. */
export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = firstOf(found, name);
  return found;
}

function firstOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  // Readers ask for a child many times for each record, so that no list is made for it.
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** All child elements, in order. */
export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return element?.children.filter((child) => typeof child !== 'string') ?? [];
}

/** The attribute's value, or empty text. */
export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}

/** The address to which relative ones in the last of these elements refer, each of which is in the one before; empty if none is stated. */
export function baseOf(...path: (XmlElement | undefined)[]): string {
  return path.reduce((base, element) => resolved(attributeOf(element, 'base').trim(), base), '');
}

/** Longer ones are none, and would be joined with each relative address. */
const maxAddress = 2_000;

/** An address that may be relative to another one. */
export function resolved(address: string, base: string): string {
  if (address === '' || address.length > maxAddress) return base;
  return URL.parse(address, base === '' ? undefined : base)?.href ?? base;
}

/** An element's text on one line: inline markup leaves no trace, blocks become words, formulas and exponents stay what they are. */
export function lineOf(element: XmlElement | undefined): string {
  return element ? collapse(settleScripts(rawText(element))) : '';
}

/** The text of an element, with one line for each block such as a paragraph. */
export function linesOf(element: XmlElement): string[] {
  return settleScripts(rawText(element))
    .split(blockEnd)
    .map(collapse)
    .filter((line) => line !== '');
}

/** White space that is not allowed in XML, so that no text can be mistaken for it. */
const blockEnd = '\f';
const blocks = new Set(
  'p title sec list list-item def-list def-item disp-formula disp-quote table tr td th break br label'.split(
    ' ',
  ),
);

/** Some files leave out the outermost element of a formula. */
const mathRoots = new Set(mathNames);

/** The text of an element with signs of levels, for `settleScripts`. */
export function rawText(element: XmlElement): string {
  if (mathRoots.has(element.name)) return mathLine(element);
  if (element.name === 'tex-math') return texFormula(element.children.map(textIn).join(''));
  const shown = formulas.has(element.name) ? bestFormula(element) : element.children;
  let text = '';
  for (const child of shown) text += typeof child === 'string' ? child : rawText(child);
  const level = levelSign(element);
  if (level !== '') return level + text + levelEnd;
  if (element.name === 'overline') return withMark(text, '\u0305');
  return blocks.has(element.name) ? blockEnd + text + blockEnd : text;
}

/** Elements that have one formula in several notations. */
const formulas = new Set(['alternatives', 'inline-formula', 'disp-formula']);

/** A formula's children without the notations that are there for programs: MathML is best, then TeX. */
function bestFormula(element: XmlElement): XmlElement['children'] {
  const best = ['math', 'tex-math'].find((name) => childOf(element, name));
  const isOther = (child: XmlElement | string) =>
    typeof child !== 'string' && (child.name === 'math' || child.name === 'tex-math') && child.name !== best;
  if (best === undefined) return element.children;
  return element.name === 'alternatives'
    ? childrenOf(element, best)
    : element.children.filter((child) => !isOther(child));
}

/** All text in an element as it stands in the file. */
export function textIn(child: XmlElement | string): string {
  return typeof child === 'string' ? child : child.children.map(textIn).join('');
}

function collapse(text: string): string {
  if (isTidyLatin(text)) return text;
  return text.replace(/\s+/g, ' ').trim();
}

/** The start tag with the attributes that a parser found in it. */
export function startTag(name: string, attributes: Record<string, string>): string {
  const escaped = (value: string) => value.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')}>`;
}
