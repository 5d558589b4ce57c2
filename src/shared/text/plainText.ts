import { entity, stripEntities } from './entities.ts';
import { blockNames, inlineNames, mathNames, silentNames } from './markupNames.ts';
import { levelEnd, lowerSign, raiseSign, settleScripts } from './scripts.ts';
import { withoutTex } from './tex/formulas.ts';

const attribute = /\s+(?:nowrap|noshade|compact|[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))/.source;
const names = [...blockNames, ...silentNames, ...inlineNames, ...mathNames, 'sub', 'sup', 'tex-math'].join(
  '|',
);
/** A tag of a known or prefixed name, one with attributes, or an end tag: `T<Tc and H>Hc2` and `<r>` are none of them. */
const tag = new RegExp(
  [
    `<\\/?(?:[a-z]\\w*:[\\w-]+|${names})(?![\\w:-])(?:${attribute})*\\s*\\/?>`,
    `<[a-z][\\w:-]*(?:${attribute})+\\s*\\/?>`,
    '<\\/[a-z][\\w:-]*\\s*>',
  ].join('|'),
  'i',
);
const mathTag = /<\/?(?:mml:)?math\b|<(?:jats:)?(?:inline|disp)-formula\b/i;
const tex =
  /\$[^$\\^_{]*[\\^_{][^$]*\$|\\(?:[()[\]]|[a-zA-Z]+\s*\{|(?:alpha|beta|gamma|delta|epsilon|theta|lambda|mu|nu|pi|rho|sigma|tau|phi|chi|psi|omega|times|pm|leq|geq|infty|sum|int|cdot|to|sqrt)\b)|[\^_]\{/i;

/** The maximum length of text that is converted in full: some patterns take quadratic time. */
const maxScannedLength = 20_000;

/** Returns true if `whole` has HTML or XML tags or character entities in its first 20,000 characters. */
export function hasMarkup(whole: string): boolean {
  const text = whole.slice(0, maxScannedLength);
  return (text.includes('<') && tag.test(text)) || (text.includes('&') && entity.test(text));
}

/** Returns true if `whole` has TeX or MathML in its first 20,000 characters. */
export function hasMathCode(whole: string): boolean {
  const text = whole.slice(0, maxScannedLength);
  const isPossible = text.includes('\\') || text.includes('$') || text.includes('{') || text.includes('<');
  return isPossible && (tex.test(text) || mathTag.test(text) || mathStructure.test(text));
}

/**
 * Block ends become line ends, `<sub>` and `<sup>` follow `settleScripts`; long texts lose only tags and entities, and
 * keep exponents.
 */
export function stripMarkup(text: string): string {
  if (text.length > maxScannedLength)
    return settleScripts(
      stripEntities(withLevels(text, 'sup').replace(new RegExp(tag.source, 'gi'), '')),
    ).trim();
  const plain = withLevels(text, 'su[bp]|inf')
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(?<!\s)\s*(?:<br\s*\/?>|<\/(?:(?:jats:)?(?:p|title|sec)|div|li|h\d)>)\s*/gi, '\n')
    .replace(new RegExp(tag.source, 'gi'), '');
  return settleScripts(stripEntities(plain))
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n+ ?/g, '\n')
    .trim();
}

/** A text with signs of levels in the place of the elements with these names, and of those that are raised or lowered by a style. */
function withLevels(text: string, names: string): string {
  const element = new RegExp(`<(\\/?)(?:\\w+:)?(${names})(?![\\w:-])[^<>]*(?<!\\/)>`, 'gi');
  return text
    .replace(element, (_, end: string, name: string) =>
      end ? levelEnd : /p/i.test(name) ? raiseSign : lowerSign,
    )
    .replace(
      /<span\b[^<>]{0,500}vertical-align:\s?su(per|b)\b[^<>]{0,500}>([^<]*)<\/span\s*>/gi,
      (_, level: string, inner: string) => (level.length > 1 ? raiseSign : lowerSign) + inner + levelEnd,
    );
}

/** MathML whose structure would be lost with its tags: `10<msup>2</msup>`. */
const mathStructure =
  /<(?:\w{1,10}:)?m(?:sup|sub|subsup|frac|sqrt|root|under|over|underover|multiscripts|table|enclose|fenced)\b/i;

/** TeX as the import of files reads it (`$x^2$` as x², `\alpha` as α); null if some of it has no plain form. */
export function plainMath(text: string): string | null {
  if (text.length > maxScannedLength || mathStructure.test(text)) return null;
  const plain = withoutTex(text);
  return plain === null ? null : stripMarkup(plain);
}

/** Returns true if `title` is all in capitals: at least two words, and twelve letters in words of three or more. Scripts without capitals never are. */
export function isAllCaps(title: string): boolean {
  if (/\p{Ll}/u.test(title)) return false;
  const words = title.match(/\p{Lu}{3,}/gu) ?? [];
  return words.length >= 2 && words.join('').length >= 12;
}

/** Capitals of Turkish and its kin, in which `I` and `İ` are different letters; not Ş, which Romanian and Kurdish have too. */
const dottedAlphabet = /[İĞƏ]/;

/** Lower-cases `text` except for the first letter of each sentence. */
export function sentenceCase(text: string): string {
  const locale = dottedAlphabet.test(text) ? 'tr' : 'und';
  return text
    .toLocaleLowerCase(locale)
    .replace(
      /(^\P{L}*|[.?!:]\s+)(\p{Ll})/gu,
      (_, before: string, letter: string) => before + letter.toLocaleUpperCase(locale),
    );
}

/** Escapes `text` as HTML. */
export function escapeHtml(text: string): string {
  const signs: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign]!);
}
