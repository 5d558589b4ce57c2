/** The languages of Colophon; English is always loaded. One that is added here does not compile before all its texts have a source. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The variant of each language that numbers and dates follow if the user has none of their own. */
export const variants: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr' };

/** The texts of a part of Colophon: at hand in English, and for each other language the file to load. */
export type AddedTexts = { readonly en: object } & {
  readonly [L in Exclude<Language, 'en'>]: () => Promise<{ default: object }>;
};
