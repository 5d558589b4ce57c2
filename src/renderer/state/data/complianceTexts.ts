import en from '../../../shared/i18n/locales/compliance.en.json' with { type: 'json' };
import type { AddedTexts } from '../../../shared/languages.ts';

/** The texts of the compliance screen, loaded with it. */
export const complianceTexts: AddedTexts = {
  en,
  fr: () => import('../../../shared/i18n/locales/compliance.fr.json', { with: { type: 'json' } }),
};
