import { asList, asObject, asText, type Json } from '../../../shared/json.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import type { NameParts } from '../sourceArticle.ts';
import { takeOrcids } from '../text/emails.ts';
import { isDegree, isOrganisation, isPlaceOfWork, maskMarks, withCommas } from '../text/nameAdditions.ts';
import { isAfterName, isEtAl, turnName, withAdditions } from '../text/names.ts';
import { eastAsianNames } from './eastAsianNames.ts';

export interface ListedAuthor {
  name: NameParts | string;
  affiliation: string;
  orcid: string;
}

/** Longer entries are not names and are not searched for parts. */
const maxNameLength = 1_000;

/** The authors of a cell with a list of them; `hasMore`: it ends in "et al.". */
export function splitAuthors(
  cell: string,
  { listSeparators, partSeparator }: Pick<TableMapping, 'listSeparators' | 'partSeparator'>,
): { authors: ListedAuthor[]; hasMore: boolean } {
  const separators = listSeparators.filter((sign) => sign !== partSeparator);
  const listed = authorsInJson(cell);
  if (listed) return { authors: listed, hasMore: false };
  const whole = cell.replace(/\u060c/g, ',').replace(heading, '');
  const text = isEtAl(whole) ? '' : whole.replace(etAlBehind, '');
  const masked = maskMarks(text);
  const parted = listIn(masked, separators);
  const isWrapped =
    partSeparator === null && separators.includes(';') && firstOf(separators, masked) === '\n';
  const list = quotedList(text) ?? (isWrapped ? parted.flatMap(entriesOfLine) : parted);
  const namesOf = list.length === 1 ? namesIn : namesJoined;
  const entries = partSeparator === null ? list.flatMap(namesOf) : list;
  // An empty entry keeps its place, so that the parallel lists still match.
  const named = entries.filter((entry) => !isEtAl(entry));
  const authors = named.map((entry) => authorOf(entry, partSeparator));
  const hasMore = text !== whole || named.length < entries.length || /\bet\.?\s+al\b/i.test(cell);
  return { authors, hasMore };
}

/** What the cell holds, in front of the names: `Author(s): `, `by `. */
const heading =
  /^\s*(?:(?:(?:corresponding |first )?author(?:s|\(s\))?|autor(?:es|as|in|en)?|auteurs?|autori|yazar(?:lar)?|автор(?:ы)?|penulis|作者)\s?[:\uff1a]\s*|by\s+(?=\p{Lu}))/iu;
const etAlBehind = /(?<=\S)[,;\s]{1,3}(?:and\s+)?(?:et\.?\s+al\.?|others)\s*$/i;

