import { exponent, lowered, raised } from '../../../shared/text/scripts.ts';
import { base, binomial, fraction, root, withMark } from '../../../shared/text/tex/terms.ts';
import { texFormula } from '../../../shared/text/tex/texText.ts';

/** An element of MathML, with its local name. */
export interface MathElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly (MathElement | string)[];
}

/** Deeper elements are read as their text alone. */
const maxDepth = 60;

/**
 * A formula of MathML on one line: `a/b`, `√(x+1)`, `³√8`, `x²` (reference/import-decisions.md, All formats). Blanks between
 * elements are layout only. The text has signs of levels, for `settleScripts`.
 */
export function mathLine(math: MathElement): string {
  const alternative = (math.attributes.get('alttext') ?? '').replace(/\s+/g, ' ').trim();
  if (alternative !== '' && !/[\\^_{}$]/.test(alternative)) return alternative;
  return line(math, 0) || texFormula(alternative);
}

function line(node: MathElement | string | undefined, depth: number): string {
  if (node === undefined) return '';
  if (typeof node === 'string') return node.trim();
  if (depth > maxDepth) return wordsIn(node);
  const write = writers.get(node.name);
  return write ? write(node, depth + 1) : row(node, depth + 1);
}

/** All text in an element, however deep. */
function wordsIn(element: MathElement): string {
  const words: string[] = [];
  const open: (MathElement | string)[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') words.push(node.trim());
    else for (let at = node.children.length; at > 0; ) open.push(node.children[--at]!);
  }
  return words.filter((word) => word !== '').join(' ');
}

type Writer = (element: MathElement, depth: number) => string;

const nothing: Writer = () => '';

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['mo', (element) => operator(token(element))],
  [
    'mtext',
    (element) =>
      element.children
        .filter((child) => typeof child === 'string')
        .join('')
        .replace(/\s+/g, ' '),
  ],
  ['ms', (element) => `“${token(element)}”`],
  ['mspace', (element) => (/^(?:0|-|$)/.test(element.attributes.get('width') ?? '0') ? '' : ' ')],
  ['mphantom', nothing],
  ['none', nothing],
  ['annotation', nothing],
  ['annotation-xml', nothing],
  ['semantics', semantics],
  ['maction', (element, depth) => line(parts(element)[0], depth)],
  ['mfrac', fractionLine],
  ['msqrt', (element, depth) => root(row(element, depth), '', isWord(element))],
  ['mroot', rootLine],
  ['msub', (element, depth) => scriptsOf(element, depth, [1], [])],
  ['msup', (element, depth) => scriptsOf(element, depth, [], [1])],
  ['msubsup', (element, depth) => scriptsOf(element, depth, [1], [2])],
  ['munder', (element, depth) => accented(element, depth, [1], [])],
  ['mover', (element, depth) => accented(element, depth, [], [1])],
  ['munderover', (element, depth) => accented(element, depth, [1], [2])],
  ['mmultiscripts', multiscripts],
  ['mfenced', fenced],
  ['menclose', enclosed],
  ['mtable', table],
]);

/** The children of an element whose place has a meaning. */
function parts(element: MathElement): (MathElement | string)[] {
  return element.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
}

