import type { ImportChoices } from '../../../shared/draft/importChoices.ts';
import { listed, type Message, msg } from '../../../shared/message.ts';
import { hasMoreCharacters, parseOrcid } from '../../../shared/text/identifiers.ts';
import { maxNamed, type NameParts, type SourceAffiliation, type SourceAuthor } from '../sourceArticle.ts';
import { takeEmails, takeOrcids } from '../text/emails.ts';
import { languageCode } from '../text/languages.ts';
import { cleanName, etAl, isOrganisation } from '../text/nameAdditions.ts';
import {
  isAnonymous,
  isEtAl,
  isPlaceholder,
  type NameOrder,
  nameText,
  withoutSalutation,
} from '../text/names.ts';
import { oneLine } from '../text/plainText.ts';

/** An author whose name is one text without anything that is no part of it. */
export interface CleanAuthor extends SourceAuthor {
  name: string;
}

const maxNamedLength = 200;
const short = (text: string) => text.slice(0, maxNamedLength);

/**
 * The authors with their names in the order of their culture, and without marks, degrees, e-mail addresses and other
 * additions, which the notes name. Placeholders are left out; what is no name stays, with a note. `emails` are those
 * that other texts of the record had.
 */
export function cleanAuthors(
  authors: readonly SourceAuthor[],
  { language }: { language: string | null },
  { nameOrder }: Pick<ImportChoices, 'nameOrder'>,
  notes: Message[],
  emails = new Set<string>(),
): CleanAuthor[] {
  const isHungarian = languageCode(language) === 'hu';
  const order = nameOrder ?? (isHungarian ? 'culture' : null);
  const lost: Lost = { additions: [], emails, orcids: new Map(), hasMore: false };
  const cleaned: CleanAuthor[] = [];
  let isFirstAnonymous = true;
  for (const author of authors) {
    const clean = cleanAuthor(author, order, lost);
    const { name } = clean;
    if (isAnonymous(name)) {
      if (isFirstAnonymous) notes.push(msg('import.note.anonymous'));
      isFirstAnonymous = false;
    } else if (isEtAl(name)) lost.hasMore = true;
    else if (isPlaceholder(name)) notes.push(msg('import.note.placeholder', { text: short(name) }));
    else if (name !== '') cleaned.push(clean);
  }
  giveOrcids(cleaned, lost);
  if (
    order === 'culture' &&
    authors.some(({ name }) => typeof name !== 'string' && name.given && name.family)
  )
    notes.push(msg('import.note.familyFirst'));
  if (lost.hasMore && !notes.some(({ key }) => key === 'import.note.etAl'))
    notes.push(msg('import.note.etAl'));
  notes.push(...lostNotes(lost), ...noNames(cleaned), ...unverified(cleaned));
  return cleaned;
}

interface Lost {
  /** Additions by the name without them. */
  additions: { name: string; parts: string[] }[];
  emails: Set<string>;
  /** The ORCIDs in an affiliation by its text. */
  orcids: Map<string, Set<string>>;
  /** A list ends in "et al." */
  hasMore: boolean;
}

function cleanAuthor(author: SourceAuthor, order: NameOrder, lost: Lost): CleanAuthor {
  const { name, additions, emails, orcids } = cleanParts(author.name, order);
  const spare = author.orcid.trim() === '' ? orcids.splice(0, 1) : [];
  const others = orcids.filter((one) => parseOrcid(one) !== parseOrcid(author.orcid));
  if (additions.includes(etAl)) lost.hasMore = true;
  const parts = [...additions, ...others].filter((part) => part !== etAl);
  if (parts.length > 0) lost.additions.push({ name, parts });
  for (const email of emails) lost.emails.add(email);
  return {
    ...author,
    name,
    orcid: spare[0] ?? author.orcid,
    affiliations: author.affiliations.map((affiliation) => cleanAffiliation(affiliation, lost)),
  };
}

function cleanParts(given: SourceAuthor['name'], order: NameOrder) {
  const additions: string[] = [];
  const emails: string[] = [];
  const orcids: string[] = [];
  const clean = (text: string, family?: string): string => {
    const found = cleanName(text, family);
    additions.push(...found.leftOut);
    emails.push(...found.emails);
    orcids.push(...found.orcids);
    return found.text;
  };
  for (const addition of typeof given === 'string' ? [] : (given.additions ?? [])) {
    if (addition.includes('@')) emails.push(addition);
    else if (/\d{4}-\d{4}/.test(addition) && parseOrcid(addition) !== null) orcids.push(addition);
    else additions.push(addition);
  }
  const bare = (part: string): string => {
    if (!/[\s.]/.test(part)) return clean(part);
    const salutations: string[] = [];
    const rest = withoutSalutation(part, salutations);
    if (salutations.length === 0 || isOrganisation(part)) return clean(part);
    additions.push(...salutations);
    return clean(rest);
  };
  const text = oneLine(nameText(given, order));
  const parts: NameParts | string =
    typeof given === 'string'
      ? bare(text)
      : {
          ...given,
          ...(given.given !== undefined && { given: bare(given.given) }),
          ...(given.family !== undefined && { family: bare(given.family) }),
        };
  const whole = oneLine(nameText(parts, order));
  const name = typeof parts === 'string' || emails.length > 0 ? whole : clean(whole, parts.family);
  // A mark alone is no name, but what the file has in the place of one must be seen.
  if (name === '' && emails.length === 0 && orcids.length === 0)
    return { name: text, additions: [], emails, orcids };
  return { name, additions: additions.filter((part) => part !== ''), emails, orcids };
}

