import type { Dialect } from '../articles/articleService.ts';
import { paddedIssn } from '../articles/identifierKeys.ts';
import { isDirectoryDate } from '../python/pythonDates.ts';
import { type PyDict, type PyValue, pyEquals, pyStr } from '../python/pythonValue.ts';
import { Crash, Refusal, TEXTS } from '../refusals.ts';
import { applicationStructure } from './applicationStructure.ts';
import { rebuild } from './structure.ts';

/** A text with a script tag: refused on POST, a crash on PUT (reference/directory-api.md 5.3 check 5). */
export class ScriptInApplication extends Refusal {
  constructor() {
    super(400, TEXTS.scriptTag);
  }
}

/** An application after its structure was read; values that only the form validates are unchanged. */
export interface IncomingApplication {
  bibjson: PyDict;
  /** The journal of an Update Request; undefined for a new application. */
  currentJournal: string | undefined;
  contact?: { name: string; email: string };
  dateApplied: PyValue;
}

/** Reads up to the form; throws the first Refusal or Crash (reference/directory-api.md 5.3, 2.4). */
export function readIncomingApplication(sent: PyValue, dialect: Dialect): IncomingApplication {
  const raw = dialect === '3.0.1' ? withKnownShape(sent) : sent;
  if (raw === null) throw new Crash('nothing was sent');
  const hasIdentifiers = dialect === '3.0.1' && memberOf(raw, 'bibjson', 'identifier') !== undefined;
  const structure = applicationStructure({ dialect, isUpdate: isUpdate(raw), hasIdentifiers });
  const built = rebuild(raw, structure);
  const admin = built.get('admin') instanceof Map ? (built.get('admin') as PyDict) : new Map();
  const contact = admin.get('contact');
  if (hasIdentifiers) useIdentifiers(object(built, 'bibjson'));
  const bibjson = checked(built);
  const currentJournal = admin.get('current_journal');
  return {
    bibjson,
    currentJournal: currentJournal === undefined ? undefined : pyStr(currentJournal),
    ...(contact instanceof Map
      ? { contact: { name: pyStr(contact.get('name') ?? ''), email: pyStr(contact.get('email') ?? '') } }
      : {}),
    dateApplied: admin.get('date_applied') ?? null,
  };
}

/** The model of an application crashes on an invalid date, although it never uses it (addenda 5.1). */
export function checkDateApplied({ dateApplied }: IncomingApplication): void {
  if (dateApplied === null || dateApplied === '') return;
  if (!isDirectoryDate(pyStr(dateApplied))) throw new Crash('date_applied cannot be read');
}

function isUpdate(raw: PyValue): boolean {
  const journal = memberOf(raw, 'admin', 'current_journal');
  return journal !== undefined && journal !== null;
}

function memberOf(value: PyValue, ...names: string[]): PyValue | undefined {
  let found: PyValue | undefined = value;
  for (const name of names) {
    if (!(found instanceof Map)) return undefined;
    found = found.get(name);
  }
  return found;
}

/** Version 3.0.1: a new application must have a contact; an empty one counts as missing. */
function withKnownShape(raw: PyValue): PyValue {
  if (!(raw instanceof Map) || isUpdate(raw)) return raw;
  const admin = raw.get('admin');
  if (admin === null) return withMember(raw, 'admin', new Map());
  if (!(admin instanceof Map)) return raw;
  const contact = admin.get('contact');
  if (contact === null) return withMember(raw, 'admin', without(admin, ['contact']));
  if (!(contact instanceof Map)) return raw;
  const missing = ['name', 'email'].filter((name) => (contact.get(name) ?? '') === '');
  return withMember(raw, 'admin', withMember(admin, 'contact', without(contact, missing)));
}

function withMember(dict: PyDict, name: string, value: PyValue): PyDict {
  return new Map(dict).set(name, value);
}

function without(dict: PyDict, names: string[]): PyDict {
  return new Map([...dict].filter(([name]) => !names.includes(name)));
}

/** Version 3.0.1: converts the list of identifiers to the two flat ISSNs; a missing one is an empty text. */
function useIdentifiers(bibjson: PyDict): void {
  for (const entry of (bibjson.get('identifier') ?? []) as PyDict[]) {
    const type = pyStr(entry.get('type') ?? '').toLowerCase();
    const id = pyStr(entry.get('id') ?? '');
    if (type === 'pissn' || type === 'eissn') bibjson.set(type, id === '' ? '' : paddedIssn(id));
  }
  for (const name of ['pissn', 'eissn']) if (!bibjson.has(name)) bibjson.set(name, '');
  bibjson.delete('identifier');
}

/** Makes the checks after the structure, in the service's order (addenda 5.3); returns the bibjson. */
function checked(built: PyDict): PyDict {
  if (hasScriptTag(built)) throw new ScriptInApplication();
  const bibjson = object(built, 'bibjson');
  checkIssns(present(bibjson, 'pissn'), present(bibjson, 'eissn'));
  if (present(object(bibjson, 'ref'), 'journal') === '') throw new Refusal(400, MESSAGES.homepage);
  const plagiarism = object(bibjson, 'plagiarism');
  if (present(plagiarism, 'detection') === true) present(plagiarism, 'url');
  present(object(bibjson, 'article'), 'license_display');
  const copyright = object(bibjson, 'copyright');
  if (present(copyright, 'author_retains') !== false && present(copyright, 'url') === '') {
    throw new Refusal(400, MESSAGES.copyright);
  }
  if ((present(bibjson, 'keywords') as PyValue[]).length > 6) throw new Refusal(400, MESSAGES.keywords);
  return bibjson;
}

const MESSAGES = {
  issns: 'You must specify at least one of bibjson.pissn and bibjson.eissn, and they must be different',
  sameIssns: 'Print ISSN and Online ISSN should be different',
  homepage: 'You must specify the journal homepage in bibjson.ref.journal',
  copyright: 'In this context bibjson.copyright.url is required',
  keywords: 'bibjson.keywords may only contain a maximum of 6 keywords',
};

function checkIssns(pissn: PyValue, eissn: PyValue): void {
  if (pyEquals(pissn, eissn)) throw new Refusal(400, MESSAGES.issns);
  if (typeof pissn !== 'string' || typeof eissn !== 'string') throw new Crash('an ISSN is not a text');
  if (paddedIssn(pissn) === paddedIssn(eissn)) throw new Refusal(400, MESSAGES.sameIssns);
}

/** A member that the service assumes to exist: it crashes without it. */
function present(dict: PyDict, name: string): PyValue {
  const value = dict.get(name);
  if (value === undefined) throw new Crash(`${name} is missing`);
  return value;
}

function object(dict: PyDict, name: string): PyDict {
  return present(dict, name) as PyDict;
}

/** Searches texts in objects of any depth; in a list only an entry that is the tag itself. */
function hasScriptTag(dict: PyDict): boolean {
  return [...dict.values()].some((value) => {
    if (typeof value === 'string') return value.includes('<script>');
    if (Array.isArray(value)) return value.includes('<script>');
    return value instanceof Map && hasScriptTag(value);
  });
}
