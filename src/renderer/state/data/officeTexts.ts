import en from '../../../shared/i18n/locales/office.en.json' with { type: 'json' };
import { textsOf } from '../../../shared/i18n/textFiles.ts';

/** The texts that only an office needs, loaded with the parts that show them. */
export const officeTexts = textsOf('office', en);
