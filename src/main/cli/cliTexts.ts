import en from '../../shared/i18n/locales/cli.en.json' with { type: 'json' };
import type { AddedTexts } from '../../shared/i18n/textFiles.ts';

/** The texts that only the command line shows; the window neither loads nor has them. */
export const cliTexts: AddedTexts = { en, load: (language) => files[language]() };

const files: Readonly<Record<Parameters<AddedTexts['load']>[0], () => Promise<{ default: object }>>> = {
  fr: () => import('../../shared/i18n/locales/cli.fr.json', { with: { type: 'json' } }),
};
