import en from '../../../shared/i18n/locales/compliance.en.json' with { type: 'json' };
import { textsOf } from '../../../shared/i18n/textFiles.ts';

/** The texts of the compliance screen, loaded with it. */
export const complianceTexts = textsOf('compliance', en);
