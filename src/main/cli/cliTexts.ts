import en from '../../shared/i18n/locales/cli.en.json' with { type: 'json' };
import { textsOf } from '../../shared/i18n/textFiles.ts';

/** The texts that only the command line shows; the window does not load them. */
export const cliTexts = textsOf('cli', en);
