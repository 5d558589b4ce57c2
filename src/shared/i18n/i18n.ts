import i18next, { type FormatterModule } from 'i18next';
import { cached } from '../cached.ts';
import { formatNames } from '../draft/fileFormats.ts';
import { readInstant } from '../instant.ts';
import { type Language, languages, variants } from '../languages.ts';
import { isList, isMessage, type Message, type MessageParam } from '../message.ts';
import { activePack, onActivePack } from '../rulePack/rulePack.ts';
import en from './locales/en.json' with { type: 'json' };
import { type AddedTexts, textsOf } from './textFiles.ts';

/** The one i18next instance of a process. */
export const i18n = i18next.createInstance();

/** Parameters that are counts, unlike years, ports and line numbers. */
const numbersOf = new Set(
  [
    'count total sent read left selected fresh overwriting unchanged held toSend requests created overwrote refused failed',
    'skipped accepted there here different same aside changed found asked first last seconds took records',
  ].flatMap((names) => names.split(' ')),
);

/** Created once: an import formats as many counts as it has records. */
const formatOf = cached((lng) => new Intl.NumberFormat(variants[lng as Language]));

/** Formats counts in the current language; other values must already be formatted. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, lng, options) => {
    if (format === 'day') return dayWords(String(value));
    if (format === 'moment') return momentWords(String(value));
    if (format === 'and') return listWords(value as ListedNames, lng as Language);
    const isCount = typeof value === 'number' && numbersOf.has(options?.interpolationkey ?? '');
    return isCount ? formatOf(lng ?? 'en').format(value) : String(value ?? '');
  },
};

// oxlint-disable-next-line typescript/no-floating-promises -- without `initAsync` it is ready when this returns
i18n.use(counts).init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: en } },
  interpolation: {
    escapeValue: false,
    alwaysFormat: true,
    // Any text may name the formats that can be read: `{{readFormats, and}}`.
    defaultVariables: { readFormats: formatNames('all'), xmlFormats: formatNames('xml') },
  },
  returnNull: false,
  // A problem without a reason or a fix has none to show.
  returnEmptyString: true,
});

// Cached: a list needs the same few texts for every row, and a lookup is slow.
const fixed = new Map<string, string>();
i18n.on('languageChanged', () => fixed.clear());

onActivePack(() => {
  for (const one of languages) if (i18n.hasResourceBundle(one, 'translation')) addRuleTexts(one);
  fixed.clear();
});

/** Adds the texts of the rules that change with the directory's releases, which are in the rule pack. */
function addRuleTexts(lng: Language): void {
  const finding = Object.fromEntries(
    Object.entries(activePack().rules).map(([code, rule]) => {
      const { source: _source, ...words } = rule[lng];
      return [code, words];
    }),
  );
  i18n.addResourceBundle(lng, 'translation', { finding }, true, true);
}

type ListedNames = ReturnType<typeof formatNames>;

/** `a, b and c`. */
function listWords(names: ListedNames, lng: Language): string {
  const words = names.map((name) => (typeof name === 'string' ? name : i18n.t(name.key, { lng })));
  return new Intl.ListFormat(variants[lng]).format(words);
}

/** The text for a key of `locales/en.json`, with `{{name}}` filled in and the plural form selected by `count`. */
export function t(key: string, params?: Record<string, unknown>): string {
  if (params) return i18n.t(key, params);
  const text = fixed.get(key) ?? i18n.t(key);
  fixed.set(key, text);
  return text;
}

/** The text of a message in the current language, trimmed; empty for none. */
export function describe(message: Message | null | undefined): string {
  if (!message) return '';
  const { key, params } = message;
  if (!params) return t(key);
  if (key === 'literal') return String(params.text);
  if (key === 'displayName')
    return displayName(params.type as DisplayNameType, String(params.code), String(params.otherwise));
  if (params.otherwise !== undefined && !i18n.exists(key)) return String(params.otherwise);
  if (key === 'listed') return joined(params.list as readonly MessageParam[], String(params.separator));
  const values = Object.entries(params).map(([name, value]) => [name, describeParam(value)]);
  return t(key, Object.fromEntries(values)).trim();
}

function joined(list: readonly MessageParam[], separator: string): string {
  return list
    .map(describeParam)
    .filter((text) => text !== '' && text !== undefined)
    .join(separator);
}

function describeParam(value: MessageParam): string | number | undefined {
  if (isMessage(value)) return describe(value);
  if (isList(value)) return joined(value, ', ');
  return value ?? undefined;
}

