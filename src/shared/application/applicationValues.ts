import { reviewNow } from '../directory/reviewValues.ts';
import { serviceCountry, serviceCurrency, serviceLanguage } from '../directory/serviceTables.ts';
import { isEmpty, type Json } from '../json.ts';
import { hasMoreCharacters, serviceIssn } from '../text/identifiers.ts';
import { pythonInteger } from '../text/pythonNumbers.ts';
import { asStoredText, pythonSpace, stripText } from '../text/pythonText.ts';
import { applicationFields, type FieldFact } from './applicationFields.ts';

/** A true/false value as the directory reads it, including the words in any case; null if it refuses the value (addenda, 5.2 "Conversions"). */
export function serviceBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const text = value.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}

/** A whole number as the directory reads it: fractions are truncated, and characters outside ASCII are removed from text; null if it refuses the value. */
export function serviceInteger(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) + 0 : null;
  return typeof value === 'string' ? pythonInteger(value.replace(/[^\0-\x7f]/gu, '')) : null;
}

/** An ISSN of an application as the directory stores it before its form validates it (addenda, "ISSN"). */
export function applicationIssn(text: string): string {
  return text === '' || hasMoreCharacters(text, 9) ? text : serviceIssn(text);
}

// As Python's \w, which includes no combining marks, its \d, and its [a-z] without case, which includes the Turkish i.
const addressPattern = new RegExp(
  '^https?://(?:[\\p{L}\\p{N}_-]+\\.)+[a-zİı]{2,}' +
    '(?::(?:0|[1-9]\\p{Nd}{0,3}|[1-5]\\p{Nd}{4}|6[0-5]{2}[0-3][0-5]))?' +
    // A path may contain question marks and hashes, so nothing after it needs checking.
    `(?:/[^${pythonSpace}]*|[?#][^/${pythonSpace}]*)?$`,
  'iu',
);

/** Returns true if the directory's form accepts `text` as an address (addenda, 5.4 "Corrects the URL rule"). */
export function isFormAddress(text: string): boolean {
  return addressPattern.test(text);
}

/** A text that is the same for equal values: names and codes, numbers, addresses, lists in any order. */
export function comparable(path: string, value: unknown): string {
  if (isEmpty(value)) return '';
  if (Array.isArray(value)) {
    const entries = value.map((entry) => comparable(`${path}[]`, entry)).filter((entry) => entry !== '');
    // Each entry is already JSON: quoting it again would double its length at every level of nesting.
    return entries.length === 0 ? '' : `[${[...new Set(entries)].sort().join(',')}]`;
  }
  if (typeof value === 'object') return comparableObject(path, value as Record<string, Json>);
  return JSON.stringify(scalar(path, value));
}

function comparableObject(path: string, value: Record<string, Json>): string {
  const names = path === 'bibjson.license[]' ? licenceMembers(value) : Object.keys(value);
  const members = names.toSorted().map((name) => [name, comparable(`${path}.${name}`, value[name])] as const);
  const given = members.filter(([, text]) => text !== '');
  return `{${given.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/**
 * For a licence of the list only the type matters; for a custom one the attributes that it has as well: the directory
 * stores false for each of the others.
 */
function licenceMembers(licence: Record<string, Json>): string[] {
  if (licence.type !== "Publisher's own license") return ['type'];
  return ['type', ...['BY', 'NC', 'ND', 'SA'].filter((name) => serviceBoolean(licence[name]) === true)];
}

function scalar(path: string, value: unknown): unknown {
  const name = /(?<!\w)(\w+)(?:\[\])?$/.exec(path)?.[1] ?? '';
  if (integers.has(name)) return serviceInteger(value) ?? value;
  if (booleans.has(name)) return serviceBoolean(value) ?? value;
  const text = asStoredText(value);
  if (name === 'keywords') return stripText(text.toLowerCase());
  // The number of a country or currency is a code only as text.
  if (typeof value !== 'string') return text;
  if (name === 'review_process') return reviewNow(text);
  if (name === 'country') return serviceCountry(text) ?? text;
  if (name === 'language') return serviceLanguage(text) ?? text;
  if (name === 'currency') return serviceCurrency(text) ?? text;
  if (name === 'pissn' || name === 'eissn') return stripText(applicationIssn(text));
  return stripText(text);
}

const lastMember = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const membersWith = (control: FieldFact['control']) =>
  applicationFields.flatMap((field) => (field.control === control ? [lastMember(field.path)] : []));

const integers = new Set([...membersWith('number'), 'price']);
const booleans = new Set([...membersWith('question'), 'BY', 'NC', 'ND', 'SA']);
