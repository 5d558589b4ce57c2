import { readIssn, readRor } from '../../../../shared/compliance/readQuestion.ts';
import { AppError } from '../../../../shared/errors.ts';
import { describe } from '../../../../shared/i18n/i18n.ts';

/** Splits a typed list at line breaks, commas and semicolons. */
export function listed(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The typed organisations; `-` means "not affiliated". */
export function listedOrganisations(text: string): string[] {
  return listed(text).map((line) => (/^[-–—]$/.test(line) ? '' : line));
}

/** The problems with the typed ISSNs, one sentence each; empty if there are none. */
export function issnProblem(text: string): string {
  return listed(text)
    .map((one) => problemOf(() => readIssn(one)))
    .filter((problem) => problem !== '')
    .join(' ');
}

/** The problems with the typed ROR ids, one sentence each; empty if there are none. */
export function rorProblem(text: string): string {
  return listedOrganisations(text)
    .map((one) => problemOf(() => readRor(one)))
    .filter((problem) => problem !== '')
    .join(' ');
}

function problemOf(read: () => string): string {
  try {
    read();
    return '';
  } catch (error) {
    return error instanceof AppError ? describe(error.brief) : String(error);
  }
}
