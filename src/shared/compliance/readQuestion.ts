import { AppError } from '../errors.ts';
import { t } from '../i18n/words.ts';
import { hasIssnCheckDigit, issnCheckDigit, parseIssn } from '../text/identifiers.ts';
import type { ComplianceQuestion } from './complianceCheck.ts';
import { parseRor } from './ror.ts';

/** A question as the checker wants it: ISSN with hyphen and right check digit, bare ROR id. AppError `input` says what is wrong. */
export function readQuestion({ issn, funder, ror, lang }: ComplianceQuestion): ComplianceQuestion {
  return { issn: readIssn(issn), funder: funder.trim(), ror: readRor(ror), lang: lang.toLowerCase() };
}

/** The checker takes a wrong check digit and answers for no journal, so it is looked at here (reference/checker-api.md 1.4). */
export function readIssn(text: string): string {
  const issn = parseIssn(text);
  if (issn === null)
    throw new AppError('input', t('compliance.input.issn.message', { text }), {
      fix: t('compliance.input.issn.fix'),
      field: 'journal',
    });
  if (hasIssnCheckDigit(issn)) return issn;
  const right = `${issn.slice(0, 8)}${issnCheckDigit(issn)}`;
  throw new AppError('input', t('compliance.input.checkDigit.message', { issn }), {
    fix: t('compliance.input.checkDigit.fix', { right }),
    field: 'journal',
  });
}

/** An empty text is "not affiliated". */
export function readRor(text: string): string {
  if (text.trim() === '') return '';
  const ror = parseRor(text);
  if (ror !== null) return ror;
  throw new AppError('input', t('compliance.input.ror.message', { text }), {
    fix: t('compliance.input.ror.fix'),
    field: 'organisation',
  });
}
