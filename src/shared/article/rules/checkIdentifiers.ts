import type { JournalCard } from '../../journal/journal.ts';
import { journalsByIssn } from '../../journal/journalsByIssn.ts';
import { isGiven, isObject, type Members, own } from '../../json.ts';
import { type Message, msg } from '../../message.ts';
import {
  hasEscapes,
  hasIssnCheckDigit,
  isIssn,
  issnCheckDigit,
  parseDoi,
  parseIssn,
  serviceDoi,
  serviceIssn,
  trailingPunctuation,
} from '../../text/identifiers.ts';
import { asStoredText } from '../../text/pythonText.ts';
import { checkMembers } from './checkMembers.ts';
import { fixOf, type Report, removeFix, setFix } from './report.ts';

const list = 'bibjson.identifier';
const known = new Set(['type', 'id']);

/** An ISSN of the article: its path, its slot, and the form that the directory will compare. */
export interface ArticleIssn {
  slot: 'pissn' | 'eissn';
  index: number;
  /** As written in the record, and as the directory reads it. */
  text: string;
  read: string;
}

/** The result of the identifier rules; `issns` is null if the directory would stop before comparing them. */
export interface IdentifierResult {
  issns: ArticleIssn[] | null;
  hasDoi: boolean;
}

/** Reports on `bibjson.identifier`: shape, types, DOI, and the ISSNs as far as they can be validated without the journals. */
export function checkIdentifiers(
  value: unknown,
  journals: readonly JournalCard[] | null,
  report: Report,
): IdentifierResult {
  const isEmpty = !isGiven(value) || value === '' || (isObject(value) && Object.keys(value).length === 0);
  if (!isEmpty && !Array.isArray(value)) {
    report.add('identifiers-unreadable', list);
    return { issns: null, hasDoi: true };
  }
  const entries = isEmpty ? [] : (value as unknown[]);
  const issns: ArticleIssn[] = [];
  const found = { dois: 0, isBroken: false };
  for (const [index, entry] of entries.entries()) {
    const type = checkEntry(entry, index, report);
    if (type === 'broken') found.isBroken = true;
    if (type === null || type === 'broken') continue;
    const text = asStoredText((entry as Members).id);
    if (type === 'doi') checkDoi(text, `${list}[${index}].id`, ++found.dois, report);
    else issns.push({ slot: type, index, text, read: text });
  }
  const hasIssns = checkIssns(issns, found.isBroken, journals, report);
  return { issns: hasIssns && !found.isBroken ? issns : null, hasDoi: found.dois > 0 };
}

/** The slot of a valid entry; null for an entry that the directory drops. */
function checkEntry(
  entry: unknown,
  index: number,
  report: Report,
): 'doi' | 'pissn' | 'eissn' | 'broken' | null {
  const path = `${list}[${index}]`;
  if (!isObject(entry)) {
    report.add('identifier-not-object', path, undefined, removeFix(path));
    return 'broken';
  }
  const type = own(entry, 'type');
  if (!isGiven(type)) {
    report.add('identifier-type-missing', `${path}.type`, undefined, removeFix(path));
    return null;
  }
  if (typeof type !== 'string') {
    report.add('identifier-type-unreadable', `${path}.type`);
    return 'broken';
  }
  const slot = type.toLowerCase();
  if (slot !== 'doi' && slot !== 'pissn' && slot !== 'eissn') {
    const meant = slotMeantBy(slot, own(entry, 'id'));
    const fix = meant ? setFix('use', `${path}.type`, meant, { value: meant }) : removeFix(path);
    report.add('identifier-type-unknown', `${path}.type`, { type }, fix);
    return null;
  }
  if (slot !== type) {
    report.add(
      'identifier-type-case',
      `${path}.type`,
      { type, slot },
      setFix('use', `${path}.type`, slot, { value: slot }),
    );
  }
  checkMembers(entry, known, path, report);
  const id = own(entry, 'id');
  if (id === undefined) {
    report.add('identifier-value-missing', `${path}.id`, { slot }, removeFix(path));
    return 'broken';
  }
  if (id === null || id === '') {
    report.add('identifier-empty', `${path}.id`, { slot }, removeFix(path));
    return null;
  }
  return slot;
}

