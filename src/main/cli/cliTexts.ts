import type { AddedTexts } from '../../shared/i18n/i18n.ts';
import english from '../../shared/i18n/locales/cli.en.json' with { type: 'json' };

/** The texts that only the command line shows; the window does not load them. */
export const cliTexts: AddedTexts = {
  english,
  async loadFrench() {
    const { default: french } = await import('../../shared/i18n/locales/cli.fr.json', {
      with: { type: 'json' },
    });
    return french;
  },
};
