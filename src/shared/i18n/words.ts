import i18next, { type FormatterModule } from 'i18next';
import en from './locales/en.json' with { type: 'json' };

/** The languages that Colophon speaks. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The one i18next instance of a process; the renderer hands it to react-i18next, main and the command line call `t`. */
export const words = i18next.createInstance();

/** Numbers of things, unlike years, ports and lines. */
const numbersOf = new Set(
  [
    'count total sent read left selected fresh overwriting unchanged held toSend requests created overwrote refused failed',
    'skipped accepted there here different same aside changed found asked first last seconds took records',
  ].flatMap((names) => names.split(' ')),
);

const formats = new Map<string, Intl.NumberFormat>();

/** Made once: an import words as many counts as it has records. */
function formatOf(lng: string): Intl.NumberFormat {
  const format = formats.get(lng) ?? new Intl.NumberFormat(lng === 'en' ? 'en-GB' : lng);
  formats.set(lng, format);
  return format;
}

/** A number of things in a sentence is written as the language writes numbers; other values come as they are to be shown. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format, lng, options) => {
    if (format === 'day') return dayWords(String(value));
    if (format === 'moment') return momentWords(String(value));
    const isCount = typeof value === 'number' && numbersOf.has(options?.interpolationkey ?? '');
    return isCount ? formatOf(lng ?? 'en').format(value) : String(value ?? '');
  },
};

// oxlint-disable-next-line typescript/no-floating-promises -- without `initAsync` it is ready when this returns
words.use(counts).init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false, alwaysFormat: true },
  returnNull: false,
  // A problem without a reason or a remedy has none to show.
  returnEmptyString: true,
});

// A list asks for the same few for every row, and looking one up goes through many rules.
const fixed = new Map<string, string>();
words.on('languageChanged', () => fixed.clear());

/** The words for a key of `locales/en.json`, with `{{name}}` filled in and plural forms chosen by `count`. */
export function t(key: string, params?: Record<string, unknown>): string {
  if (params) return words.t(key, params);
  const text = fixed.get(key) ?? words.t(key);
  fixed.set(key, text);
  return text;
}

/** The language that is spoken now. */
export function language(): Language {
  return languages.find((one) => one === words.language) ?? 'en';
}

/** Speaks this language from now on, fetching its words if they are not there yet; who listens to `words` is told. */
export async function speak(wanted: Language): Promise<void> {
  await loadWords(wanted);
  if (wanted !== words.language) await words.changeLanguage(wanted);
}

/** Fetches the words of a language that is not spoken yet. */
export async function loadWords(wanted: Language): Promise<void> {
  if (words.hasResourceBundle(wanted, 'translation')) return;
  // A file of its own, so that those who speak English do not load it.
  const { default: fr } = await import('./locales/fr.json', { with: { type: 'json' } });
  words.addResourceBundle('fr', 'translation', fr);
}

/** The language to speak: the one that was chosen, or with `system` the first of the user's languages (`fr-CA`, `fr_FR.UTF-8`) that Colophon knows; else English. */
export function chooseLanguage(setting: Language | 'system', preferred: readonly string[]): Language {
  if (setting !== 'system') return setting;
  const known = preferred.map((tag) => languages.find((one) => one === primary(tag)));
  return known.find((one) => one !== undefined) ?? 'en';
}

/** The user's own variant of the language that is spoken, such as `fr-CA`, for numbers and dates; British English where there is none. */
export function localeOf(preferred: readonly string[]): string {
  const spoken = language();
  return preferred.find((tag) => primary(tag) === spoken) ?? (spoken === 'en' ? 'en-GB' : spoken);
}

/** The day of a moment (ISO 8601), in UTC, as the language that is spoken writes it, `21 Nov 2026`; what is no date comes back as it is. */
export function dayWords(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const locale = language() === 'en' ? 'en-GB' : language();
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** A moment (ISO 8601) as a day with the time on this computer's clock. */
function momentWords(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const locale = language() === 'en' ? 'en-GB' : language();
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

function primary(tag: string): string {
  return tag.toLowerCase().split(/[-_.@]/)[0]!;
}