/** A list as programs write it: `['Okoro, Ada', 'Li, Ben']`. */
function quotedList(cell: string): string[] | null {
  if (!/^\[\s*['"]/.test(cell) || !/['"]\s*\]$/.test(cell)) return null;
  const list: string[] = [];
  /** Marks without an end: that of another one of the same kind would be searched for once more. */
  const endless = new Set<string>();
  for (let at = 1; at < cell.length; at++) {
    const mark = cell[at]!;
    if ((mark !== "'" && mark !== '"') || endless.has(mark)) continue;
    const end = endOfQuoted(cell, at);
    if (end < 0) endless.add(mark);
    else {
      const entry = cell.slice(at + 1, end);
      list.push(entry.replace(/\\(.)/gs, '$1').trim());
      at = end;
    }
  }
  return list;
}

/** The place of the quotation mark that ends what the one at `start` begins; -1 if there is none. */
function endOfQuoted(cell: string, start: number): number {
  for (let at = start + 1; at < cell.length; at++) {
    if (cell[at] === '\\') at++;
    else if (cell[at] === cell[start]) return at;
  }
  return -1;
}

/** The authors of a cell with a list of objects in JSON, as programs write it; null if it has none or one without a name. */
function authorsInJson(cell: string): ListedAuthor[] | null {
  if (!/^\s*\[\s*\{/.test(cell)) return null;
  let list: Json;
  try {
    list = JSON.parse(cell) as Json;
  } catch {
    return null;
  }
  const authors = asList(list).map((entry) => {
    const members = new Map(
      Object.entries(asObject(entry)).map(([name, value]) => [
        name.toLowerCase().replace(/[^a-z]/g, ''),
        value,
      ]),
    );
    const text = (...names: string[]) =>
      names.map((name) => textOf(members.get(name))).find((value) => value !== '') ?? '';
    const family = text('family', 'familyname', 'lastname', 'surname', 'last');
    const given = text('given', 'givenname', 'firstname', 'forename', 'first');
    const whole = text('name', 'fullname', 'displayname', 'literal', 'author');
    return {
      name: family === '' ? turnName(whole || given) : { family, given },
      affiliation: text('affiliation', 'affiliations', 'institution', 'organization'),
      orcid: text('orcid', 'orcidid'),
    };
  });
  return authors.every(({ name }) => name !== '') ? authors : null;
}

/** A text, the first of a list, or the name of an object. */
function textOf(value: Json | undefined): string {
  const [first] = Array.isArray(value) ? value : [value];
  return asText(asObject(first).name ?? first ?? '').trim();
}

/** The entries of a cell, divided at the first of the separators that it has; empty ones are kept. */
export function listIn(text: string, separators: readonly string[]): string[] {
  const separator = firstOf(separators, text);
  if (text.trim() === '') return [];
  const list = (separator === undefined ? [text] : text.split(separator)).map(withoutEnd);
  while (list.at(-1) === '') list.pop();
  return list;
}

function firstOf(separators: readonly string[], text: string): string | undefined {
  return separators.find((sign) => text.includes(sign));
}

/** The names in a line, since a list with semicolons may be wrapped: `Okoro, Ada; Li, Ben;`, but not `Okoro, Ada; Univ. X`. */
function entriesOfLine(line: string): string[] {
  const entries = listIn(line, [';']);
  const areNames = entries.every((entry) => !isPlaceOfWork(entry) || withAffiliation(entry) !== null);
  return entries.length > 1 && areNames ? entries : [line];
}

/**
 * The entries of cells beside a list of `count` authors. If several separators occur, the one that gives as many
 * entries as there are authors is used, since an affiliation may contain the others. An empty entry keeps its place.
 */
export function parallelList(
  cells: readonly string[],
  count: number,
  separators: readonly string[],
): string[] {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length !== 1) return filled;
  const text = filled[0]!;
  if (count === 1) return [withoutEnd(text)];
  const trimmed = text.trim();
  let several: string[] | null = null;
  // Empty lines in front are empty places if the list is complete only with them.
  for (const list of trimmed === text ? [text] : [trimmed, text])
    for (const sign of separators) {
      if (count > 1 && !list.includes(sign)) continue;
      const divided = list.split(sign).map(withoutEnd);
      if (divided.length >= count && divided.slice(count).every((entry) => entry === ''))
        return divided.slice(0, count);
      if (divided.length > 1) several ??= divided;
    }
  return several ?? [text];
}

/** An entry without surrounding blanks or a trailing separator, as in lists with one per line. */
function withoutEnd(entry: string): string {
  const trimmed = entry.trim();
  return /[;|]$/.test(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed;
}

/** Words before the last name of a list, which are no part of names. */
const surely = '(?:and|&|und|et)';
/** Words that are in some names, too: `Ortega y Gasset`. They count only between full names. */
const perhaps =
  '(?:and|&|und|u\\.|et|y|e|i|ed|og|och|en|ja|ve|dan|dhe|és|și|şi|oraz|và|un|ir|и|та|і|й|және|και|و|및)';
const surelyBetween = new RegExp(`,?\\s+${surely}\\s+`);
const perhapsBetween = new RegExp(`,?\\s+${perhaps}\\s+`);
const inFront = new RegExp(`^${perhaps}\\s+(?=\\p{Lu})`, 'u');
const initials = /^(?:\p{Lu}\.?[-\s]?){1,4}$/u;
/** A family name with its particles, which its given names follow: `de la Cruz`, `von Neumann`. */
const familyWithParticles = /^(?:\p{Ll}[\p{L}'’]*\s+)+\p{Lu}[\p{L}'’-]*$/u;
const isName = (part: string) =>
  /\S[\s.]+\S/.test(part) && !familyWithParticles.test(part) && !initials.test(part);
/** A small letter begins no name, save a particle. */
const isFullName = (part: string) => isName(part) && /^(?:\p{Lu}|\p{Lo}|\p{Ll}{1,3}['\s])/u.test(part);

/** `and Doe, Jane`, and `Smith, John and Doe, Jane` at the end of a list. */
function namesJoined(entry: string): string[] {
  if (withAffiliation(entry)) return [entry];
  const eastAsian = eastAsianNames(entry);
  if (eastAsian) return eastAsian;
  const text = entry.replace(inFront, '');
  if (!perhapsBetween.test(text)) return [text];
  for (const between of [surelyBetween, perhapsBetween]) {
    const names = text.split(between);
    if (names.every((name) => /^[^,]+,[^,]+$/.test(name))) return names;
    if (!isOrganisation(names[0]!) && names.every((name) => !name.includes(',') && isFullName(name)))
      return names;
  }
  return [text];
}

/**
 * Names between commas or before "and", if each of them has several words: a single word beside a comma is a family
 * name or a given name.
 */
function namesIn(entry: string): string[] {
  const bySlash = entry.split(' / ');
  if (bySlash.length > 1) return bySlash.flatMap(namesIn);
  if (withAffiliation(entry)) return [entry];
  const eastAsian = eastAsianNames(entry);
  if (eastAsian) return eastAsian;
  const text = entry.replace(inFront, '');
  const byWord = text.split(perhapsBetween);
  if (byWord.length > 1 && !isOrganisation(byWord[0]!)) {
    const lists = byWord.map(listOf);
    // In a list of four, the word would be before the last name only.
    if (lists.every(({ length }) => length === 2)) return byWord;
    if (lists.every((list) => list.every(isFullName))) return lists.flat();
  }
  return namesBetween(text);
}

/** `Ada Okoro, University of X, Berlin` and `Okoro, Ada, University of X`; null if no affiliation follows a name. */
function withAffiliation(entry: string): { name: string; affiliation: string } | null {
  if (entry.length > maxNameLength || !entry.includes(',')) return null;
  const parts = entry.split(/\s*,\s*/);
  const at = isName(parts[0]!) ? 1 : 2;
  const name = parts.slice(0, at).join(', ');
  const [first = ''] = parts.slice(at);
  const isBehind = isPlaceOfWork(first) && !isOrganisation(name) && !isPlaceOfWork(name);
  return isBehind ? { name, affiliation: parts.slice(at).join(', ') } : null;
}

/** Between a name and degrees that only the rest of the list shows to be none of its initials. */
const degreeSign = '\ue004';

/** The names between commas; a degree or a suffix belongs to the name in front of it: `Ada Okoro, PhD`. */
function listOf(part: string): string[] {
  const parts = part.replace(/,$/, '').split(/\s*,\s*/);
  const isInitials = parts.length < 3 || arePairs(parts);
  const names: string[] = [];
  for (const name of parts) {
    const last = names.at(-1) ?? '';
    if (isName(last) && isAfterName(last, name)) names[names.length - 1] = `${last}, ${name}`;
    else if (isName(last) && !isInitials && isDegree(name))
      names[names.length - 1] = `${last}${degreeSign}${name}`;
    else names.push(name);
  }
  return names;
}

/** `Smith, J., Doe, A. B.`; where all of the initials could be degrees, they are. */
function arePairs(parts: readonly string[]): boolean {
  const arePaired =
    parts.length % 2 === 0 && parts.every((part, at) => initials.test(part) === (at % 2 === 1));
  return arePaired && !parts.every((part, at) => at % 2 === 0 || isDegree(part));
}

function namesBetween(text: string): string[] {
  const byWord =
    isOrganisation(text.split(surelyBetween)[0]!) && !text.includes(',') ? [text] : text.split(surelyBetween);
  const lists = byWord.map(listOf);
  const isFull = lists.every((list) => list.every(isName));
  const names = lists.flat();
  if (names.length > 1 && isFull) return names;
  if (names.length > 3 && arePairs(names))
    return names.flatMap((name, at) => (at % 2 === 0 ? `${name}, ${names[at + 1]}` : []));
  const isTurned =
    byWord.length > 1 && lists.every((list) => list.length === 2 || (list.length === 1 && isName(list[0]!)));
  return isTurned ? byWord : [text];
}

/** An author with the parts that the entry has: an ORCID anywhere, an affiliation after the separator of parts. */
function authorOf(masked: string, partSeparator: string | null): ListedAuthor {
  const [entry = '', ...degrees] = withCommas(masked).split(degreeSign);
  if (entry.length > maxNameLength) return { name: entry, affiliation: '', orcid: '' };
  const { text: rest, found } = takeOrcids(entry);
  const placed = withAffiliation(rest);
  if (placed) return { name: turnName(placed.name), affiliation: placed.affiliation, orcid: found[0] ?? '' };
  const parts = (partSeparator === null ? [rest] : rest.split(partSeparator)).map((part) => part.trim());
  const name = parts[0]!.replace(/[\s,]+$/, '');
  return {
    name: withAdditions(turnName(name), degrees),
    affiliation: parts.slice(1).filter(Boolean).join(', '),
    orcid: found[0] ?? '',
  };
}
