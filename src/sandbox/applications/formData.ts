import { type Profile, reviewChoices } from '../profile.ts';
import { type PyDict, type PyValue, pyStr, pyStrip } from '../python/pythonValue.ts';
import { Crash } from '../refusals.ts';
import { choices, OWN_LICENCE } from './vocabulary.ts';

/** The answer to a yes-or-no question; undefined if unanswered. */
type YesNo = boolean | undefined;

/** The values chosen from a list, possibly including `other` and `none`, and the free text for `other`. */
export interface Chosen {
  words: string[];
  other: string;
}

/** An application as the service's form sees it: the values of a record as form fields. */
export interface FormData {
  boai: YesNo;
  title: string;
  alternativeTitle: string;
  pissn: string;
  eissn: string;
  /** undefined: no year; the form treats 0 as none. */
  oaStart: number | undefined;
  weeks: number;
  keywords: string[];
  languages: string[];
  publisherName: string;
  publisherCountry: string;
  institutionName: string;
  institutionCountry: string;
  licences: string[];
  licenceAttributes: string[];
  isLicenceDisplayed: YesNo;
  authorRetains: YesNo;
  detectsPlagiarism: YesNo;
  hasApc: YesNo;
  charges: { currency: string; price: number }[];
  hasWaiver: YesNo;
  hasOtherCharges: YesNo;
  review: Chosen;
  preservation: Chosen;
  libraries: string[];
  deposit: Chosen;
  pid: Chosen;
  urls: Record<UrlField, string>;
}

/** The address fields, by the names of the form. */
const URL_PATHS = {
  oa_statement_url: ['ref', 'oa_statement'],
  journal_url: ['ref', 'journal'],
  license_terms_url: ['ref', 'license_terms'],
  license_display_example_url: ['article', 'license_display_example_url'],
  copyright_url: ['copyright', 'url'],
  review_url: ['editorial', 'review_url'],
  plagiarism_url: ['plagiarism', 'url'],
  aims_scope_url: ['ref', 'aims_scope'],
  editorial_board_url: ['editorial', 'board_url'],
  author_instructions_url: ['ref', 'author_instructions'],
  apc_url: ['apc', 'url'],
  waiver_url: ['waiver', 'url'],
  other_charges_url: ['other_charges', 'url'],
  preservation_service_url: ['preservation', 'url'],
  deposit_policy_url: ['deposit_policy', 'url'],
} satisfies Record<string, [string, string]>;
export type UrlField = keyof typeof URL_PATHS;

/** Form data (reference/directory-api.md 5.4 and addenda); throws the Crash of a value (2.4). */
export function formDataOf(bibjson: PyDict, profile: Profile): FormData {
  const get = (...path: string[]) => valueAt(bibjson, path);
  const weeks = get('publication_time_weeks');
  if (weeks === null) throw new Crash('the weeks are no number');
  const licences = list(get('license')) as PyDict[];
  const libraries = list(get('preservation', 'national_library')).map(pyStr);
  return {
    boai: yesNo(get('boai')),
    title: trimmed(get('title')),
    alternativeTitle: trimmed(get('alternative_title')),
    pissn: trimmed(get('pissn')),
    eissn: trimmed(get('eissn')),
    oaStart: Number(get('oa_start') ?? 0) || undefined,
    weeks: Number(weeks),
    keywords: list(get('keywords'))
      .map(pyStr)
      .join(',')
      .split(',')
      .filter((piece) => piece !== '')
      .map(pyStrip),
    languages: list(get('language')).map(pyStr),
    publisherName: trimmed(get('publisher', 'name')),
    publisherCountry: selected(get('publisher', 'country')),
    institutionName: trimmed(get('institution', 'name')),
    institutionCountry: isTruthy(get('institution', 'country'))
      ? selected(get('institution', 'country'))
      : '',
    licences: licences.map((licence) => pyStr(licence.get('type') ?? null)),
    licenceAttributes: licences
      .filter((licence) => licence.get('type') === OWN_LICENCE)
      .flatMap((licence) => ['BY', 'SA', 'NC', 'ND'].filter((name) => licence.get(name) === true)),
    isLicenceDisplayed: displayOf(list(get('article', 'license_display'))),
    authorRetains: yesNo(get('copyright', 'author_retains')),
    detectsPlagiarism: yesNo(get('plagiarism', 'detection')),
    hasApc: yesNo(get('apc', 'has_apc')),
    charges: chargesOf(list(get('apc', 'max')) as PyDict[]),
    hasWaiver: yesNo(get('waiver', 'has_waiver')),
    hasOtherCharges: yesNo(get('other_charges', 'has_other_charges')),
    review: chosen(list(get('editorial', 'review_process')), reviewChoices(choices.reviewProcess, profile)),
    preservation: preservationOf(get, libraries.length > 0),
    libraries,
    deposit: orNone(
      chosen(list(get('deposit_policy', 'service')), choices.depositPolicy),
      get('deposit_policy', 'has_policy'),
    ),
    pid: pidOf(get),
    urls: urlsOf(get),
  };
}

