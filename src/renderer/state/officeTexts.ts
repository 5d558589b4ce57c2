import type { AddedTexts } from '../../shared/i18n/languages.ts';
import en from '../../shared/i18n/locales/office.en.json' with { type: 'json' };

/** The texts that only an office needs, loaded with the parts that show them. */
export const officeTexts: AddedTexts = {
  en,
  fr: () => import('../../shared/i18n/locales/office.fr.json', { with: { type: 'json' } }),
};
