import type { Fix } from '../../finding.ts';
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

type Slot = 'doi' | 'pissn' | 'eissn';

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
  let taken: Taken | undefined;
  const typeFix = (path: string, type: string, id: unknown) => {
    taken ??= takenSlots(entries);
    return fixOfType(path, type, id, taken, journals);
  };
  for (const [index, entry] of entries.entries()) {
    const type = checkEntry(entry, index, typeFix, report);
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
  typeFix: (path: string, type: string, id: unknown) => Fix | undefined,
  report: Report,
): Slot | 'broken' | null {
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
  if (!isSlot(slot)) {
    const fix = typeFix(path, slot, own(entry, 'id'));
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

/** The texts in each slot. */
type Taken = Readonly<Record<Slot, ReadonlySet<string>>>;

function takenSlots(entries: readonly unknown[]): Taken {
  const taken = { doi: new Set<string>(), pissn: new Set<string>(), eissn: new Set<string>() };
  for (const entry of entries) {
    if (!isObject(entry)) continue;
    const [type, id] = [own(entry, 'type'), own(entry, 'id')];
    const slot = typeof type === 'string' ? type.toLowerCase() : '';
    if (isSlot(slot) && isGiven(id) && id !== '') taken[slot].add(asStoredText(id));
  }
  return taken;
}

function isSlot(type: string): type is Slot {
  return type === 'doi' || type === 'pissn' || type === 'eissn';
}

/**
 * Replaces a near miss such as `e-ISSN` by the type meant. The directory drops the entry until then: nothing is offered if
 * it would refuse what it then finds.
 */
function fixOfType(
  path: string,
  type: string,
  id: unknown,
  taken: Taken,
  journals: readonly JournalCard[] | null,
): Fix | undefined {
  const meant = slotMeantBy(type);
  if (meant === null || typeof id !== 'string') return removeFix(path);
  const value = meant === 'doi' ? parseDoi(id) : parseIssn(id);
  if (value === null) return removeFix(path);
  const isSafe = meant === 'doi' ? serviceDoi(value) !== null : canAddIssn(meant, value, taken, journals);
  const changes = [
    { path: `${path}.type`, value: meant },
    { path: `${path}.id`, value },
  ];
  return isSafe ? fixOf('use', changes, { value: meant }) : undefined;
}

/** Returns true if, as far as the journals are known, an article with the ISSN in this slot too is no worse. */
function canAddIssn(
  slot: 'pissn' | 'eissn',
  issn: string,
  taken: Taken,
  journals: readonly JournalCard[] | null,
): boolean {
  const other = slot === 'pissn' ? 'eissn' : 'pissn';
  const others = [...taken[other]].map(serviceIssn);
  // Only the last entry of a slot is normalised.
  if (others.includes(issn) || [...taken[slot]].some((text) => text !== issn)) return false;
  if (journals === null || taken[slot].size + others.length === 0) return true;
  const carriers = journalsByIssn(journals).get(issn) ?? [];
  const [journal] = carriers;
  if (journal === undefined || carriers.length > 1 || !journal.mine || !journal.inDirectory) return false;
  return journal[slot] === issn && others.every((one) => one === journal[other]);
}

/** The slot meant by a near miss. */
function slotMeantBy(type: string): Slot | null {
  const letters = type.replace(/[^a-z]/g, '');
  if (/^dois?$/.test(letters)) return 'doi';
  if (/^(?:eissn|issne|issnonline|onlineissn|electronicissn|issnelectronic)$/.test(letters)) return 'eissn';
  return /^(?:pissn|issnp|issnprint|printissn)$/.test(letters) ? 'pissn' : null;
}

function checkDoi(text: string, path: string, place: number, report: Report): void {
  if (place > 1) {
    report.add('doi-second', path);
    return;
  }
  const bare = parseDoi(text);
  // What was written with percent escapes may be no DOI without them.
  const isBetter = bare !== null && bare !== text && serviceDoi(bare) !== null;
  const fix = isBetter ? setFix('use', path, bare, { value: bare }) : undefined;
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
    const path = `${list}[${(isOnlineOnly(online.read, journals) ? print : online).index}]`;
    report.add('issns-equal', `${path}.id`, { issn: print.read }, removeFix(path));
    isComparable = false;
  }
  for (const issn of issns) if (!surplus.has(issn)) checkIssn(issn, journals, report);
  return isComparable;
}

/** Returns true if, as far as the journals are known, the ISSN is the online one of a single journal. */
function isOnlineOnly(issn: string, journals: readonly JournalCard[] | null): boolean {
  const carriers = journals === null ? [] : (journalsByIssn(journals).get(issn) ?? []);
  const [journal] = carriers;
  return carriers.length === 1 && journal?.eissn === issn && journal.pissn !== issn;
}

function checkIssn(issn: ArticleIssn, journals: readonly JournalCard[] | null, report: Report): void {
  const path = `${list}[${issn.index}].id`;
  const isKnown = journals !== null && journalsByIssn(journals).has(issn.read);
  const parsed = parseIssn(issn.text);
  if (!isIssn(issn.read)) {
    const fix = parsed === null ? undefined : setFix('use', path, parsed, { value: parsed });
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
