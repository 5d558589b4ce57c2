import { foldText } from '../../../shared/text/foldText.ts';

/** What is compared of two articles. */
export interface ComparedArticle {
  title: string;
  /** Names, separated by `; `. */
  authors: string;
}

/** How two values compare; `unknown` if one is missing. */
export type Likeness = 'same' | 'alike' | 'different' | 'unknown';

/** Longer than almost every title; comparing costs time for each pair of letters. */
const maxCompared = 300;

/** How the titles compare, ignoring case, accents and punctuation. Titles with other numbers are different. */
export function compareTitles(a: string, b: string): Likeness {
  const [first, second] = [lettersOf(a), lettersOf(b)];
  if (first === '' || second === '') return 'unknown';
  if (first === second) return 'same';
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  if (numbersOf(a) !== numbersOf(b)) return 'different';
  return long.includes(short) || sharedPairs(short, long) >= 0.6 ? 'alike' : 'different';
}

/** How the first authors compare: `J. Garcia` is the same as `García López, Juan`. */
export function compareFirstAuthors(a: string, b: string): Likeness {
  const [first, second] = [nameWords(a), nameWords(b)];
  if (first.length === 0 || second.length === 0) return 'unknown';
  if ([...first].sort().join('') === [...second].sort().join('')) return 'same';
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  const isIn = (word: string) =>
    long.some(
      (other) => other === word || (hasInitial(word, other) && (word.length === 1 || other.length === 1)),
    );
  const sharesName = short.some((word) => word.length > 1 && long.includes(word));
  return sharesName && short.every(isIn) ? 'same' : 'different';
}

/** True if titles and first authors are known and both are different: an identifier that both have is not believed. */
export function isOtherArticle(a: ComparedArticle, b: ComparedArticle): boolean {
  if (a.title === b.title) return false;
  return (
    compareTitles(a.title, b.title) === 'different' &&
    compareFirstAuthors(a.authors, b.authors) === 'different'
  );
}

/** True if the articles agree in their title or first author, and the other of the two does not speak against it. */
export function isAgreeing(a: ComparedArticle, b: ComparedArticle): boolean {
  const titles = compareTitles(a.title, b.title);
  const authors = compareFirstAuthors(a.authors, b.authors);
  if (titles === 'same') return authors !== 'different';
  return authors === 'same' && titles !== 'different';
}

function lettersOf(text: string): string {
  return foldText(text.slice(0, maxCompared)).replace(/[^\p{L}\p{N}]+/gu, '');
}

function numbersOf(text: string): string {
  return (foldText(text.slice(0, maxCompared)).match(/\p{N}+/gu) ?? []).join(' ');
}

function nameWords(authors: string): string[] {
  const [name = ''] = authors.slice(0, maxCompared).split('; ');
  return foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function hasInitial(a: string, b: string): boolean {
  return a[0] === b[0];
}

/** The share of pairs of neighbouring letters that both texts have (Dice's coefficient). */
function sharedPairs(a: string, b: string): number {
  const counts = new Map<string, number>();
  for (let at = 1; at < a.length; at++) {
    const pair = a.slice(at - 1, at + 1);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 1; at < b.length; at++) {
    const pair = b.slice(at - 1, at + 1);
    const left = counts.get(pair) ?? 0;
    if (left > 0) {
      counts.set(pair, left - 1);
      shared++;
    }
  }
  return (2 * shared) / Math.max(1, a.length + b.length - 2);
}
