/** Characters that end a keyword while the user types. */
export const keywordSeparator = /[,;\u060C\u061B\u3001\uFF0C\uFF1B]/;

/** Splits typed or pasted keywords at `,` `;` `،` `、` and line ends; trims them and drops empty ones, keeps order and duplicates. */
export function splitKeywords(text: string): string[] {
  return text
    .split(/[,;\u060C\u061B\u3001\uFF0C\uFF1B\r\n\u2028\u2029]+/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

const betweenKeywords = /[;\u061B\uFF1B\r\n\u2028\u2029]+/;
/** Commas, but for those inside a name: between digits or single letters, as in `2,4-D` and `N,N-dimethylformamide`. */
const betweenNames = /[\u060C\u3001\uFF0C]+|,(?!\d|\p{L}(?!\p{L}))|(?<!\d|(?:^|\P{L})\p{L}),/u;

/** The keywords in one, as in `soil; water`; the keyword alone if it looks like one. */
export function joinedKeywords(keyword: string): string[] {
  const parts = keyword
    .split(betweenKeywords.test(keyword) ? betweenKeywords : betweenNames)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? parts : [keyword];
}

/** Returns true if `keyword` looks like several keywords in one. */
export function isJoinedKeyword(keyword: string): boolean {
  return joinedKeywords(keyword).length > 1;
}
