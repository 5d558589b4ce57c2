import { readIssn, readRor } from '../../../shared/compliance/readQuestion.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/describe.ts';

/** What was typed as a list, one a line or with commas or semicolons between them. */
export function listed(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Organisations as they were typed; `-` is "not affiliated". */
export function listedOrganisations(text: string): string[] {
  return listed(text).map((line) => (/^[-–—]$/.test(line) ? '' : line));
}

/** What is wrong with the typed ISSNs, each in a sentence; empty where nothing is. */
export function issnProblem(text: string): string {
  return listed(text)
    .map((one) => problemOf(() => readIssn(one)))
    .filter((problem) => problem !== '')
    .join(' ');
}

/** What is wrong with the typed ROR ids, each in a sentence; empty where nothing is. */
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
