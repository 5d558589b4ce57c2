import i18next from 'i18next';
import en from './locales/en.json' with { type: 'json' };

/** The one i18next instance of a process; the renderer hands it to react-i18next, main and the command line call `t`. */
export const words = i18next.createInstance();

void words.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The words for a key of `locales/en.json`, with `{{name}}` filled in and plural forms chosen by `count`. */
export function t(key: string, params: Record<string, unknown> = {}): string {
  return words.t(key, params);
}