/** The slot meant by a near miss such as `e-ISSN`, if the value is of that kind too. */
function slotMeantBy(type: string, id: unknown): string | null {
  if (typeof id !== 'string') return null;
  const letters = type.replace(/[^a-z]/g, '');
  if (/^dois?$/.test(letters)) return parseDoi(id) === null ? null : 'doi';
  if (parseIssn(id) === null) return null;
  if (/^(?:eissn|issne|issnonline|onlineissn|electronicissn|issnelectronic)$/.test(letters)) return 'eissn';
  return /^(?:pissn|issnp|issnprint|printissn)$/.test(letters) ? 'pissn' : null;
}

function checkDoi(text: string, path: string, place: number, report: Report): void {
  if (place > 1) {
    report.add('doi-second', path);
    return;
  }
  const bare = parseDoi(text);
  const fix = bare !== null && bare !== text ? setFix('use', path, bare, { value: bare }) : undefined;
  const read = serviceDoi(text);
  if (read === null) report.add('doi-form', path, { text }, fix);
  else if (text.endsWith('\n'))
    report.add('doi-line-break', path, undefined, setFix('tidySpaces', path, text.slice(0, -1)));
  else if (hasEscapes(read)) report.add('doi-escapes', path, undefined, fix);
  else if (trailingPunctuation(read) !== '')
    report.add('doi-punctuation', path, { last: read.slice(-1) }, fix);
  else if (bare !== null && bare !== read) report.add('doi-hidden', path, undefined, fix);
  else if (read.length !== text.length) report.add('doi-prefix', path, undefined, fix);
}

/** Returns true if there are ISSNs to compare with journals. The directory normalises only the last one of each slot. */
function checkIssns(
  issns: ArticleIssn[],
  isBroken: boolean,
  journals: readonly JournalCard[] | null,
  report: Report,
): boolean {
  if (issns.length === 0) {
    if (!isBroken) report.add('issn-missing', list);
    return false;
  }
  const print = issns.findLast((issn) => issn.slot === 'pissn');
  const online = issns.findLast((issn) => issn.slot === 'eissn');
  for (const issn of [print, online]) if (issn) issn.read = serviceIssn(issn.text);
  let isComparable = true;
  const surplus = new Set<ArticleIssn>();
  for (const last of [print, online]) {
    const other = last && issns.find((issn) => issn.slot === last.slot && issn.read !== last.read);
    if (!other) continue;
    surplus.add(other);
    const isSame = parseIssn(other.text) === last.read;
    const fix = isSame ? removeFix(`${list}[${other.index}]`) : undefined;
    report.add(
      'issns-too-many',
      `${list}[${other.index}].id`,
      { first: other.text, second: last.text, slot: slotName(last) },
      fix,
    );
    isComparable = false;
  }
  if (print && online && print.read === online.read) {
    report.add(
      'issns-equal',
      `${list}[${online.index}].id`,
      { issn: print.read },
      removeFix(`${list}[${online.index}]`),
    );
    isComparable = false;
  }
  for (const issn of issns) if (!surplus.has(issn)) checkIssn(issn, journals, report);
  return isComparable;
}

function checkIssn(issn: ArticleIssn, journals: readonly JournalCard[] | null, report: Report): void {
  const path = `${list}[${issn.index}].id`;
  const isKnown = journals !== null && journalsByIssn(journals).has(issn.read);
  const parsed = parseIssn(issn.text);
  const fix = parsed === null ? undefined : setFix('use', path, parsed, { value: parsed });
  if (!isIssn(issn.read)) {
    if (!isKnown) report.add('issn-form', path, { issn: issn.text, slot: slotName(issn) }, fix);
  } else if (!hasIssnCheckDigit(issn.read)) {
    if (!isKnown)
      report.add('issn-check-digit', path, {
        issn: issn.read,
        last: issn.read.slice(-1),
        right: issnCheckDigit(issn.read),
      });
  } else if (parsed !== issn.read && !isKnown) {
    report.add(
      'issn-written-otherwise',
      path,
      { issn: issn.text, read: issn.read },
      setFix('use', path, issn.read, { value: issn.read }),
    );
  }
}

export function slotName(issn: { slot: 'pissn' | 'eissn' }): Message {
  return msg(`field.${issn.slot}`);
}

/** A fix that moves an ISSN into the other slot. */
export function moveFix(issns: readonly ArticleIssn[]) {
  const changes = issns.map((issn) => ({
    path: `${list}[${issn.index}].type`,
    value: issn.slot === 'pissn' ? 'eissn' : 'pissn',
  }));
  return fixOf(issns.length > 1 ? 'swapIssns' : 'moveIssn', changes);
}
