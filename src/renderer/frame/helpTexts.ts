import type { AddedTexts } from '../../shared/i18n/i18n.ts';
import english from '../../shared/i18n/locales/help.en.json' with { type: 'json' };

/** The texts of the help, loaded with its dialog. */
export const helpTexts: AddedTexts = {
  english,
  async loadFrench() {
    const { default: french } = await import('../../shared/i18n/locales/help.fr.json', {
      with: { type: 'json' },
    });
    return french;
  },
};
