import { type Language, language } from './i18n.ts';

export type DisplayNameType = 'region' | 'language' | 'currency';

const cache = new Map<`${Language} ${DisplayNameType}`, Intl.DisplayNames>();

/** The name of a country, language or currency in the current language, capitalised; `english` is the directory's own name. */
export function displayName(type: DisplayNameType, code: string, english: string): string {
  if (language() === 'en') return english;
  const cached = cache.get(`${language()} ${type}`);
  const names = cached ?? new Intl.DisplayNames([language()], { type, fallback: 'none' });
  cache.set(`${language()} ${type}`, names);
  const name = names.of(type === 'language' ? code.toLowerCase() : code) ?? english;
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}
