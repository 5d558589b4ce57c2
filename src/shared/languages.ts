/** The part of the catalogue that a file of `i18n/locales` has; it is loaded with the code that shows it. */
type TextsPart = 'first' | 'later' | 'help' | 'office' | 'compliance' | 'cli';

interface LanguageFacts {
  /** The variant that numbers and dates follow if the user has none of their own. */
  variant: string;
  /** The files of its texts. English has none here, since it is always loaded, by the code that shows it. */
  texts: Readonly<Record<TextsPart, () => Promise<{ default: object }>>> | null;
}

/** The languages of Colophon. */
const languageFacts = {
  en: { variant: 'en-GB', texts: null },
  fr: {
    variant: 'fr',
    texts: {
      first: () => import('./i18n/locales/fr.json', { with: { type: 'json' } }),
      later: () => import('./i18n/locales/later.fr.json', { with: { type: 'json' } }),
      help: () => import('./i18n/locales/help.fr.json', { with: { type: 'json' } }),
      office: () => import('./i18n/locales/office.fr.json', { with: { type: 'json' } }),
      compliance: () => import('./i18n/locales/compliance.fr.json', { with: { type: 'json' } }),
      cli: () => import('./i18n/locales/cli.fr.json', { with: { type: 'json' } }),
    },
  },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof languageFacts;
export const languages = Object.keys(languageFacts) as Language[];

export const variantOf = (language: Language): string => languageFacts[language].variant;

/** The texts of a part of Colophon: at hand in English, and for each other language how to load them. */
export interface AddedTexts {
  en: object;
  load: (language: Exclude<Language, 'en'>) => Promise<{ default: object }>;
}

export function textsOf(part: TextsPart, en: object): AddedTexts {
  return { en, load: (language) => languageFacts[language].texts[part]() };
}
