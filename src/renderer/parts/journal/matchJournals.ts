import type { Journal } from '../../../shared/contract/journals.ts';
import { foldText } from '../../../shared/text/foldText.ts';

/** The journals with every word of `text` in title, publisher or an ISSN; case, accents and the hyphen of an ISSN do not matter. */
export function matchJournals(journals: readonly Journal[], text: string): readonly Journal[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return journals;
  return journals.filter((journal) => {
    const issns = [journal.pissn, journal.eissn].filter((issn) => issn !== null);
    const bare = issns.map((issn) => issn.replace('-', ''));
    const all = foldText([journal.title, journal.publisher, ...issns, ...bare].join('\n'));
    return words.every((word) => all.includes(word));
  });
}

/** The account's own journals that match `text`; those in the directory first. */
export function matchOwnJournals(journals: readonly Journal[], text: string): readonly Journal[] {
  const own = journals.filter(({ mine }) => mine);
  return matchJournals(own, text).toSorted((a, b) => Number(b.inDirectory) - Number(a.inDirectory));
}
