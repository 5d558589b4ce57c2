import type { NameParts } from '../sourceArticle.ts';
import {
  cleanName,
  hasGivenName,
  isBehindName,
  isDegree,
  isOrganisation,
  isPlaceOfWork,
  isSureDegree,
  isSureSuffix,
} from './nameAdditions.ts';
import { oneLine } from './plainText.ts';

const suffixes = /^(?:jr|sr|junior|senior|ii|iii|iv|v|filho|neto|júnior)\.?$/i;

/** Lower-case letters distinguish them from initials: `MS Smith`. */
const salutations =
  /^(?:(?:(?:(?:Assoc|Asst|Assist|Univ|Yrd|apl)(?:\.-?\s?|-|\s)|(?:Associate|Assistant)\s)?(?:Profa?|Professora?|Doç)|PD(?=\s(?:Dr|Prof))|Priv\.-Doz|Dr(?:\.-Ing)?(?:\.?\s?(?:rer\.\s?nat|rer\.\s?pol|med|phil|habil|jur|theol|vet|ing|sc|h\.\s?c))*|Dra|Mr|Mrs|Ms|Miss|Mme|Mlle|Madame|Monsieur|Herr|Frau)(?:\.\s*|\s+|$)|(?:prof|dra?)\.\s*)+/u;

/** `Ministry of Health, Kenya`: the first word tells whether that is an organisation, for `García de la Red` is none. */
const headed = /^(\p{Lu}\S*)\s(?:of|for|on|de|du|des|für)\s[^,]*,/u;

const eastAsian = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\s]+$/u;
const katakana = /^[\p{sc=Katakana}\u30fc\s]+$/u;

/** The part of names that comes first: the family name in the culture of Hungarian articles (`culture`), or everywhere what the user said. */
export type NameOrder = 'culture' | 'family' | 'given' | null;

/** Returns true for a name in Chinese, Japanese or Korean characters of which both parts are known. */
export function isEastAsianName({ particle = '', family = '', given }: NameParts): boolean {
  return particle === '' && Boolean(given) && eastAsian.test(family) && eastAsian.test(given!);
}

/**
 * A name as "Given particle Family Suffix", without a salutation before the given name; a particle that ends with an
 * apostrophe is part of the next word. Names in Chinese, Japanese or Korean characters are "FamilyGiven", and those of an
 * article in Hungarian "Family Given", unless the user said otherwise.
 */
