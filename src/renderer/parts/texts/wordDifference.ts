import { diffWordsWithSpace } from 'diff';

/** A piece of one side of two texts; `isOnlyHere` if the other side lacks it. */
export interface WordPart {
  text: string;
  isOnlyHere: boolean;
}

/** More differences than this take too long to find, and would not help a reader. */
const maxEditLength = 500;

/** Two texts, split word by word into shared and differing pieces. */
export function wordDifference(before: string, after: string): { before: WordPart[]; after: WordPart[] } {
  const parts = diffWordsWithSpace(before, after, { maxEditLength });
  if (!parts)
    return { before: [{ text: before, isOnlyHere: true }], after: [{ text: after, isOnlyHere: true }] };
  const side = (own: 'removed' | 'added', other: 'removed' | 'added') =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, isOnlyHere: part[own] }));
  return { before: side('removed', 'added'), after: side('added', 'removed') };
}

/** The words that only one side has; none if the sides have nothing in common. */
export function wordsOnlyHere(parts: readonly WordPart[]): string[] {
  if (!parts.some((part) => !part.isOnlyHere && part.text.trim() !== '')) return [];
  return parts.filter((part) => part.isOnlyHere && part.text.trim() !== '').map(({ text }) => text.trim());
}
