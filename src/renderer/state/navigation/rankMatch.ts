import { foldText } from '../../../shared/text/foldText.ts';

/** How well a text matches the search text; lower is better. Null: no match. */
export function rankMatch(typed: string, text: string): number | null {
  const wanted = foldWords(typed);
  const found = foldWords(text);
  if (wanted === '') return 0;
  if (found === wanted) return 0;
  if (found.startsWith(wanted)) return 1;
  if (startsWords(wanted.split(' '), found.split(' '))) return 2;
  if (found.includes(wanted)) return 3;
  if (wanted.split(' ').every((word) => found.includes(word))) return 4;
  return hasLetters(wanted.replaceAll(' ', ''), found) ? looseRank : null;
}

/** Letters scattered over a text match last, and only in short lists. */
const looseRank = 5;

/**
 * The matches, the best first; equal ones with the last chosen first, then in the given order, but one that has a
 * `reason` why it is not available after the others. `isLoose`: scattered letters match too.
 */
export function rankAll<T extends { key: string; text: string; reason?: string }>(
  typed: string,
  all: readonly T[],
  recent: readonly string[],
  { isLoose }: { isLoose: boolean },
): T[] {
  const last = (key: string) => {
    const at = recent.indexOf(key);
    return at < 0 ? recent.length : at;
  };
  const isLater = ({ reason }: T) => (typed.trim() !== '' && reason ? 1 : 0);
  return all
    .flatMap((one, place) => {
      const rank = rankMatch(typed, one.text);
      return rank === null || (rank === looseRank && !isLoose) ? [] : [{ one, place, rank }];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        isLater(a.one) - isLater(b.one) ||
        last(a.one.key) - last(b.one.key) ||
        a.place - b.place,
    )
    .map(({ one }) => one);
}

/** Removes case, accents and punctuation, so that `revues` and `Révues` are equal. */
export function foldWords(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns true if each part begins a word, in the order of the words: `n art` is `new article`. */
function startsWords(parts: readonly string[], words: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = words.findIndex((word, index) => index >= from && word.startsWith(part));
    from = at + 1;
    return at >= 0;
  });
}

/**
 * Returns true if the letters occur in this order, the first of them at the start of a word. A single letter is too
 * vague.
 */
function hasLetters(letters: string, text: string): boolean {
  if (letters.length < 2) return false;
  return [...text.matchAll(/(?<= |^)./gu)].some(({ index }) => {
    let at = index - 1;
    return [...letters].every((letter, place) => {
      const next = text.indexOf(letter, at + 1);
      if (next < 0 || (place === 0 && next !== index)) return false;
      at = next;
      return true;
    });
  });
}
