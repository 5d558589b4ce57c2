import en from '../../shared/i18n/locales/help.en.json' with { type: 'json' };
import type { AddedTexts } from '../../shared/languages.ts';

/** The texts of the help, loaded with its dialog. */
export const helpTexts: AddedTexts = {
  en,
  fr: () => import('../../shared/i18n/locales/help.fr.json', { with: { type: 'json' } }),
};
