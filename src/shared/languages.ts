/** The languages of Colophon; their texts are in `i18n/textFiles.ts`. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The variant of each language that numbers and dates follow if the user has none of their own. */
export const variants: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr' };
