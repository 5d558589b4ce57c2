import { parseOrcid } from '../text/identifiers.ts';
import { isPlace, splitAuthors } from './authors.ts';

/** An author as stored in a record, with only the members that the pasted text has. */
export type PastedAuthor = { name: string; affiliation?: string; orcid_id?: string };
type Details = Omit<PastedAuthor, 'name'>;

/** Reads a pasted list: rows of a table, or names with `(affiliation)` and ORCIDs, else only names. */
export function readPastedAuthors(text: string): PastedAuthor[] {
  return text.trim().includes('\t') ? readTable(text) : readList(text);
}

// A table

const roles = ['name', 'given', 'family', 'affiliation', 'orcid'] as const;
type Role = (typeof roles)[number];

const headings: Readonly<Record<Role, RegExp>> = {
  name: /^(?:(?:full|complete|author['’]?s?)\s+names?|names?|authors?|noms? complets?|auteurs?|auteure?s?|noms? et prénoms?)$/i,
  given: /^(?:first|given)\s*names?$|^prénoms?$/i,
  family: /^(?:last|family)\s*names?$|^surnames?$|^noms?(?: de famille)?$/i,
  affiliation: /^(?:affiliations?|institutions?|organi[sz]ations?|établissements?|organismes?)$/i,
  orcid: /^orcid(?:\s*(?:ids?|numbers?))?$/i,
};

/** Columns are recognised by their heading or, without one, by the values in them. */
function readTable(text: string): PastedAuthor[] {
  const rows = text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"|"$/g, '').replace(/\s+/g, ' ').trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const heading = rows[0]!.map((cell) => roles.find((role) => headings[role].test(cell)));
  const hasHeading = heading.some((role) => role !== undefined);
  const body = hasHeading ? rows.slice(1) : rows;
  const columns = hasHeading ? heading : rolesByValue(body);
  return body.flatMap((cells) => {
    const cellOf = (role: Role) => cells[columns.indexOf(role)] ?? '';
    const parts = [cellOf('given'), cellOf('family')].filter((part) => part !== '');
    // One author a row: a comma can only separate the family name from the given name.
    const name = cellOf('name') === '' ? parts.join(' ') : splitAuthors(cellOf('name')).join(' ');
    if (name === '') return [];
    const affiliation = cellOf('affiliation');
    const orcid = parseOrcid(cellOf('orcid'));
    return [{ name, ...(affiliation && { affiliation }), ...(orcid && { orcid_id: orcid }) }];
  });
}

function rolesByValue(rows: readonly string[][]): (Role | undefined)[] {
  const width = Math.max(...rows.map((cells) => cells.length));
  const found: (Role | undefined)[] = Array.from({ length: width });
  const texts: { column: number; places: number }[] = [];
  for (let column = 0; column < width; column++) {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    if (cells.some((cell) => parseOrcid(cell) !== null)) found[column] = 'orcid';
    // Positions and e-mail addresses are left out.
    else if (cells.some((cell) => /\p{L}/u.test(cell) && !cell.includes('@')))
      texts.push({ column, places: cells.filter(isPlace).length });
  }
  const places = Math.max(0, ...texts.map((text) => text.places));
  const affiliation = places > 0 ? texts.find((text) => text.places === places) : texts[1];
  const name = texts.find((text) => text !== affiliation) ?? texts[0];
  if (affiliation) found[affiliation.column] = 'affiliation';
  if (name) found[name.column] = 'name';
  return found;
}

// A list

const orcid =
  /[[<]?(?:\borcid(?:\s?id)?[\s:=]{1,5})?(?:https?:\/\/)?(?:www\.)?(?:orcid\.org\/)?\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b\/?[\]>]?/gi;
/** In brackets at the end of an author: in `William (Bill) Smith` they belong to the name. */
const bracketed =
  /\((?:[^()\r\n]|\([^()\r\n]{0,100}\)){2,300}\)(?=\s*(?:$|[,;\r\n([<&]|and\b|und\b|et\b|https?:|orcid|\d{4}-))/gi;
const details = new RegExp(`(?:${bracketed.source})|(?:${orcid.source})`, 'gi');
/** Text in brackets about an author that is not an affiliation. */
const remark =
  /^(?:corresponding(?: author)?|auteure? correspondante?|deceased|décédée?|eds?\.?|editor|ph\.?\s?d|m\.?d|[js]r)\.?$/i;

interface Piece {
  text: string;
  /** Null if no details follow the text. */
  details: Details | null;
}

function readList(text: string): PastedAuthor[] {
  const pieces = text.split(/[\r\n]+/).flatMap(cutAtDetails);
  if (pieces.every((piece) => piece.details === null)) return splitAuthors(text).map((name) => ({ name }));
  const named = pieces.filter((piece) => /[^\s,;]/.test(piece.text));
  // Together, since `Family, Given` is recognised by the comma that every author has.
  const names = splitAuthors(named.map((piece) => trimSeparators(piece.text)).join('\n'));
  if (names.length === named.length) return named.map((piece, i) => ({ name: names[i]!, ...piece.details }));
  return named.flatMap((piece) => {
    const own = splitAuthors(trimSeparators(piece.text));
    return own.map((name, i) => ({ name, ...(i === own.length - 1 && piece.details) }));
  });
}

/**
 * Cuts a line after each group of details, which belong to the name before them, or after them if they begin the line.
 */
function cutAtDetails(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of line.matchAll(details)) {
    const found = detailsIn(match[0]);
    if (found === null) continue;
    const text = line.slice(from, match.index);
    const last = pieces.at(-1);
    if (last && !/[^\s,;]/.test(text)) last.details = { ...last.details, ...found };
    else pieces.push({ text, details: found });
    from = match.index + match[0].length;
  }
  const rest = line.slice(from);
  const isLeading = pieces.length > 0 && !/[^\s,;]/.test(pieces[0]!.text);
  if (isLeading) {
    const texts = [...pieces.slice(1).map((piece) => piece.text), rest];
    return pieces.map((piece, i) => ({ text: texts[i]!, details: piece.details }));
  }
  return rest.trim() === '' ? pieces : [...pieces, { text: rest, details: null }];
}

/** The affiliation and ORCID in a match; null if it is part of the name, such as `(1,2)`. */
function detailsIn(match: string): Details | null {
  const found = match.match(orcid)?.[0];
  const parsed = found === undefined ? null : parseOrcid(found.replace(/^[[<]/, ''));
  const rest = match
    .replace(orcid, '')
    .replace(/^\(|\)$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|(?<![\s,;:])[\s,;:]+$/g, '');
  const isRemark = remark.test(rest);
  const affiliation = !isRemark && /\p{L}{2}/u.test(rest) ? rest : '';
  if (parsed === null && affiliation === '' && !isRemark) return null;
  return { ...(affiliation && { affiliation }), ...(parsed && { orcid_id: parsed }) };
}

function trimSeparators(text: string): string {
  return text.replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '');
}