export function language(): Language {
  return languages.find((one) => one === i18n.language) ?? 'en';
}

/** Switches to this language, loading its texts if necessary; listeners of `i18n` are notified. */
export async function speak(wanted: Language): Promise<void> {
  await loadWords(wanted);
  if (wanted !== i18n.language) await i18n.changeLanguage(wanted);
}

async function loadWords(wanted: Language): Promise<void> {
  if (wanted === 'en' || i18n.hasResourceBundle(wanted, 'translation')) return;
  const loaded = new Map<AddedTexts, object>();
  const missing = () => [...added.keys()].filter((texts) => !loaded.has(texts));
  // More may be added while these are loading.
  while (missing().length > 0)
    await Promise.all(missing().map(async (texts) => loaded.set(texts, (await texts.load(wanted)).default)));
  for (const texts of loaded.values()) i18n.addResourceBundle(wanted, 'translation', texts, true);
  addRuleTexts(wanted);
}

/** Other languages are loaded separately, so that users of English do not load them. */
const firstTexts = textsOf('first', en);

const added = new Map<AddedTexts, Promise<void>>([[firstTexts, Promise.resolve()]]);

/** Adds texts to the catalogue of this process, in English and in every language loaded now or later. */
export function addTexts(texts: AddedTexts): Promise<void> {
  const known = added.get(texts);
  if (known) return known;
  const adding = addOnce(texts);
  added.set(texts, adding);
  // The next call that adds them tries again.
  adding.catch(() => added.delete(texts));
  return adding;
}

async function addOnce(texts: AddedTexts): Promise<void> {
  i18n.addResourceBundle('en', 'translation', texts.en, true);
  for (const other of languages)
    if (other !== 'en' && i18n.hasResourceBundle(other, 'translation'))
      i18n.addResourceBundle(other, 'translation', (await texts.load(other)).default, true);
  fixed.clear();
}

/** Returns the language to use: the setting, or with `system` the first of the user's languages (`fr-CA`, `fr_FR.UTF-8`) that is supported; else English. */
export function chooseLanguage(setting: Language | 'system', preferred: readonly string[]): Language {
  if (setting !== 'system') return setting;
  const known = preferred.map((tag) => languages.find((one) => one === primary(tag)));
  return known.find((one) => one !== undefined) ?? 'en';
}

/** The user's own variant of the current language, such as `fr-CA`, for numbers and dates; British English if there is none. */
export function localeOf(preferred: readonly string[]): string {
  const spoken = language();
  return preferred.find((tag) => primary(tag) === spoken) ?? variants[spoken];
}

/** The date of a moment (ISO 8601) in UTC, formatted in the current language, `21 Nov 2026`; `unknown date` for any other text. */
export function dayWords(at: string): string {
  return dateWords(at, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** A moment (ISO 8601) as a date and time in the computer's time zone. */
function momentWords(at: string): string {
  return dateWords(at, { dateStyle: 'medium', timeStyle: 'short' });
}

function dateWords(text: string, options: Intl.DateTimeFormatOptions): string {
  const at = readInstant(text);
  if (at === null) return t('common.unknownDate');
  return new Intl.DateTimeFormat(variants[language()], options).format(new Date(at));
}

export type DisplayNameType = 'region' | 'language' | 'currency';

const codes: Record<DisplayNameType, RegExp> = {
  region: /^(?:[a-z]{2}|\d{3})$/i,
  language: /^[a-z]{2,3}(?:-[a-z0-9]{4,8})?$/i,
  currency: /^[a-z]{3}$/i,
};

const displayNames = new Map<`${Language} ${DisplayNameType}`, Intl.DisplayNames>();

/** The name of a country, language or currency in the current language, capitalised; `english` is the directory's own name. */
export function displayName(type: DisplayNameType, code: string, english: string): string {
  if (language() === 'en') return english;
  const cached = displayNames.get(`${language()} ${type}`);
  const names = cached ?? new Intl.DisplayNames([language()], { type, fallback: 'none' });
  displayNames.set(`${language()} ${type}`, names);
  // `of` throws for what cannot be a code.
  const isCode = typeof code === 'string' && codes[type].test(code);
  const name = (isCode ? names.of(type === 'language' ? code.toLowerCase() : code) : undefined) ?? english;
  return name.charAt(0).toLocaleUpperCase(language()) + name.slice(1);
}

function primary(tag: string): string {
  return tag.toLowerCase().split(/[-_.@]/)[0]!;
}
