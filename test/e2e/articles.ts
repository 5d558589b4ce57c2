import type { DraftRecord } from '../../src/shared/draft/draft.ts';

/** The sandbox account's own journal with two ISSNs, from `resources/sandboxWorld.json`. */
export const cartography = {
  title: 'Annals of Imaginary Cartography',
  pissn: '1734-6215',
  eissn: '2734-6226',
};

/** A journal of the sandbox's other account. */
export const ladders = { title: 'Journal of Borrowed Ladders', pissn: '1556-3774', eissn: '2556-3785' };

/**
 * A valid article of the Annals, identified by its number. `changes` are merged into its bibjson (undefined removes a
 * member), and `around` is merged into the record beside it.
 */
export function article(
  number: number,
  changes: Record<string, unknown> = {},
  around: DraftRecord = {},
): DraftRecord {
  const bibjson: Record<string, unknown> = {
    title: `Sheet ${number} of an atlas that was never bound`,
    abstract: 'A description of one sheet, its scale, and what was left off its margins.',
    author: [
      { name: 'Ines Okafor', affiliation: 'Institute for Lost Coasts', orcid_id: orcid(number) },
      { name: 'Tomasz Brandt', affiliation: 'University of Delft' },
    ],
    identifier: [
      { type: 'doi', id: doi(number) },
      { type: 'pissn', id: cartography.pissn },
      { type: 'eissn', id: cartography.eissn },
    ],
    link: [
      { type: 'fulltext', url: `https://cartography.example.org/sheets/${number}`, content_type: 'PDF' },
    ],
    year: '2026',
    month: '3',
    keywords: ['atlases', 'margins'],
    journal: { volume: '14', number: '1', start_page: String(number), end_page: String(number + 7) },
    ...changes,
  };
  for (const [name, value] of Object.entries(bibjson)) if (value === undefined) delete bibjson[name];
  return { ...around, bibjson } as DraftRecord;
}

/** The DOI of the article with that number. */
export function doi(number: number): string {
  return `10.5555/sheet.${number}`;
}

/** An ORCID with the right check digit (ISO 7064 mod 11-2). */
function orcid(number: number): string {
  const digits = `0000000200${String(number).padStart(5, '0')}`;
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  const all = `${digits}${check === 10 ? 'X' : check}`;
  return `https://orcid.org/${all.match(/.{4}/g)!.join('-')}`;
}