/** Returns null if any part of the path is missing. */
function valueAt(dict: PyDict, path: string[]): PyValue {
  let found: PyValue = dict;
  for (const name of path) found = found instanceof Map ? (found.get(name) ?? null) : null;
  return found;
}

type Get = (...path: string[]) => PyValue;

function urlsOf(get: Get): Record<UrlField, string> {
  const urls = Object.entries(URL_PATHS).map(([field, path]) => [field, textField(get(...path))]);
  return Object.fromEntries(urls) as Record<UrlField, string>;
}

/** A text field for any value: a list counts by its first entry, an object not at all; other values crash the form (addenda 2.4). */
function textField(value: PyValue): string {
  const first = Array.isArray(value) ? firstOf(value) : value;
  if (first === null || (first instanceof Map && !Array.isArray(value))) return '';
  if (typeof first !== 'string') throw new Crash('a number has no strip');
  return pyStrip(first);
}

/** An object at the start of a list is split into fields that the form does not have, and the whole list is lost. */
function firstOf(entries: PyValue[]): PyValue {
  const first = entries[0] ?? null;
  if (!(first instanceof Map)) return first;
  if (entries.every((entry) => entry instanceof Map)) return null;
  throw new Crash('an entry cannot be taken apart');
}

/** A choice as the form reads it: any value is converted to text, also `None`; a missing value is the empty choice. */
function selected(value: PyValue): string {
  if (value instanceof Map) return '';
  if (!Array.isArray(value)) return pyStr(value);
  if (value.length === 0 || (value[0] instanceof Map && firstOf(value) === null)) return '';
  return pyStr(value[0]!);
}

function trimmed(value: PyValue): string {
  return value === null ? '' : pyStrip(pyStr(value));
}

function list(value: PyValue): PyValue[] {
  return Array.isArray(value) ? value : [];
}

function yesNo(value: PyValue): YesNo {
  return typeof value === 'boolean' ? value : undefined;
}

function isTruthy(value: PyValue): boolean {
  if (value instanceof Map) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}

function displayOf(entries: PyValue[]): YesNo {
  return entries.length > 0 ? entries.includes('Embed') : undefined;
}

/** An entry without a currency is skipped; one without a price crashes the form. */
function chargesOf(entries: PyDict[]): FormData['charges'] {
  return entries
    .filter((entry) => typeof entry.get('currency') === 'string')
    .map((entry) => {
      const price = entry.get('price') ?? null;
      if (price === null) throw new Crash('the price is no number');
      return { currency: pyStr(entry.get('currency')!), price: Number(price) };
    });
}

/** Words of the list are kept; everything else is joined into one text, in the order sent. */
function chosen(entries: PyValue[], words: readonly string[]): Chosen {
  const texts = entries.map(pyStr);
  const other = texts.filter((entry) => !words.includes(entry)).join(' ');
  const known = texts.filter((entry) => words.includes(entry));
  return { words: other === '' ? known : [...known, 'other'], other: pyStrip(other) };
}

function orNone(choice: Chosen, has: PyValue): Chosen {
  return has === false && choice.words.length === 0 ? { ...choice, words: ['none'] } : choice;
}

function preservationOf(get: Get, hasLibraries: boolean): Chosen {
  const choice = chosen(list(get('preservation', 'service')), choices.preservation);
  const words = hasLibraries ? [...choice.words, 'national_library'] : choice.words;
  return orNone({ ...choice, words }, get('preservation', 'has_preservation'));
}

function pidOf(get: Get): Chosen {
  const choice = chosen(list(get('pid_scheme', 'scheme')), choices.pidScheme);
  return get('pid_scheme', 'has_pid_scheme') === false ? { ...choice, words: ['none'] } : choice;
}