function token(element: MathElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : wordsIn(child)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Signs that are only there for speech are left out. */
function operator(sign: string): string {
  return sign.replace(/[\u2061-\u2064]/g, '');
}

/** Neighbours in a row, with a blank where they would otherwise become one number or one word. */
function row(element: MathElement, depth: number): string {
  let text = '';
  let isWord = false;
  for (const child of element.children) {
    const next = line(child, depth);
    if (next === '') continue;
    const isNextWord = /^\p{L}{2}/u.test(next);
    const meet = /\d$/.test(text) && /^\d/.test(next);
    const joinWords = /\p{L}$/u.test(text) && /^\p{L}/u.test(next) && (isWord || isNextWord);
    text += meet || joinWords ? ` ${next}` : next;
    isWord = /\p{L}{2}$/u.test(next);
  }
  return text;
}

function fractionLine(element: MathElement, depth: number): string {
  const [above = '', below = ''] = linesIn(element, depth);
  const isBinomial = /^0(?:\D|$)/.test(element.attributes.get('linethickness') ?? '');
  return isBinomial ? binomial(above, below) : fraction(above, below, isWord(parts(element)[1]));
}

function rootLine(element: MathElement, depth: number): string {
  const [radicand = '', index = ''] = linesIn(element, depth);
  return root(radicand, index, isWord(parts(element)[0]));
}

/** True for a single name or word, whose letters are no product: `<mi>sin</mi>`. */
function isWord(node: MathElement | string | undefined): boolean {
  let inner = node;
  for (let depth = 0; depth < maxGroups && typeof inner === 'object'; depth++) {
    if (inner.name === 'mi' || inner.name === 'mtext') return /^\p{L}+$/u.test(token(inner));
    const [only, ...others] = groups.has(inner.name) ? parts(inner) : [];
    if (others.length > 0) return false;
    inner = only;
  }
  return false;
}

const maxGroups = 5;

/** Elements that only hold others together. */
const groups = new Set(['mrow', 'mstyle', 'mpadded', 'msqrt']);

function linesIn(element: MathElement, depth: number): string[] {
  return parts(element).map((part) => line(part, depth));
}

function scriptsOf(element: MathElement, depth: number, below: number[], above: number[]): string {
  return script(linesIn(element, depth), below, above, isWord(parts(element)[0]));
}

function script(all: readonly string[], below: number[], above: number[], isName = false): string {
  const isWhole = !isName && above.some((at) => isPower(all[at] ?? ''));
  return (
    base(all[0] ?? '', isWhole) +
    below.map((at) => lowered(all[at] ?? '')).join('') +
    above.map((at) => raisedPart(all[at] ?? '', exponent)).join('')
  );
}

/** False for the charge of an ion, and for signs such as primes, which belong to a name as a whole. */
function isPower(text: string): boolean {
  return !/^(?:\d*[+−-]|[′″‴'*°†‡]*)$/.test(text);
}

/** Primes stand above the line by themselves. */
function raisedPart(text: string, raise: (text: string) => string): string {
  return /^[′″‴'*°]+$/.test(text) ? text : raise(text);
}

/** Combining characters for the accents of formulas, by their sign. */
const accents = new Map([
  ...['¯', '‾', '_', '―', '─', '\u0304', '\u0305'].map((sign) => [sign, '\u0305'] as const),
  ...['^', 'ˆ', '\u0302'].map((sign) => [sign, '\u0302'] as const),
  ...['~', '˜', '∼', '\u0303'].map((sign) => [sign, '\u0303'] as const),
  ...['→', '⟶', '\u20d7', '⇀'].map((sign) => [sign, '\u20d7'] as const),
  ...['˙', '.', '\u0307'].map((sign) => [sign, '\u0307'] as const),
  ...['¨', '\u0308'].map((sign) => [sign, '\u0308'] as const),
  ...['ˇ', '\u030c'].map((sign) => [sign, '\u030c'] as const),
  ...['˘', '\u0306'].map((sign) => [sign, '\u0306'] as const),
  ...['´', '\u0301'].map((sign) => [sign, '\u0301'] as const),
  ...['`', '\u0300'].map((sign) => [sign, '\u0300'] as const),
]);

/** An accent on each letter, or limits as scripts: `∑_(i=1)^n`; braces and bars over several terms are left out. */
function accented(element: MathElement, depth: number, below: number[], above: number[]): string {
  const all = linesIn(element, depth);
  const mark = above.length === 1 && below.length === 0 ? accents.get(all[1] ?? '') : undefined;
  const under =
    below.length === 1 && above.length === 0 && ['_', '¯', '‾', '\u0332'].includes(all[1] ?? '')
      ? '\u0332'
      : undefined;
  const sign = mark ?? under;
  if (sign !== undefined) return withMark(all[0] ?? '', sign);
  if (/^[⏞⏟⏠⏡︷︸]$/.test(all[1] ?? '')) return all[0] ?? '';
  return script(all, below, above);
}

/** Scripts before the base are written before it: `¹⁴₆C`. */
function multiscripts(element: MathElement, depth: number): string {
  const all = parts(element);
  const split = all.findIndex((part) => typeof part !== 'string' && part.name === 'mprescripts');
  const after = (split < 0 ? all.slice(1) : all.slice(1, split)).map((part) => line(part, depth));
  const before = (split < 0 ? [] : all.slice(split + 1)).map((part) => line(part, depth));
  const scripts = (list: readonly string[]) =>
    list.map((text, at) => [at % 2 === 0 ? lowered(text) : raisedPart(text, raised), at % 2] as const);
  const pre = scripts(before)
    .sort((a, b) => b[1] - a[1])
    .map(([text]) => text);
  const isWhole = !isWord(all[0]) && after.some((text, at) => at % 2 === 1 && isPower(text));
  return (
    pre.join('') +
    base(line(all[0], depth), isWhole) +
    scripts(after)
      .map(([text]) => text)
      .join('')
  );
}

function fenced(element: MathElement, depth: number): string {
  const open = element.attributes.get('open') ?? '(';
  const close = element.attributes.get('close') ?? ')';
  const separators = [...(element.attributes.get('separators') ?? ',').replace(/\s/g, '')];
  const inner = parts(element)
    .map((part) => line(part, depth))
    .map((text, at) => (at === 0 ? '' : (separators[Math.min(at, separators.length) - 1] ?? '')) + text)
    .join('');
  return open + inner + close;
}

function enclosed(element: MathElement, depth: number): string {
  const notation = element.attributes.get('notation') ?? '';
  const inner = row(element, depth);
  if (/radical/.test(notation)) return root(inner, '');
  if (/(?:^|\s)top(?:\s|$)/.test(notation)) return withMark(inner, '\u0305');
  if (/bottom/.test(notation)) return withMark(inner, '\u0332');
  return inner;
}

/** Rows are separated by semicolons, cells by commas. */
function table(element: MathElement, depth: number): string {
  const rows = parts(element)
    .filter((part) => typeof part !== 'string')
    .map((part) =>
      parts(part)
        .map((cell) => line(cell, depth))
        .filter((cell) => cell !== '')
        .join(', '),
    );
  return rows.length === 1 && rows[0] !== undefined && !rows[0].includes(',')
    ? rows[0]
    : `[${rows.join('; ')}]`;
}

/** What is shown; a formula that is there as TeX only is read as TeX. */
function semantics(element: MathElement, depth: number): string {
  const all = parts(element).filter((part) => typeof part !== 'string');
  const shown = all.filter(({ name }) => !name.startsWith('annotation')).map((part) => line(part, depth));
  const text = shown.join('');
  if (text !== '') return text;
  const tex = all.find(
    ({ name, attributes }) => name === 'annotation' && /tex/i.test(attributes.get('encoding') ?? ''),
  );
  return tex ? texFormula(token(tex)) : '';
}
