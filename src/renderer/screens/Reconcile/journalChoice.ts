import type { Journal } from '../../../shared/contract/contract.ts';
import { language } from '../../../shared/i18n/words.ts';
import { hasIssnCheckDigit, parseIssn } from '../../../shared/text/identifiers.ts';

/** The ISSN that stands for what was typed: of a journal chosen by its title, or an ISSN itself; null if it is neither. */
export function issnMeant(text: string, journals: readonly Journal[]): string | null {
  const title = text.trim().toLowerCase();
  const named = journals.filter((journal) => journal.title.trim().toLowerCase() === title);
  const journal = named.find((one) => one.inDirectory) ?? named[0];
  if (journal) return journal.eissn ?? journal.pissn;
  const issn = parseIssn(text);
  return issn !== null && hasIssnCheckDigit(issn) ? issn : null;
}

/** What stands for the journal with this ISSN: its title where it is known, else the ISSN itself. */
export function titleFor(issn: string, journals: readonly Journal[]): string {
  const all = journals.filter((one) => issn !== '' && (one.pissn === issn || one.eissn === issn));
  return (all.find((one) => one.inDirectory) ?? all[0])?.title || issn;
}

/** The journals that every typed word occurs in, by title, publisher or ISSN; those in the directory first. */
export function journalsFor(text: string, journals: readonly Journal[]): Journal[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return journals
    .filter((journal) => {
      const all = `${journal.title} ${journal.publisher} ${journal.pissn} ${journal.eissn}`.toLowerCase();
      return journal.mine && words.every((word) => all.includes(word));
    })
    .sort(
      (a, b) => Number(b.inDirectory) - Number(a.inDirectory) || a.title.localeCompare(b.title, language()),
    );
}

/** A year with four digits, as the directory has it; null if it is none. */
export function yearMeant(text: string): string | null {
  const year = text.trim();
  return /^[12]\d{3}$/.test(year) ? year : null;
}
