import { type Message, msg } from '../message.ts';
import { activePack, ofPack } from '../rulePack/rulePack.ts';
import { stripText } from '../text/pythonText.ts';
import { serviceCountry, serviceCurrency, serviceLanguage } from './serviceTables.ts';
import { codesMeantBy, plainKey } from './vocabularyAliases.ts';

export type VocabularyName =
  | 'country'
  | 'language'
  | 'currency'
  | 'licence'
  | 'licenceAttribute'
  | 'review'
  | 'preservation'
  | 'deposit'
  | 'pid'
  | 'label';

/** One value of a list: the stored code, and its display name. */
export interface VocabularyEntry {
  code: string;
  name: string;
}

/** The accepted value for a text written differently, with an explanation. */
export interface Meaning {
  code: string;
  why: Message;
}

/** The entries of a list in the directory's order, with its English names; journal labels have no names but their codes. */
export function directoryEntries(list: VocabularyName): readonly VocabularyEntry[] {
  return entriesOf(list).all;
}

/** Returns true if the list has exactly this value. */
export function hasCode(list: VocabularyName, code: string): boolean {
  return entriesOf(list).codes.has(code);
}

/** The name of a value in the user's language, for a message; it includes the directory's English name. */
export function vocabularyName(list: VocabularyName, code: string): Message {
  const otherwise = entriesOf(list).all.find((entry) => entry.code === code)?.name ?? code;
  if (list === 'label') return msg(`vocabulary.label.${code}`, { otherwise });
  if (list === 'country' || list === 'language' || list === 'currency')
    return msg('displayName', { type: displayTypes[list], code, otherwise });
  return msg(ownNameKey(code), { otherwise });
}

/** The kinds of names that `Intl.DisplayNames` knows. */
export const displayTypes = { country: 'region', language: 'language', currency: 'currency' } as const;

/** The key of Colophon's own name for a value; proper names such as `CLOCKSS` have none. */
export function ownNameKey(code: string): string {
  return `vocabulary.name.${plainKey(code).replaceAll(' ', '-')}`;
}

/** The maximum length of a name of a country, language, currency or licence. */
const maxNameLength = 500;

/** The value meant by a foreign name, flag, sign or spaced code; null if it is a code, or ambiguous. */
export function meaningOf(list: VocabularyName, text: string): Meaning | null {
  if (text.length > maxNameLength) return null;
  const asked = stripText(text);
  const code =
    exactMatch(list, asked) ??
    only(codesMeantBy(list, asked).filter((one) => hasCode(list, one))) ??
    only(named(list, asked));
  if (code === null || code === text) return null;
  const name = entriesOf(list).all.find((entry) => entry.code === code)?.name ?? code;
  const isSpelling = name === code || plainKey(asked) === plainKey(code);
  const why = isSpelling
    ? msg('vocabulary.spelling', { text: asked, code })
    : msg('vocabulary.meaning', { text: asked, name: vocabularyName(list, code), code });
  return { code, why };
}

/** The code that the directory itself would read from the text. */
export function exactMatch(list: VocabularyName, text: string): string | null {
  if (list === 'country') return serviceCountry(text);
  if (list === 'currency') return serviceCurrency(text);
  if (list === 'language') {
    const found = serviceLanguage(text);
    return found === 'dropped' ? null : found;
  }
  return hasCode(list, text) ? text : null;
}

/** A publisher's own licence, as the directory spells it. */
export const ownLicence = "Publisher's own license";

/** Keywords that the directory refuses, in lower case. */
export const stopWords = ofPack(({ vocabularies }): ReadonlySet<string> => new Set(vocabularies.stopWords));

interface Entries {
  all: readonly VocabularyEntry[];
  codes: ReadonlySet<string>;
  /** Codes by the plain form of a code or name (`plainKey`). */
  byKey: ReadonlyMap<string, readonly string[]>;
}

/** Options of the directory's form that are commands rather than values. */
const commands = ['other', 'none', 'national_library'];

const cache = ofPack(() => new Map<VocabularyName, Entries>());

function entriesOf(list: VocabularyName): Entries {
  const cached = cache().get(list);
  if (cached) return cached;
  const all = readList(list);
  const entries: Entries = { all, codes: new Set(all.map(({ code }) => code)), byKey: byPlainKey(all) };
  cache().set(list, entries);
  return entries;
}

function readList(list: VocabularyName): VocabularyEntry[] {
  const { countries, languages, currencies, labels, options } = activePack().vocabularies;
  switch (list) {
    case 'country':
      return countries.map(({ alpha_2, name, common_name }) => ({
        code: alpha_2,
        name: common_name ?? name,
      }));
    case 'language':
      return languages.map(({ alpha_2, name }) => ({
        code: alpha_2.toUpperCase(),
        name: name.replace(/ \([^)]*\)$/, ''),
      }));
    case 'currency':
      return currencies.map(({ code, name }) => ({ code, name }));
    case 'label':
      return labels.map((code) => ({ code, name: code }));
    default:
      return options[list]
        .filter(({ value }) => !commands.includes(value))
        .map(({ value, display }) => ({ code: value, name: display }));
  }
}

/** Codes whose code or name equals the text, ignoring case, accents and punctuation. */
function named(list: VocabularyName, text: string): readonly string[] {
  const asked = plainKey(text);
  if (asked === '') return [];
  return entriesOf(list).byKey.get(asked) ?? [];
}

function byPlainKey(all: readonly VocabularyEntry[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { code, name } of all)
    for (const key of new Set([plainKey(code), plainKey(name)]))
      found.set(key, [...(found.get(key) ?? []), code]);
  return found;
}

function only(codes: readonly string[]): string | null {
  return codes.length === 1 ? codes[0]! : null;
}
