/**
 * The names in a pasted list of authors: one a line, or parted by `;`, `&`, ` and `, or commas. `Family, Given` pairs
 * stay together where the list shows that it is made of them; superscript numbers and marks are taken off.
 */
export function splitAuthors(text: string): string[] {
  const lines = text
    .split(/[\r\n;\u061B\uFF1B\u2028\u2029]+/)
    .map(clean)
    .filter((line) => line !== '');
  const names =
    lines.length > 1 ? lines.flatMap((line) => splitLine(line, true)) : splitLine(lines[0] ?? '', false);
  return names.map(clean).filter((name) => name !== '');
}

const joiner = /\s+(?:and|&|et|und|y|e)\s+/i;
const affix = /^(?:jr|sr|ii|iii|iv|phd|ph\.d|md|m\.d|msc|dr|esq)\.?$/i;

/** `isOneOfMany`: other lines exist, so a single comma in this one parts family and given name. */
function splitLine(line: string, isOneOfMany: boolean): string[] {
  const groups = line.split(joiner).map(clean);
  const pieces = groups.flatMap((group) => group.split(/\s*[,\u060C\u3001\uFF0C]\s*/)).map(clean);
  const parts = joinAffixes(pieces.filter((piece) => piece !== ''));
  if (parts.length < 2) return parts;
  if (isOneOfMany && groups.length === 1 && parts.length === 2) return [invert(parts[0]!, parts[1]!)];
  if (isFamilyGivenList(parts, groups)) return pairs(parts);
  return parts;
}

/** `Family, Given, Family, Given`: an even number of pieces of which each second is initials, or a lone pair with a one-word family name. */
function isFamilyGivenList(parts: string[], groups: string[]): boolean {
  if (parts.length % 2 !== 0) return false;
  const isPaired = groups.every((group) => group.split(/[,\u060C\u3001\uFF0C]/).length % 2 === 0);
  if (!isPaired) return false;
  if (parts.every((part, i) => i % 2 === 0 || isInitials(part))) return true;
  // "Okafor, Ada": two single words (given names may be several) cannot be two people.
  return (
    parts.every((part, i) => (i % 2 === 0 ? !part.includes(' ') : true)) &&
    groups.every((g) => g.split(',').length === 2)
  );
}

function isInitials(text: string): boolean {
  return /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(text);
}

function pairs(parts: string[]): string[] {
  const names: string[] = [];
  for (let i = 0; i < parts.length; i += 2) names.push(invert(parts[i]!, parts[i + 1]!));
  return names;
}

function invert(family: string, given: string): string {
  return `${given} ${family}`;
}

function joinAffixes(pieces: string[]): string[] {
  const joined: string[] = [];
  for (const piece of pieces) {
    if (affix.test(piece) && joined.length > 0) joined[joined.length - 1] += ` ${piece}`;
    else joined.push(piece);
  }
  return joined;
}

function clean(name: string): string {
  return name
    .replace(/[\u00B9\u00B2\u00B3\u2070-\u209F*\u2020\u2021\u00A7\u00B6#]+/g, '')
    .replace(/(?<=\p{L}\.?)\d+(?:\s*,\s*\d+)*/gu, '')
    .replace(/\(\s*\d[\d,\s]*\)|\[\s*\d[\d,\s]*\]|\^\{?[\d,]+\}?/g, '')
    .replace(/^\s*(?:\d+[.)]\s+)|^\s*(?:and|&)\s+/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '');
}
