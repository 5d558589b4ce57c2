import { foldText } from './foldText.ts';

/** Shorter words differ too little from others. */
const minLetters = 5;

/**
 * The items whose text contains every typed word. If there is none, those that would but for one letter in each longer
 * word, so that `welcom` finds `Wellcome`.
 */
export function matchingText<T>(items: readonly T[], typed: string, textOf: (item: T) => string): T[] {
  const words = foldText(typed).split(/\s+/u).filter(Boolean);
  const texts = items.map((item) => [item, foldText(textOf(item))] as const);
  const exact = texts.filter(([, text]) => words.every((word) => text.includes(word)));
  const found =
    exact.length > 0 ? exact : texts.filter(([, text]) => words.every((word) => isIn(word, text)));
  return found.map(([item]) => item);
}

function isIn(word: string, text: string): boolean {
  if (text.includes(word)) return true;
  if (word.length < minLetters) return false;
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .some((other) =>
      [word.length - 1, word.length, word.length + 1].some((length) =>
        differsByOne(word, other.slice(0, length)),
      ),
    );
}

/** Returns true if one letter is missing, added or another, or two neighbours are exchanged. */
function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return (
    (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''))
  );
}