function cleanAffiliation(affiliation: SourceAffiliation, lost: Lost): SourceAffiliation {
  const { text, found } = takeEmails(affiliation.name);
  for (const email of found) lost.emails.add(email);
  const orcids = takeOrcids(text);
  if (orcids.found.length > 0) {
    const known = lost.orcids.get(orcids.text) ?? new Set<string>();
    for (const orcid of orcids.found) known.add(orcid);
    lost.orcids.set(orcids.text, known);
  }
  return text === affiliation.name && orcids.found.length === 0
    ? affiliation
    : { ...affiliation, name: orcids.text };
}

/** An ORCID in an affiliation is that of its author, if there is only one. */
function giveOrcids(authors: CleanAuthor[], lost: Lost): void {
  if (lost.orcids.size === 0) return;
  const owners = new Map<string, Set<CleanAuthor>>();
  for (const author of authors)
    for (const { name } of author.affiliations) {
      const known = owners.get(name) ?? new Set<CleanAuthor>();
      if (lost.orcids.has(name)) owners.set(name, known.add(author));
    }
  for (const [text, found] of lost.orcids) {
    const [author, other] = owners.get(text) ?? [];
    const [orcid = '', another] = found;
    if (!author || other || another !== undefined) continue;
    if (author.orcid === '') author.orcid = orcid;
    if (parseOrcid(author.orcid) === parseOrcid(orcid)) lost.orcids.delete(text);
  }
}

/** The note has them in parentheses. */
function withoutBrackets(part: string): string {
  return part.replace(/^\^?\((.*)\)$|^\[(.*)\]$/, '$1$2');
}

function lostNotes({ additions, emails, orcids }: Lost): Message[] {
  const names = additions
    .slice(0, maxNamed)
    .map(({ name, parts }) =>
      msg('import.note.contributor', {
        name: short(name),
        role: short(parts.map(withoutBrackets).join(', ')),
      }),
    );
  const unowned = [...orcids.values()].flatMap((found) => [...found]);
  return [
    ...(names.length > 0 ? [msg('import.note.nameAdditions', { names: listed('; ', names) })] : []),
    ...(emails.size > 0
      ? [msg('import.note.emails', { addresses: [...emails].slice(0, maxNamed).map(short) })]
      : []),
    ...(unowned.length > 0
      ? [msg('import.note.affiliationOrcids', { orcids: unowned.slice(0, maxNamed).map(short) })]
      : []),
  ];
}

/** True for signs between names, or of data in the place of a name. One comma stands in some names of organisations. */
function isSeveral(name: string): boolean {
  if (/[;{}|"\\]|\]\s?\[/.test(name)) return true;
  if (!/,|\s(?:and|und|et|&)\s/.test(name) || isOrganisation(name)) return false;
  const isFull = (part: string) => /^\p{Lu}\S*\s+\p{Lu}/u.test(part.trim());
  const joined = name.split(/\s(?:and|und|et|&)\s/);
  return name.split(',').length > 2 || (joined.length > 1 && joined.every(isFull));
}

/** Notes on authors that cannot be names. */
function noNames(authors: readonly CleanAuthor[]): Message[] {
  const isCharacter = ({ name }: CleanAuthor) =>
    !hasMoreCharacters(name, 1) && !/\p{sc=Han}|\p{sc=Hangul}/u.test(name);
  if (authors.length > 2 && authors.every(isCharacter)) return [msg('import.note.authorsInLetters')];
  const found: Message[] = [];
  for (const [at, author] of authors.entries()) {
    const key = /\p{L}/u.test(author.name)
      ? isCharacter(author)
        ? 'import.note.singleLetter'
        : isSeveral(author.name) && 'import.note.severalNames'
      : 'import.note.noLetters';
    if (key) found.push(msg(key, { number: at + 1, text: short(author.name) }));
  }
  return found.slice(0, maxNamed);
}

function unverified(authors: readonly CleanAuthor[]): Message[] {
  const names = authors
    .filter(({ orcid, isOrcidUnverified }) => isOrcidUnverified && orcid.trim() !== '')
    .map(({ name }) => name);
  return names.length > 0
    ? [msg('import.note.unverifiedOrcids', { names: names.slice(0, maxNamed).map(short) })]
    : [];
}
