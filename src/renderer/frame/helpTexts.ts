import en from '../../shared/i18n/locales/help.en.json' with { type: 'json' };
import { textsOf } from '../../shared/i18n/textFiles.ts';

/** The texts of the help, loaded with its dialog. */
export const helpTexts = textsOf('help', en);
