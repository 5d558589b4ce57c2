import { monthNumber } from './sourceDates.ts';

const label = /^(?:[*†‡§¶#]{1,3}\s*|\d{1,2}[.)]?\s*|[a-z]\)?\s+)(?=\p{Lu}\p{L})/u;
/** A day at the beginning of a name: `8 Mai 1945 University`, `19 Mayis University`. */
const date = /^\d{1,2} (\p{L}+)(?: (?:1[89]|20)\d{2}(?!\d))?/u;
/** Other names that are those of months, too: `1 Mayo Clinic`, `1 Jan Kochanowski University`, `1 Mar Baselios College`. */
const alsoOtherNames = /^\d{1,2} (?:(?!Ma[iy](?!\p{L}))\p{L}{1,3}|Mayo|August|Marco)$/iu;

/**
 * An affiliation without the mark by which authors refer to it in print: `1 Univ X`, `a) Univ X`, `*Univ X`. If it has
 * one of its own (`own`), which the text does not include, any other number is part of the name.
 */
export function withoutLabel(affiliation: string, own: string | null = null): string {
  const found = label.exec(affiliation)?.[0] ?? '';
  const number = /^\d+/.exec(found)?.[0];
  const isName =
    number !== undefined && (isDate(affiliation) || (own !== null && number !== own.replace(/\D/g, '')));
  return isName ? affiliation : affiliation.slice(found.length);
}

function isDate(text: string): boolean {
  const [whole, month = ''] = date.exec(text) ?? [];
  return whole !== undefined && monthNumber(month) !== null && !alsoOtherNames.test(whole);
}
