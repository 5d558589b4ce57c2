import type { Journal } from '../../../shared/contract/journals.ts';
import { foldText } from '../../../shared/text/foldText.ts';
import { hasIssnCheckDigit, parseIssn } from '../../../shared/text/identifiers.ts';

/** The ISSN for the typed text: that of the journal with this title, or the text itself if it is an ISSN; null otherwise. */
export function issnMeant(text: string, journals: readonly Journal[]): string | null {
  const title = foldText(text.trim());
  const named = journals.filter((journal) => foldText(journal.title.trim()) === title);
  const journal = named.find((one) => one.inDirectory) ?? named[0];
  if (journal) return journal.eissn ?? journal.pissn;
  const issn = parseIssn(text);
  return issn !== null && hasIssnCheckDigit(issn) ? issn : null;
}

/** The text for the journal with this ISSN: its title if known, otherwise the ISSN. */
export function titleFor(issn: string, journals: readonly Journal[]): string {
  const all = journals.filter((one) => issn !== '' && (one.pissn === issn || one.eissn === issn));
  return (all.find((one) => one.inDirectory) ?? all[0])?.title || issn;
}

/** A year of four digits, the directory's format; null if the text is not a year. */
export function yearMeant(text: string): string | null {
  const year = text.trim();
  return /^[12]\d{3}$/.test(year) ? year : null;
}
