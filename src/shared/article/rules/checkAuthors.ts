import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isEmpty, isGiven, isObject, type Members, own } from '../../json.ts';
import { unescaped } from '../../text/entities.ts';
import { hasOrcidCheckDigit, isOrcidAccepted, parseOrcid } from '../../text/identifiers.ts';
import { asStoredText, stripText } from '../../text/pythonText.ts';
import { splitAuthors } from '../authors.ts';
import { withoutEmails } from '../emails.ts';
import { checkMembers } from './checkMembers.ts';
import { checkGarbled, shorten } from './checkTexts.ts';
import { fixOf, type Report, removeFix, setFix } from './report.ts';

const list = 'bibjson.author';
const known = new Set(['name', 'affiliation', 'orcid_id', 'email']);
/** Longer than any list of authors in one text; a longer text is not split. */
const maxNameLength = 20_000;

/** The first author of a name and affiliation; an empty text for no ORCID. */
interface SeenAuthor {
  index: number;
  orcid: string;
}

export function checkAuthors(value: unknown, report: Report): void {
  if (isGiven(value) && !Array.isArray(value)) {
    report.add('not-a-list', list, { field: fieldLabel(list) }, listFix(value));
    return;
  }
  const authors = (value ?? []) as unknown[];
  if (authors.length === 0) report.add('authors-missing', list);
  const seen = new Map<string, SeenAuthor>();
  const orcids = new Map<string, { index: number; person: string }>();
  for (const [index, author] of authors.entries()) {
    const path = `${list}[${index}]`;
    if (!isObject(author)) {
      const fix =
        typeof author === 'string' && stripText(author) !== ''
          ? setFix('makeAuthor', path, { name: author.trim() })
          : removeFix(path);
      report.add('not-an-object', path, { field: fieldLabel(list) }, fix);
    } else if (checkAuthor(author, path, authors.length, report))
      checkTwice(author, index, seen, orcids, report);
  }
}

/** Returns true if the directory stores this author: it drops an entry without a name, including its ORCID. */
function checkAuthor(author: Members, path: string, total: number, report: Report): boolean {
  const name = own(author, 'name');
  if (isGiven(own(author, 'email')))
    report.add('ignored-email', `${path}.email`, undefined, removeFix(`${path}.email`));
  checkMembers(author, known, path, report);
  if (name === undefined)
    report.add(
      'author-name-missing',
      `${path}.name`,
      undefined,
      Object.keys(author).length === 0 ? removeFix(path) : undefined,
    );
  if (name === null || name === '') {
    report.add('author-empty', `${path}.name`, undefined, removeFix(path));
    return false;
  }
  const isBare = Object.keys(author).every((member) => member === 'name' || isEmpty(author[member]));
  checkName(name, path, total === 1 && isBare, report);
  checkPlainText(own(author, 'affiliation'), `${path}.affiliation`, report);
  if (isGiven(own(author, 'orcid_id'))) checkOrcid(author.orcid_id, `${path}.orcid_id`, report);
  return true;
}

/** `isAlone`: the list and the entry have nothing else. */
function checkName(name: unknown, path: string, isAlone: boolean, report: Report): void {
  if (typeof name === 'string' && stripText(name) === '') {
    report.add('author-blank', `${path}.name`, undefined, removeFix(path));
    return;
  }
  checkPlainText(name, `${path}.name`, report);
  if (typeof name !== 'string' || name.length > maxNameLength || !unescaped(name).includes(';')) return;
  const names = splitAuthors(name);
  if (names.length < 2) return;
  // Splitting without review is safe only if nothing else could be lost.
  const fix = isAlone
    ? fixOf('splitAuthors', [{ path: list, value: names.map((one) => ({ name: one })) }], {
        count: names.length,
      })
    : undefined;
  report.add('authors-joined', `${path}.name`, { count: names.length }, fix);
}

/** The directory permits script tags in names and affiliations. */
function checkPlainText(value: unknown, path: string, report: Report): void {
  if (typeof value === 'string') {
    checkGarbled(value, path, report);
    const rest = value.includes('@') ? withoutEmails(value) : value;
    if (rest !== value) {
      report.add(
        'text-email',
        path,
        undefined,
        rest !== ''
          ? setFix('use', path, rest, { value: shorten(rest) })
          : path.endsWith('.name')
            ? undefined
            : removeFix(path),
      );
    }
  } else if (isGiven(value) && typeof value !== 'number')
    report.add('not-text', path, { stored: shorten(asStoredText(value)) });
}

function checkOrcid(value: unknown, path: string, report: Report): void {
  const text = asStoredText(value);
  if (!isOrcidAccepted(text)) {
    const meant = parseOrcid(text);
    const fix = meant
      ? setFix('use', path, meant, { value: meant })
      : text.trim() === '' || withoutEmails(text) !== text
        ? removeFix(path)
        : undefined;
    report.add('orcid-form', path, undefined, fix);
  } else if (text.endsWith('\n'))
    report.add('orcid-line-break', path, undefined, setFix('tidySpaces', path, text.slice(0, -1)));
  else if (!hasOrcidCheckDigit(text)) report.add('orcid-check-digit', path, { orcid: text.slice(-19) });
}

function checkTwice(
  author: Members,
  index: number,
  seen: Map<string, SeenAuthor>,
  orcids: Map<string, { index: number; person: string }>,
  report: Report,
): void {
  const { name, affiliation, orcid_id: orcid } = author;
  if (typeof name !== 'string') return;
  const path = `${list}[${index}]`;
  const person = name.trim().toLowerCase();
  const key = `${person}\n${typeof affiliation === 'string' ? affiliation.trim().toLowerCase() : ''}`;
  const own = typeof orcid === 'string' ? orcid : '';
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, { index, orcid: own });
  // Two ORCIDs are two people of the same name.
  else if (own === '' || earlier.orcid === '' || isSameOrcid(own, earlier.orcid)) {
    const params = { name: shorten(name), place: earlier.index + 1 };
    report.add('author-twice', `${path}.name`, params, repeatedFix(index, earlier, own));
    if (earlier.orcid === '') earlier.orcid = own;
    return;
  }
  if (own === '') return;
  const owner = orcids.get(own);
  // Repeating a name with another affiliation is the way to give several affiliations.
  if (owner && owner.person !== person)
    report.add('orcid-twice', `${path}.orcid_id`, { place: owner.index + 1 });
  else if (!owner) orcids.set(own, { index, person });
}

function isSameOrcid(one: string, other: string): boolean {
  return (parseOrcid(one) ?? one) === (parseOrcid(other) ?? other);
}

/** Removes the repeated author, whose ORCID the first one gets if it has none. */
function repeatedFix(index: number, earlier: SeenAuthor, orcid: string) {
  const path = `${list}[${index}]`;
  if (orcid === '' || earlier.orcid !== '') return removeFix(path);
  return fixOf('remove', [{ path }, { path: `${list}[${earlier.index}].orcid_id`, value: orcid }]);
}

function listFix(value: unknown) {
  if (typeof value !== 'string')
    return isObject(value) && 'name' in value ? setFix('makeList', list, [value as never]) : undefined;
  const names = splitAuthors(value);
  return names.length === 0
    ? removeFix(list)
    : fixOf('splitAuthors', [{ path: list, value: names.map((name) => ({ name })) }], {
        count: names.length,
      });
}
