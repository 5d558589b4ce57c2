import type { AddedTexts } from '../../shared/i18n/i18n.ts';
import english from '../../shared/i18n/locales/compliance.en.json' with { type: 'json' };

/** The texts of the compliance screen, loaded with it. */
export const complianceTexts: AddedTexts = {
  english,
  async loadFrench() {
    const { default: french } = await import('../../shared/i18n/locales/compliance.fr.json', {
      with: { type: 'json' },
    });
    return french;
  },
};
