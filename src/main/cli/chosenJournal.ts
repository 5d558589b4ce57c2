import type { ImportChoices } from '../../shared/draft/importChoices.ts';
import { AppError } from '../../shared/errors.ts';
import type { JournalCard } from '../../shared/journal/journal.ts';
import { msg } from '../../shared/message.ts';
import { parseIssn } from '../../shared/text/identifiers.ts';

/** The ISSN that an option has, however it is written. Throws AppError `input` if it is none. */
export function givenIssn(text: string): string {
  const issn = parseIssn(text);
  if (issn === null) throw new AppError('input', msg('cli.error.notAnIssn', { text }));
  return issn;
}

/** The journal that `--journal` names by an ISSN; an unknown one has this as its online ISSN. */
export function chosenJournal(
  given: string,
  journals: readonly Pick<JournalCard, 'title' | 'pissn' | 'eissn'>[],
): NonNullable<ImportChoices['journal']> {
  const issn = givenIssn(given);
  const known = journals.find(({ pissn, eissn }) => pissn === issn || eissn === issn);
  return known
    ? { title: known.title, pissn: known.pissn, eissn: known.eissn }
    : { title: '', pissn: null, eissn: issn };
}
