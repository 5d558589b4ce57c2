import { AppError } from '../errors.ts';
import { msg } from '../message.ts';
import { hasIssnCheckDigit, issnCheckDigit, parseIssn } from '../text/identifiers.ts';
import type { ComplianceQuestion } from './complianceCheck.ts';

/** Reads a question in the form that the checker needs: ISSN with hyphen and correct check digit, bare ROR id. Throws AppError `input` if it is invalid. */
export function readQuestion({ issn, funder, ror, lang }: ComplianceQuestion): ComplianceQuestion {
  return { issn: readIssn(issn), funder: funder.trim(), ror: readRor(ror), lang: lang.toLowerCase() };
}

/** Checked here because the checker accepts a wrong check digit and then answers for no journal (reference/checker-api.md 1.4). */
export function readIssn(text: string): string {
  const issn = parseIssn(text);
  if (issn === null)
    throw new AppError('input', msg('compliance.input.issn.message', { text }), {
      fix: msg('compliance.input.issn.fix'),
      field: 'journal',
    });
  if (hasIssnCheckDigit(issn)) return issn;
  const right = `${issn.slice(0, 8)}${issnCheckDigit(issn)}`;
  throw new AppError('input', msg('compliance.input.checkDigit.message', { issn }), {
    fix: msg('compliance.input.checkDigit.fix', { right }),
    field: 'journal',
  });
}

/** An empty text means "not affiliated". */
export function readRor(text: string): string {
  if (text.trim() === '') return '';
  const ror = parseRor(text);
  if (ror !== null) return ror;
  throw new AppError('input', msg('compliance.input.ror.message', { text }), {
    fix: msg('compliance.input.ror.fix'),
    field: 'organisation',
  });
}

/** The nine characters of a ROR id from any pasted form (`https://ror.org/…`, `ror.org/…`, upper case), or null (ror.org, "ROR identifier pattern"). */
function parseRor(text: string): string | null {
  const found = /^(?:https?:\/\/)?(?:www\.)?(?:ror\.org\/|ror:)?(0[a-hj-km-np-tv-z\d]{6}\d{2})\/?$/i.exec(
    text.trim(),
  );
  return found ? found[1]!.toLowerCase() : null;
}
