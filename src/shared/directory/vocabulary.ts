import vocabularies from '../../../resources/vocabularies.json' with { type: 'json' };
import { type Language, language, t, words } from '../i18n/words.ts';
import { stripText } from '../text/pythonText.ts';
import { serviceCountry, serviceCurrency, serviceLanguage } from './serviceTables.ts';
import { codesMeantBy, plainKey } from './vocabularyAliases.ts';

/** The lists that an application chooses from. */
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

/** One value of a list: what is stored, and how a person reads it. */
export interface VocabularyEntry {
  code: string;
  name: string;
}

/** A value as the directory would take it although it was written otherwise, with the sentence that says so. */
export interface Meaning extends VocabularyEntry {
  why: string;
}

/** Every value of a list, countries, languages and currencies by name. */
export function vocabulary(list: VocabularyName): readonly VocabularyEntry[] {
  return entriesOf(list).all;
}

/** How a person reads a stored value: `NL` is `Netherlands`; what the list does not have is shown as it is. */
export function nameOf(list: VocabularyName, code: string): string {
  return entriesOf(list).names.get(code) ?? entriesOf(list).names.get(code.toUpperCase()) ?? code;
}

/** Whether the list has exactly this value. */
export function hasCode(list: VocabularyName, code: string): boolean {
  return entriesOf(list).names.has(code);
}

/**
 * The values of a list that a person may mean while typing, best first: the code itself, then names that begin with the
 * text, then names with a word that does, then codes that begin with it, then what holds it anywhere. Case and accents
 * do not matter. An empty text answers the whole list, with the currencies first that the directory's own form offers first.
 */
