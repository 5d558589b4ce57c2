import { unescaped } from '../text/entities.ts';

/** Characters that end a keyword while the user types; not the last one of `&amp;`. */
export const keywordSeparator =
  /[,\u060C\u061B\u3001\uFF0C\uFF1B]|(?<!&(?:amp;)?(?:[a-z]{2,8}|#x?[\da-f]{1,7}));/i;

/**
 * Splits typed or pasted keywords at `,` `;` `،` `、` and line ends; trims them and drops empty ones, keeps order and
 * duplicates. Entities such as `&amp;` are resolved first, since their ends are no separators.
 */
export function splitKeywords(text: string): string[] {
  return unescaped(text)
    .split(/[,;\u060C\u061B\u3001\uFF0C\uFF1B\r\n\u2028\u2029]+/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

const betweenKeywords = /[;\u061B\uFF1B\r\n\u2028\u2029]+/;
/** Commas, but for those inside a name: between digits or single letters, as in `2,4-D` and `N,N-dimethylformamide`. */
const betweenNames = /[\u060C\u3001\uFF0C]+|,(?!\d|\p{L}(?!\p{L}))|(?<!\d|(?:^|\P{L})\p{L}),/u;

/** The keywords in one, as in `soil; water`; the keyword alone if it looks like one. */
export function joinedKeywords(keyword: string): string[] {
  const text = unescaped(keyword);
  const parts = text
    .split(betweenKeywords.test(text) ? betweenKeywords : betweenNames)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? parts : [keyword];
}

/** Returns true if `keyword` looks like several keywords in one. */
export function isJoinedKeyword(keyword: string): boolean {
  return joinedKeywords(keyword).length > 1;
}
