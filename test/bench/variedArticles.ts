import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { issnCheckDigit, orcidCheckDigit } from '../../src/shared/text/identifiers.ts';

/** In the order of a real archive: one journal after another, each from its first year on. */
const articlesOfJournal = 2500;

const syllables =
  'ba co di fu ge hal in ka lor mi nep os pra qui ret sol tum ur ves wen xi yal zet é ö ñ'.split(' ');

/** A third of the words of an English text; without any, each article would be checked for its language at length. */
const shortWords = 'the of and in to a for is on with'.split(' ');

export interface ArticleOptions {
  /** About how many words an abstract has. */
  abstractWords?: number;
}

/** The n-th of many realistically varied articles, of about 2.5 kB with the usual abstract. */
export function variedArticle(
  n: number,
  random: () => number,
  { abstractWords = 290 }: ArticleOptions = {},
): DraftRecord {
  const word = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => syllables[Math.floor(random() ** 2 * syllables.length)],
    ).join('');
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)]!;
  const wordOfText = () => (random() < 1 / 3 ? pick(shortWords) : word());
  const text = (words: number) => Array.from({ length: words }, wordOfText).join(' ');
  const digits = (length: number) =>
    Math.floor(random() * 10 ** length)
      .toString()
      .padStart(length, '0');
  const authors = 1 + Math.floor(random() * 5);
  const journal = Math.floor(n / articlesOfJournal);
  const year = 1990 + Math.floor(((n % articlesOfJournal) / articlesOfJournal) * 35);
  return {
    bibjson: {
      title: text(6 + Math.floor(random() * 10)),
      abstract: text(Math.round(abstractWords * (0.75 + random() / 2))),
      year: String(year),
      month: String(1 + Math.floor(random() * 12)),
      identifier: [
        { type: 'doi', id: `10.${5000 + (journal % 7)}/j${journal}.${year}.${n}` },
        { type: 'eissn', id: issn(journal) },
      ],
      author: Array.from({ length: authors }, () => ({
        name: `${word()} ${word()}`,
        affiliation: `University of ${word()}, ${text(4)}`,
        ...(random() < 0.6 ? { orcid_id: orcid(digits(8)) } : {}),
      })),
      link: [
        {
          type: 'fulltext',
          content_type: 'HTML',
          url: `https://journal${journal}.example.org/${year}/${digits(2)}/${n}`,
        },
      ],
      keywords: Array.from({ length: 5 }, word),
      journal: {
        volume: String(Math.floor(random() * 60)),
        number: String(Math.floor(random() * 12)),
        start_page: digits(3),
        end_page: digits(3),
      },
    },
  };
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** An ISSN of one of the journals, and an ORCID, with their check digits. */
function issn(journal: number): string {
  const digits = `2345${String(journal).padStart(3, '0')}`;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${issnCheckDigit(digits)}`;
}

function orcid(tail: string): string {
  const digits = `0000000${tail}`;
  const [, a, b, c, d] = /^(....)(....)(....)(...)$/.exec(digits)!;
  return `https://orcid.org/${a}-${b}-${c}-${d}${orcidCheckDigit(digits)}`;
}
