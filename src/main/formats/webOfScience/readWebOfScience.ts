import { msg } from '../../../shared/message.ts';
import { maxNamed, type SourceAuthor } from '../sourceArticle.ts';
import { type TaggedField, taggedReader } from '../tagged/readTagged.ts';
import { contributorsOf, type People, taggedArticle, tagMeanings } from '../tagged/taggedArticle.ts';
import { withoutAccents } from '../text/languages.ts';
import { isAnonymous, turnName } from '../text/names.ts';
import { oneLine, plainText } from '../text/plainText.ts';

const meanings = tagMeanings([
  ['type', 'PT'],
  ['title', 'TI'],
  ['abstract', 'AB'],
  ['keyword', 'DE'],
  ['author', 'AF AU'],
  ['group', 'CA'],
  ['editor', 'BE'],
  ['contributor', 'GP'],
  ['journal', 'SO JI J9'],
  ['volume', 'VL'],
  ['number', 'IS'],
  ['startPage', 'BP'],
  ['endPage', 'EP'],
  ['articleNumber', 'AR'],
  ['printIssn', 'SN'],
  ['onlineIssn', 'EI'],
  ['doi', 'DI'],
  ['date', 'PD PY'],
  ['onlineDate', 'EA EY'],
  ['kind', 'DT'],
  ['language', 'LA'],
  [msg('import.part.funding'), 'FU FX FP'],
  [msg('import.part.publisher'), 'PU'],
  [msg('import.part.place'), 'PI PA'],
  [msg('import.part.emails'), 'EM'],
  [msg('import.part.authorDetails'), 'RP RI C3'],
  [msg('import.part.referenceList'), 'CR'],
  [msg('import.part.identifiers'), 'PM UT GA'],
  // What the database counts and notes, and what is read elsewhere.
  [null, 'C1 OI NR TC Z9 U1 U2 PG P2 OA HC HP DA'],
]);

const ofFile = new Set(['FN', 'VR', 'EF']);

/** Reads the tagged format of Web of Science. */
export const readWebOfScience = taggedReader({
  tagOf(line) {
    const [, tag, value = ''] = /^([A-Z][A-Z\d])(?:[ \t](.*))?$/s.exec(line) ?? [];
    return tag === undefined ? null : { tag, value };
  },
  first: 'PT',
  last: 'ER',
  ofFile,
  isWrapped: true,
  listed: new Set(['AU', 'AF', 'CA', 'BE', 'C1']),
  article: (fields) => taggedArticle(fields, { meanings, articleTypes: /^J$/i, people }),
});

/** Authors have full and short names; affiliations and ORCIDs name those to whom they belong. */
function people(fields: readonly TaggedField[]): People {
  const lines = (tag: string) =>
    fields.filter((field) => field.tag === tag).map(({ value }) => oneLine(plainText(value)));
  const named = (tag: string) => lines(tag).filter((name) => name !== '');
  const full = named('AF');
  const short = named('AU');
  const listed = (full.length > 0 ? full : short).map((name, at) => ({
    names: [name, full.length === short.length ? short[at]! : name],
    author: authorOf(turnName(name)),
  }));
  const persons = listed.filter(({ names }) => !isAnonymous(names[0]!));
  const groups = named('CA').map(authorOf);
  const find = finderOf(persons);
  const isShared = giveAffiliations(lines('C1'), persons, find);
  const lost = giveOrcids(lines('OI').join(' '), find);
  return {
    authors: [...persons.map(({ author }) => author), ...groups],
    notes: [
      ...(persons.length < listed.length ? [msg('import.note.anonymous')] : []),
      ...(lost.length > 0 ? [msg('import.note.unknownOrcids', { orcids: lost.slice(0, maxNamed) })] : []),
      ...contributorsOf(fields, meanings),
    ],
    dropped: isShared ? [msg('import.part.addresses')] : [],
  };
}

interface Author extends SourceAuthor {
  affiliations: { name: string }[];
}

interface Listed {
  names: string[];
  author: Author;
}

type Finder = (name: string) => Author | undefined;

function authorOf(name: SourceAuthor['name']): Author {
  return { name, affiliations: [], orcid: '' };
}

/**
 * Finds an author by the full or short name, or else by the family name and an initial, if the given names agree. Nobody
 * has a name that several have.
 */
function finderOf(persons: readonly Listed[]): Finder {
  const byName = personsBy(persons, (name) => name.toLowerCase());
  const byInitial = personsBy(persons, initialOf);
  return (name) => {
    const exact = name.toLowerCase();
    if (byName.has(exact)) return byName.get(exact)?.author;
    const similar = byInitial.get(initialOf(name));
    return similar && haveSameGiven(similar.names[0]!, name) ? similar.author : undefined;
  };
}

/** The persons by a key of each of their names; undefined for a key of several. */
function personsBy(persons: readonly Listed[], keyOf: (name: string) => string) {
  const found = new Map<string, Listed | undefined>();
  for (const person of persons)
    for (const key of new Set(person.names.map(keyOf))) found.set(key, found.has(key) ? undefined : person);
  return found;
}

/** `okoro, a` of `Okoro, Ada B.` */
function initialOf(name: string): string {
  const [family = '', given = ''] = name.toLowerCase().split(/\s*,\s*/);
  return `${family}, ${given.slice(0, 1)}`;
}

/** `Okoro, A.` and `Okoro, Ada B.` may be the same person, `Smith, John` and `Smith, Jane` are not. */
function haveSameGiven(one: string, other: string): boolean {
  const words = givenWords(one);
  return givenWords(other)
    .slice(0, words.length)
    .every((word, at) => word.startsWith(words[at]!) || words[at]!.startsWith(word));
}

function givenWords(name: string): string[] {
  const [, given = ''] = withoutAccents(name.toLowerCase()).split(/\s*,\s*/);
  return given.split(/[\s.]+-?/).map((word) => word.replaceAll('-', ''));
}

/** `[Okoro, Ada; Smith, Jo] University of Lagos, Nigeria.`; returns true if it is not clear whose a line is. */
function giveAffiliations(lines: readonly string[], persons: readonly Listed[], find: Finder): boolean {
  const hasNames = lines.some((line) => line.startsWith('['));
  // A long affiliation continues on the next line.
  const all = hasNames ? lines.join(' ').split(/(?=\[[^[\]]*\] )/) : lines;
  let isShared = false;
  for (const line of all.map(oneLine).filter((text) => text !== '')) {
    const [, names, affiliation = line] = /^\[([^[\]]*)\]\s?(.+)$/.exec(line) ?? [];
    const own =
      names === undefined
        ? persons.length === 1
          ? [persons[0]!.author]
          : []
        : names.split(/\s*;\s*/).flatMap((name) => find(name) ?? []);
    for (const author of own) author.affiliations.push({ name: affiliation });
    isShared ||= own.length === 0;
  }
  return isShared;
}

/** `Okoro, Ada/0000-0002-1825-0097; ...`; returns those whose author is not found. */
function giveOrcids(text: string, find: Finder): string[] {
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .filter((one) => {
      const at = one.lastIndexOf('/');
      const author = find(one.slice(0, Math.max(at, 0)).trim());
      if (author?.orcid !== '') return true;
      author.orcid = one.slice(at + 1);
      return false;
    });
}