export function nameText(name: NameParts | string, order: NameOrder = null): string {
  if (typeof name === 'string') return oneLine(name);
  const { particle = '', family = '', suffix } = name;
  // A name without a family name may be that of an organisation.
  const given = family === '' ? name.given : withoutSalutation(name.given ?? '');
  if (order !== 'given' && given && isEastAsianName({ ...name, given })) {
    const isApart = katakana.test(family) || katakana.test(given);
    return oneLine([family.trim(), given.trim()].join(isApart ? ' ' : '') + (suffix ? ` ${suffix}` : ''));
  }
  const whole = /['’]\s*$/.test(particle) ? particle.trimEnd() + family : `${particle} ${family}`;
  const isFamilyFirst = order === null ? name.isFamilyFirst : order !== 'given';
  const parts = isFamilyFirst ? [whole, given, suffix] : [given, whole, suffix];
  return oneLine(parts.filter(Boolean).join(' '));
}

/**
 * Turns "Family, Given", "Family, Given, Jr." and "Family, Jr., Given"; a name without a comma stays as it is.
 * Salutations (`Dr.`) are left out, and so are marks, degrees and the like, which the name then holds apart.
 */
export function turnName(text: string): NameParts | string {
  const { text: cleaned, leftOut, emails, orcids } = cleanName(oneLine(text));
  if (cleaned === '') return oneLine(text);
  const name = turned(cleaned, leftOut);
  return withAdditions(name, [...leftOut, ...emails, ...orcids]);
}

/** A name with what stands beside it and is no part of it. */
export function withAdditions(name: NameParts | string, additions: readonly string[]): NameParts | string {
  if (additions.length === 0) return name;
  if (typeof name === 'string') return { family: name, additions };
  return { ...name, additions: [...(name.additions ?? []), ...additions] };
}

function turned(text: string, leftOut: string[]): NameParts | string {
  const line = withoutSalutation(text, leftOut);
  if (!/[,\u060C\uFF0C]/.test(line)) {
    const whole = takeSalutation(line, leftOut);
    return whole.trim() === '' ? line : whole;
  }
  if (isOrganisation(headed.exec(line)?.[1] ?? '')) return line;
  // Before a given name, `Herr` is a family name.
  const written = line.split(/\s*[,\u060C\uFF0C]\s*/);
  const parts = written
    .map((part, at) => (at === 0 && written.length === 2 ? part : takeSalutation(part, leftOut)))
    .filter((part) => part.trim() !== '');
  // `Okoro, Ada, University of X, Lagos`
  const affiliation = parts.findIndex(isPlaceOfWork);
  if (affiliation > (/[\s.]/.test(parts[0] ?? '') ? 0 : 1))
    leftOut.push(parts.splice(affiliation).join(', '));
  const isDegreeLast = (): boolean => {
    if (parts.length !== 3) return parts.length > 3 ? isDegree(parts.at(-1)!) : isDegreeBehind(parts);
    // Beside a suffix, initials are the given name: `Smith, Jr., M.A.`, but not `Ada Smith, Jr., M.A.`
    const isGiven = isSureSuffix(parts[1]!) && !hasGivenName(parts[0]!);
    return isGiven ? isSureDegree(parts[2]!) : isDegree(parts[2]!);
  };
  const degrees: string[] = [];
  while (isDegreeLast()) degrees.unshift(parts.pop()!);
  if (parts.length === 3 && (isSuffix(parts[2]!) ? isSureDegree(parts[1]!) : isDegree(parts[1]!)))
    degrees.unshift(...parts.splice(1, 1));
  leftOut.push(...degrees);
  const [family = '', second = '', third] = parts;
  if (parts.length < 2) return family || line;
  if (parts.length > 3) return degrees.length > 0 ? parts.join(', ') : line;
  if (third === undefined)
    return isSureSuffix(second) ? oneLine(`${family} ${second}`) : { family, given: second };
  // `Davis, V., Jr.`
  const isThirdSuffix = isSureSuffix(third) && !isSureSuffix(second);
  if (suffixes.test(second) && !isThirdSuffix) return { family, given: third, suffix: second };
  // `Okoro, Ada, S.J.`; several names are no single one.
  return suffixes.test(third) || /^[\p{L}\d.]{1,6}$/u.test(third)
    ? { family, given: second, suffix: third }
    : line;
}

function isDegreeBehind(parts: readonly string[]): boolean {
  return parts.length === 2 && isBehindName(parts[0]!, parts[1]!);
}

/** A name without a leading `Dr.` or `Prof.`, which goes to `leftOut`, unless that is the whole text. */
export function withoutSalutation(name: string, leftOut: string[] = []): string {
  const found = salutations.exec(name)?.[0] ?? '';
  return found === name ? name : takeSalutation(name, leftOut);
}

function takeSalutation(text: string, leftOut: string[]): string {
  const found = salutations.exec(text)?.[0] ?? '';
  if (found !== '') leftOut.push(found.trim());
  return text.slice(found.length);
}

/** Returns true if the text after a single comma is not a given name: `Jr.`, `PhD`, `eds.` */
export function isAfterName(name: string, part: string): boolean {
  return isSureSuffix(part) || isBehindName(name, part);
}

/** Returns true if a part of a name can only come after the family name: `Jr.`, `III`. */
export function isSuffix(text: string): boolean {
  return suffixes.test(text);
}

/** Returns true for a name that only says that there is none. */
export function isAnonymous(name: string): boolean {
  return /^\[?(?:anon\.?|anonym(?:ous|us|e|ous author)?|an[oóô]nimo)\]?$/i.test(name.trim());
}

/** The values for unknown information that DataCite defines, and those that people write. */
const placeholder =
  /^(?:\(?:?:?:(?:unac|unal|unap|unas|unav|unkn|none|null|tba|etal)\)?\s*)+$|^\W{0,3}(?:N\. ?N\.|NN|N\/A|\[?[Ss]\. ?[Nn]\.\]?|(?:unknown|author unknown|unbekannt|inconnu|desconocido|no authors?(?: (?:given|listed))?)(?: authors?)?)\W{0,3}$/i;

/** Returns true for a text in the place of a name that is not known: `N.N.`, `(:unav)`. */
export function isPlaceholder(name: string): boolean {
  return placeholder.test(name.trim());
}

/** Returns true for an entry of a list of authors that only says that there are more. */
export function isEtAl(text: string): boolean {
  return /^\W*(?:and\s+)?(?:et\.?\s*al|others)\W*$/i.test(text.trim());
}
