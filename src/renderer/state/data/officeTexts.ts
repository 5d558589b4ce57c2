import en from '../../../shared/i18n/locales/office.en.json' with { type: 'json' };
import type { AddedTexts } from '../../../shared/languages.ts';

/** The texts that only an office needs, loaded with the parts that show them. */
export const officeTexts: AddedTexts = {
  en,
  fr: () => import('../../../shared/i18n/locales/office.fr.json', { with: { type: 'json' } }),
};
