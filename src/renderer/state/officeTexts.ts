import type { AddedTexts } from '../../shared/i18n/i18n.ts';
import english from '../../shared/i18n/locales/office.en.json' with { type: 'json' };

/** The texts that only an office needs, loaded with the parts that show them. */
export const officeTexts: AddedTexts = {
  english,
  async loadFrench() {
    const { default: french } = await import('../../shared/i18n/locales/office.fr.json', {
      with: { type: 'json' },
    });
    return french;
  },
};
