/** Names of consecutive characters from the first one on. */
const named = (first: number, names: string): [name: string, sign: string][] =>
  names.split(' ').map((name, at) => [name, String.fromCharCode(first + at)]);

const signs =
  'amp & lt < gt > quot " apos \' ndash – mdash — minus − hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” times × divide ÷ le ≤ ge ≥ euro € szlig ß oslash ø aelig æ AElig Æ oelig œ OElig Œ eth ð ETH Ð thorn þ THORN Þ lstrok ł dstrok đ';

const entities: ReadonlyMap<string, string> = new Map([
  ...named(
    0xa0,
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest',
  ),
  ...named(
    0x3b1,
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
  ),
  ...[...signs.matchAll(/(\S+) (\S+)/g)].map(([, name = '', sign = '']) => [name, sign] as const),
  ['nbsp', ' '],
  ['shy', ''],
]);

/** The combining sign of what follows the letter in names such as `eacute`. */
const accents: ReadonlyMap<string, string> = new Map([
  ...named(0x300, 'grave acute circ tilde macr - breve - uml - ring dblac caron'),
  ...named(0x327, 'cedil ogon'),
]);

/** A character entity, by number or by a name that may be unknown. */
export const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}|frac[13][24]|sup[1-3]);/i;
const everyEntity = new RegExp(entity.source, 'gi');

/** Resolves the character entities of `text`; those with an unknown name stay. */
export function stripEntities(text: string): string {
  return text.includes('&') ? text.replace(everyEntity, decodeEntity) : text;
}

/** The text that one with entities means, even if they were escaped twice: `R&amp;amp;D`. */
export function unescaped(text: string): string {
  return stripEntities(stripEntities(text));
}

function decodeEntity(whole: string): string {
  const name = whole.slice(1, -1);
  if (name.startsWith('#')) return decodeNumber(name) ?? whole;
  const sign = entities.get(name) ?? entities.get(name.toLowerCase()) ?? accented(name);
  if (sign === undefined) return whole;
  // `&Eacute;` is a capital, `&AMP;` another way to write `&amp;`.
  return /^[A-Z][a-z]/.test(name) ? sign.toUpperCase() : sign;
}

function decodeNumber(name: string): string | undefined {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // As in browsers, these are meant as signs of Windows-1252.
  if (code >= 128 && code < 160) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function accented(name: string): string | undefined {
  const accent = accents.get(name.slice(1).toLowerCase());
  if (accent === undefined) return undefined;
  const letter = (name.charAt(0).toLowerCase() + accent).normalize('NFC');
  return letter.length === 1 ? letter : undefined;
}
