import { unescaped } from '../text/entities.ts';

/**
 * Splits at lines, `;`, ` and `, `&` or commas; turns `Family, Given`; drops numbers, marks and degrees. Entities such as
 * `&#39;` are resolved first, since none of their signs separates names.
 */
export function splitAuthors(text: string): string[] {
  const entries = unescaped(text)
    .replace(/(?:[,;]|(?<!\s))\s*\bet al\b\.?/gi, '')
    .split(/[\r\n;\u061B\uFF1B\u2028\u2029]+/)
    .map(clean)
    .filter((entry) => entry !== '');
  const groups = entries.flatMap((entry) => entry.split(joiner).map(clean));
  // `Lindqvist, Ada; Achterberg, Bo`: every entry has exactly one comma.
  const isInverted = groups.length > 1 && groups.every((group) => cut(group).length === 2 && !isPlace(group));
  return groups
    .flatMap((group) => (isInverted ? turn(cut(group)) : splitGroup(group)))
    .filter((name) => name !== '');
}

const joiner = /\s*,?\s+(?:and|und|et)\s+|\s*,?\s*&\s*/i;
const comma = /\s*[,\u060C\u3001\uFF0C]\s*/;
const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const degree = /^(?:ph\.?\s?d|m\.?d|m\.?sc|b\.?sc|dr|prof)\.?$/i;

/** Names separated only by commas. */
function splitGroup(group: string): string[] {
  const pieces = cut(group);
  if (pieces.length < 2 || isPlace(group)) return [pieces.length < 2 ? (pieces[0] ?? '') : group];
  const givens = pieces.filter((_, i) => i % 2 === 1);
  const isPaired = pieces.length % 2 === 0;
  // A single word or initials are not a full name, so they belong to their neighbour.
  const isOnePerson = pieces.length === 2 && pieces.some(isSingleWord);
  if (isPaired && (isOnePerson || givens.every(isInitials) || pieces.every(isSingleWord)))
    return turn(pieces);
  return pieces;
}

/** The pieces between commas, with `Jr.` joined to the previous piece and degrees left out. */
function cut(group: string): string[] {
  const pieces: string[] = [];
  for (const piece of group.split(comma).map(clean)) {
    if (suffix.test(piece) && pieces.length > 0) pieces[pieces.length - 1] += ` ${piece}`;
    else if (piece !== '' && !degree.test(piece)) pieces.push(piece);
  }
  return pieces;
}

/** Reverses `Family, Given, Family, Given` to `Given Family` each. */
function turn(pieces: string[]): string[] {
  const names: string[] = [];
  for (let i = 0; i + 1 < pieces.length; i += 2) names.push(`${pieces[i + 1]} ${pieces[i]}`);
  return names;
}

/** Only for scripts with capitals: in others a full name may be one word. */
function isSingleWord(piece: string): boolean {
  return /\p{Lu}/u.test(piece) && !/\s/.test(piece.replace(/^(?:\p{Ll}[\p{L}'’]*\s+)+/u, ''));
}

function isInitials(piece: string): boolean {
  return /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(piece);
}

/** Returns true if a text contains a word of affiliations; such a line is left whole for the user to check. */
export function isPlace(group: string): boolean {
  return /\b(?:universi|institut|depart|hospital|college|school|cent(?:er|re)\b|facult|academ|laborator)/i.test(
    group,
  );
}

function clean(name: string): string {
  return name
    .replace(/[\u00B9\u00B2\u00B3\u2070-\u209F*\u2020\u2021\u00A7\u00B6#\u2022]+/g, '')
    .replace(/(?<=\p{L}\.?)\d+(?:\s*,\s*\d+)*/gu, '')
    .replace(/\(\s*\d[\d,\s]*\)|\[\s*\d[\d,\s]*\]|\^\{?[\d,]+\}?/g, '')
    .replace(/^\s*\d+[.)]\s+/, '')
    .replace(/^\s*(?:and|&)\s+/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,]+|(?<![\s,])[\s,]+$/g, '');
}
