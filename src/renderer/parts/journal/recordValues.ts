import type { VocabularyName } from '../../../shared/directory/vocabulary.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { nameOf } from '../../../shared/i18n/vocabularyNames.ts';
import { readInstant } from '../../../shared/instant.ts';
import { member } from '../../../shared/json.ts';
import { formatDay, formatNumber } from '../../state/format.ts';

/** One value of a field as text; `href` if it links to a web page. */
export interface RecordValue {
  text: string;
  href?: string;
}

type Reader = (value: unknown) => RecordValue[];

/** Ways to read a member of a journal record; each returns nothing for an empty value or another shape. */
export const readers = {
  text: (value) => texts([value]),
  list: (value) => texts(listOf(value)),
  address: (value) => texts([value]).map(({ text }) => link(text, text)),
  yesNo: (value) => {
    const answer = typeof value === 'string' ? value.toLowerCase() === 'true' : value;
    return typeof answer === 'boolean' ? [{ text: t(answer ? 'common.yes' : 'common.no') }] : [];
  },
  year: (value) => texts([value]),
  weeks: (value) => {
    const count = Number(value);
    if (!Number.isFinite(count) || value === null || value === '') return texts([value]);
    return [{ text: t('journals.weeks', { count, n: formatNumber(count) }) }];
  },
  date: (value) => (typeof value === 'string' && value !== '' ? [{ text: dateText(value) }] : []),
  country: (value) => names('country', [value]),
  languages: (value) => names('language', listOf(value)),
  reviews: (value) => names('review', listOf(value)),
  labels: (value) => names('label', listOf(value)),
  licenceDisplay: (value) =>
    texts(listOf(value)).map(({ text }) => {
      const known = ['Embed', 'Display', 'No'].includes(text);
      return { text: known ? t(`journals.licenceDisplay.${text}`) : text };
    }),
  licences: (value) => listOf(value).flatMap(licence),
  prices: (value) => listOf(value).flatMap(price),
  subjects: (value) =>
    listOf(value).flatMap((entry) => {
      const [code, term] = [textMember(entry, 'code'), textMember(entry, 'term')];
      const text = [term, code && `(${code})`].filter(Boolean).join(' ');
      return text ? [{ text }] : [];
    }),
  json: (value) => {
    const says = !(value === null || value === undefined || value === '' || isEmpty(value));
    return says ? [{ text: typeof value === 'string' ? value : JSON.stringify(value) }] : [];
  },
} satisfies Record<string, Reader>;

export type ValueKind = keyof typeof readers;

function texts(values: readonly unknown[]): RecordValue[] {
  return values
    .filter((value) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number')
    .map((value) => ({ text: String(value) }));
}

function names(list: VocabularyName, values: readonly unknown[]): RecordValue[] {
  return texts(values).map(({ text }) => ({ text: nameOf(list, text) }));
}

function licence(entry: unknown): RecordValue[] {
  const type = textMember(entry, 'type') || (typeof entry === 'string' ? entry : '');
  if (!type) return [];
  const isKnown = type.startsWith('CC') || type === 'Public domain';
  const marks = ['BY', 'NC', 'ND', 'SA'].filter((mark) => member(entry, mark) === true);
  const text = [
    nameOf('licence', type),
    // The name of a Creative Commons licence includes its terms.
    !isKnown && marks.length > 0 && `(${marks.map((mark) => t(`journals.licenceMark.${mark}`)).join(', ')})`,
  ]
    .filter(Boolean)
    .join(' ');
  const url = textMember(entry, 'url');
  return [url ? link(text, url) : { text }];
}

function price(entry: unknown): RecordValue[] {
  const [amount, code] = [member(entry, 'price'), textMember(entry, 'currency')];
  const number = typeof amount === 'number' ? formatNumber(amount) : texts([amount])[0]?.text;
  const name = nameOf('currency', code);
  const currency = name === code ? code : `${code} (${name})`;
  const text = [number, code && currency].filter(Boolean).join(' ');
  return text ? [{ text }] : [];
}

/** The directory uses 1970 for events that never happened (reference/directory-api.md 5.7). */
function dateText(text: string): string {
  if (text.startsWith('1970-01-01')) return t('journals.never');
  return readInstant(text) === null ? text : formatDay(text);
}

/** Only web addresses become links. */
function link(text: string, address: string): RecordValue {
  return /^https?:\/\//i.test(address.trim()) ? { text, href: address.trim() } : { text };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function textMember(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
