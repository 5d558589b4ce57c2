import {
  directoryEntries,
  displayTypes,
  exactMatch,
  hasCode,
  meaningOf,
  ownNameKey,
  type VocabularyEntry,
  type VocabularyName,
} from '../directory/vocabulary.ts';
import { codesMeantBy, plainKey } from '../directory/vocabularyAliases.ts';
import type { Language } from '../languages.ts';
import { activePack, ofPack } from '../rulePack/rulePack.ts';
import { stripText } from '../text/pythonText.ts';
import { displayName, i18n, language, t } from './i18n.ts';

/** Every value of a list with its name in the current language; countries, languages and currencies sorted by name. */
export function vocabulary(list: VocabularyName): readonly VocabularyEntry[] {
  return entriesOf(list).all;
}

/** The name of a stored value: `NL` is `Netherlands`; a value that is not in the list is returned unchanged. */
export function nameOf(list: VocabularyName, code: string): string {
  const { names } = entriesOf(list);
  return names.get(code) ?? names.get(code.toUpperCase()) ?? code;
}

/** The code for typed text: a code, a name in the current language, or anything that `meaningOf` recognises; else the text itself. */
export function codeTyped(list: VocabularyName, text: string): string {
  const typed = text.trim();
  if (hasCode(list, typed)) return typed;
  const asked = plainKey(typed);
  const { all, keys } = entriesOf(list);
  const named = asked === '' ? [] : all.filter((_, at) => keys[at]!.names.includes(asked));
  const meant = meaningOf(list, typed)?.code;
  return meant ?? (named.length === 1 ? named[0]!.code : typed);
}

/**
 * Best first: the code, names by beginning, names with a word by beginning, codes by beginning, any match; without
 * case and accents. For an empty text all, in the order of the directory's form for currencies.
 */
export function searchVocabulary(list: VocabularyName, text: string): VocabularyEntry[] {
  const { all, keys } = entriesOf(list);
  const asked = plainKey(text);
  if (asked === '') {
    const first = list === 'currency' ? activePack().vocabularies.firstCurrencies : [];
    const isFirst = ({ code }: VocabularyEntry) => first.includes(code);
    return [...all.filter(isFirst), ...all.filter((one) => !isFirst(one))];
  }
  const meant = new Set([...codesMeantBy(list, text), exactMatch(list, stripText(text))]);
  const found = all.flatMap((entry, index) => {
    const rank = rankOf(asked, entry, keys[index]!, meant);
    return rank === null ? [] : [{ entry, rank }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

interface Entries {
  all: VocabularyEntry[];
  names: Map<string, string>;
  /** The code of each entry and its names, the directory's own included, normalised for comparison. */
  keys: { code: string; names: string[] }[];
}

const cache = ofPack(() => new Map<Language, Map<VocabularyName, Entries>>());

function entriesOf(list: VocabularyName): Entries {
  const lists = cache().get(language()) ?? new Map<VocabularyName, Entries>();
  const cached = lists.get(list);
  if (cached) return cached;
  const theirs = directoryEntries(list);
  const all = inCurrentLanguage(list, theirs);
  const entries: Entries = {
    all,
    names: new Map(all.map(({ code, name }) => [code, name])),
    keys: keysOf(all, theirs),
  };
  cache().set(language(), lists.set(list, entries));
  return entries;
}

/** Users may also type the directory's own name. */
function keysOf(all: readonly VocabularyEntry[], theirs: readonly VocabularyEntry[]): Entries['keys'] {
  const names = new Map(theirs.map(({ code, name }) => [code, name]));
  return all.map(({ code, name }) => ({
    code: plainKey(code),
    names: [...new Set([plainKey(name), plainKey(names.get(code) ?? name)])],
  }));
}

/** The directory's own names are English. */
function inCurrentLanguage(list: VocabularyName, entries: readonly VocabularyEntry[]): VocabularyEntry[] {
  if (list === 'label') return entries.map(({ code }) => ({ code, name: t(`vocabulary.label.${code}`) }));
  if (list !== 'country' && list !== 'language' && list !== 'currency') {
    return entries.map(({ code, name }) => ({
      code,
      name: i18n.exists(ownNameKey(code)) ? t(ownNameKey(code)) : name,
    }));
  }
  const type = displayTypes[list];
  return byName(entries.map(({ code, name }) => ({ code, name: displayName(type, code, name) })));
}

function byName(entries: readonly VocabularyEntry[]): VocabularyEntry[] {
  return [...entries].sort((a, b) => a.name.localeCompare(b.name, language()));
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
