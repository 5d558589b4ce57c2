import { blockNames, inlineNames, mathNames, silentNames } from './markupNames.ts';
import { levelEnd, lowerSign, raiseSign, settleScripts } from './scripts.ts';
import { withoutTex } from './tex/formulas.ts';

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '\u2013',
    mdash: '\u2014',
    hellip: '\u2026',
    lsquo: '\u2018',
    rsquo: '\u2019',
    ldquo: '\u201c',
    rdquo: '\u201d',
    deg: '\u00b0',
    plusmn: '\u00b1',
    times: '\u00d7',
    micro: '\u00b5',
    beta: '\u03b2',
    alpha: '\u03b1',
    gamma: '\u03b3',
    delta: '\u03b4',
    eacute: '\u00e9',
    egrave: '\u00e8',
    aacute: '\u00e1',
    agrave: '\u00e0',
    iacute: '\u00ed',
    oacute: '\u00f3',
    uacute: '\u00fa',
    ntilde: '\u00f1',
    ccedil: '\u00e7',
    auml: '\u00e4',
    ouml: '\u00f6',
    uuml: '\u00fc',
    szlig: '\u00df',
  }),
);

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
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/i;
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

/** Resolves the character entities of `text`. */
export function stripEntities(text: string): string {
  return text.replace(new RegExp(entity.source, 'gi'), decodeEntity);
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

/** Lower-cases `text` except for the first letter of each sentence. */
export function sentenceCase(text: string): string {
  return text.toLowerCase().replace(/(^\P{L}*|[.?!:]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

function decodeEntity(whole: string): string {
  const name = whole.slice(1, -1);
  if (!name.startsWith('#')) {
    const sign = entities.get(name) ?? entities.get(name.toLowerCase()) ?? whole;
    // `&Eacute;` is a capital, `&AMP;` another way to write `&amp;`.
    return /^[A-Z][a-z]/.test(name) && sign !== whole ? sign.toUpperCase() : sign;
  }
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : whole;
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
