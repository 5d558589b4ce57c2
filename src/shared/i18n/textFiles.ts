import type { Language } from '../languages.ts';

/** Of English there is no file here: the code that shows a text has it at hand. */
type LoadedLanguage = Exclude<Language, 'en'>;
/** A part of the catalogue, which is loaded with the code that shows it. */
type TextsPart = 'first' | 'later' | 'help' | 'office' | 'compliance';
type LoadTexts = () => Promise<{ default: object }>;

const textFiles: Readonly<Record<LoadedLanguage, Readonly<Record<TextsPart, LoadTexts>>>> = {
  fr: {
    first: () => import('./locales/fr.json', { with: { type: 'json' } }),
    later: () => import('./locales/later.fr.json', { with: { type: 'json' } }),
    help: () => import('./locales/help.fr.json', { with: { type: 'json' } }),
    office: () => import('./locales/office.fr.json', { with: { type: 'json' } }),
    compliance: () => import('./locales/compliance.fr.json', { with: { type: 'json' } }),
  },
};

/** The texts of a part of Colophon: at hand in English, and for each other language how to load them. */
export interface AddedTexts {
  en: object;
  load: (language: LoadedLanguage) => ReturnType<LoadTexts>;
}

export function textsOf(part: TextsPart, en: object): AddedTexts {
  return { en, load: (language) => textFiles[language][part]() };
}