export function searchVocabulary(list: VocabularyName, text: string): VocabularyEntry[] {
  const { all, keys } = entriesOf(list);
  const asked = plainKey(text);
  if (asked === '') {
    const first = list === 'currency' ? vocabularies.currency_form_quick_pick : [];
    const isFirst = ({ code }: VocabularyEntry) => first.includes(code);
    return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  }
  const meant = new Set([...codesMeantBy(list, text), exactly(list, stripText(text))]);
  const found = all.flatMap((entry, index) => {
    const rank = rankOf(asked, entry, keys[index]!, meant);
    return rank === null ? [] : [{ entry, rank }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

/**
 * What a person meant by a text that the directory would not take, or not as it is: a name in another language, a flag,
 * a sign, a code with blanks around it. Null where it is already the code, where nothing fits, or where two things do.
 */
export function meaningOf(list: VocabularyName, text: string): Meaning | null {
  const asked = stripText(text);
  const code =
    exactly(list, asked) ??
    only(codesMeantBy(list, asked).filter((one) => hasCode(list, one))) ??
    only(named(list, asked));
  if (code === null || code === text) return null;
  const name = nameOf(list, code);
  const why =
    name === code || plainKey(asked) === plainKey(code)
      ? t('vocabulary.spelling', { text: asked, code })
      : t('vocabulary.meaning', { text: asked, name, code });
  return { code, name, why };
}

/** The licence that a publisher wrote itself, as the directory spells it. */
export const ownLicence = "Publisher's own license";

/** Keywords that the directory refuses, in lower case. */
export const stopWords: ReadonlySet<string> = new Set(vocabularies.keyword_stop_words);

interface Entries {
  all: VocabularyEntry[];
  names: Map<string, string>;
  /** The code of each entry and its names, also the directory's own, as search compares them. */
  keys: { code: string; names: string[] }[];
}

/** Which options of the directory's own form make a list, and which of them are commands rather than values. */
const options = {
  licence: vocabularies.application_form_options.license,
  licenceAttribute: vocabularies.application_form_options.license_attributes,
  review: vocabularies.application_form_options.review_process,
  preservation: vocabularies.application_form_options.preservation_service,
  deposit: vocabularies.application_form_options.deposit_policy,
  pid: vocabularies.application_form_options.persistent_identifiers,
};
const commands = ['other', 'none', 'national_library'];

const made = new Map<Language, Map<VocabularyName, Entries>>();

/** Lists are made when they are first asked for in a language. */
function entriesOf(list: VocabularyName): Entries {
  const spoken = made.get(language()) ?? new Map<VocabularyName, Entries>();
  const known = spoken.get(list);
  if (known) return known;
  const all = inOurWords(list, readList(list));
  const entries: Entries = {
    all,
    names: new Map(all.map(({ code, name }) => [code, name])),
    keys: keysOf(all, readList(list)),
  };
  made.set(language(), spoken.set(list, entries));
  return entries;
}

/** A person may also type the name that the directory has. */
function keysOf(all: VocabularyEntry[], theirs: VocabularyEntry[]): Entries['keys'] {
  const names = new Map(theirs.map(({ code, name }) => [code, name]));
  return all.map(({ code, name }) => ({
    code: plainKey(code),
    names: [...new Set([plainKey(name), plainKey(names.get(code) ?? name)])],
  }));
}

const kinds = { country: 'region', language: 'language', currency: 'currency' } as const;

/** The names in the language that is spoken; the directory's own are English. */
function inOurWords(list: VocabularyName, entries: VocabularyEntry[]): VocabularyEntry[] {
  if (list !== 'country' && list !== 'language' && list !== 'currency') {
    return entries.map(({ code, name }) => ({ code, name: ownWords(code) ?? name }));
  }
  if (language() === 'en') return entries;
  const names = new Intl.DisplayNames([language()], { type: kinds[list], fallback: 'none' });
  return byName(
    entries.map(({ code, name }) => ({
      code,
      name: capital(names.of(list === 'language' ? code.toLowerCase() : code) ?? name),
    })),
  );
}

/** What is a name itself, such as `CLOCKSS`, has no words of ours. */
function ownWords(code: string): string | null {
  const key = `vocabulary.name.${plainKey(code).replaceAll(' ', '-')}`;
  return words.exists(key) ? t(key) : null;
}

function capital(name: string): string {
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}

function readList(list: VocabularyName): VocabularyEntry[] {
  switch (list) {
    case 'country':
      return byName(
        vocabularies.countries_detail.map(({ alpha_2, name, common_name }) => ({
          code: alpha_2,
          name: common_name ?? name,
        })),
      );
    case 'language':
      return byName(
        Object.entries(vocabularies.languages_2letter).map(([code, name]) => ({
          code,
          name: name.replace(/ \([^)]*\)$/, ''),
        })),
      );
    case 'currency':
      return byName(Object.entries(vocabularies.currencies).map(([code, name]) => ({ code, name })));
    case 'label':
      return vocabularies.journal_labels.map((code) => ({ code, name: t(`vocabulary.label.${code}`) }));
    default:
      return options[list]
        .filter(({ value }) => !commands.includes(value))
        .map(({ value, display }) => ({ code: value, name: display }));
  }
}

function byName(entries: VocabularyEntry[]): VocabularyEntry[] {
  return entries.sort((a, b) => a.name.localeCompare(b.name, language()));
}

function rankOf(
  asked: string,
  { code }: VocabularyEntry,
  key: Entries['keys'][number],
  meant: ReadonlySet<string | null>,
): number | null {
  if (key.code === asked) return 0;
  if (key.names.includes(asked) || meant.has(code)) return 1;
  if (key.names.some((name) => name.startsWith(asked))) return 2;
  if (key.names.some((name) => ` ${name}`.includes(` ${asked}`))) return 3;
  if (key.code.startsWith(asked)) return 4;
  return key.names.some((name) => name.includes(asked)) ? 5 : null;
}

/** What the directory itself would make of the text. */
function exactly(list: VocabularyName, text: string): string | null {
  if (list === 'country') return serviceCountry(text);
  if (list === 'currency') return serviceCurrency(text);
  if (list === 'language') {
    const found = serviceLanguage(text);
    return found === 'dropped' ? null : found;
  }
  return hasCode(list, text) ? text : null;
}

/** Codes whose name or code is the text but for case, accents and punctuation. */
function named(list: VocabularyName, text: string): string[] {
  const { all, keys } = entriesOf(list);
  const asked = plainKey(text);
  if (asked === '') return [];
  return all
    .filter((_, at) => keys[at]!.code === asked || keys[at]!.names.includes(asked))
    .map(({ code }) => code);
}

function only(codes: readonly string[]): string | null {
  return codes.length === 1 ? codes[0]! : null;
}
