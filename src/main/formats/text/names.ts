import type { NameParts } from '../sourceArticle.ts';
import { oneLine } from './plainText.ts';

/** `V.` after a family name alone is a given name. */
const surelySuffixes = /^(?:jr|sr|junior|senior|ii|iii|iv|filho|neto|júnior)\.?$/i;
const suffixes = /^(?:jr|sr|junior|senior|ii|iii|iv|v|filho|neto|júnior)\.?$/i;

/** Degrees and titles after a name, which its parts do not include. */
const degrees = /^(?:ph\.?\s?d|m\.?\s?d|m\.?sc|b\.?sc|m\.?ph|r\.?n|ed\.?d|ll\.?[bdm]|dr\.?\s?med)\.?$/i;
/** Lower-case letters distinguish them from initials: `MS Smith`. */
const salutations =
  /^(?:(?:Prof|Profa|Professor|Professora|Dr(?:\.-Ing)?|Dra|Mr|Mrs|Ms|Mme|Mlle|Herr|Frau)(?:\.\s*|\s+|$)|(?:prof|dra?)\.\s*)+/u;

/**
 * A name as "Given particle Family Suffix", without a salutation before the given name; a particle that ends with an
 * apostrophe is part of the next word.
 */
export function nameText(name: NameParts | string): string {
  if (typeof name === 'string') return oneLine(name);
  const { particle = '', family = '', suffix } = name;
  // A name without a family name may be that of an organisation.
  const given = family === '' ? name.given : withoutSalutation(name.given ?? '');
  const whole = /['’]\s*$/.test(particle) ? particle.trimEnd() + family : `${particle} ${family}`;
  return oneLine([given, whole, suffix].filter(Boolean).join(' '));
}

/**
 * Turns "Family, Given", "Family, Given, Jr." and "Family, Jr., Given"; a name without a comma stays as it is.
 * Salutations (`Dr.`) are left out.
 */
export function turnName(text: string): NameParts | string {
  const line = withoutSalutation(oneLine(text));
  const parts = line
    .split(/\s*[,\u060C\uFF0C]\s*/)
    .map((part) => part.replace(salutations, ''))
    .filter((part) => part.trim() !== '');
  const [family = '', second = '', third] = parts;
  if (parts.length < 2) return family || line;
  if (parts.length > 3) return line;
  if (third === undefined)
    return isAfterName(second) ? oneLine(`${family} ${second}`) : { family, given: second };
  return suffixes.test(second) || isAfterName(second)
    ? { family, given: third, suffix: second }
    : { family, given: second, suffix: third };
}

/** A name without a leading `Dr.` or `Prof.`, unless that is the whole text. */
export function withoutSalutation(name: string): string {
  return name.replace(salutations, '') || name;
}

/** Returns true if the text after a single comma is not a given name: `Jr.`, `PhD`. */
export function isAfterName(part: string): boolean {
  return surelySuffixes.test(part) || (degrees.test(part) && !/^\p{Lu}{2}$/u.test(part));
}

/** Returns true if a part of a name can only come after the family name: `Jr.`, `III`. */
export function isSuffix(text: string): boolean {
  return suffixes.test(text);
}

/** Returns true for a name that only says that there is none. */
export function isAnonymous(name: string): boolean {
  return /^anonymous$|^\[?anon\.?\]?$/i.test(name.trim());
}

/** Returns true for an entry of a list of authors that only says that there are more. */
export function isEtAl(text: string): boolean {
  return /^\W*(?:and\s+)?(?:et\.?\s*al|others)\W*$/i.test(text.trim());
}
