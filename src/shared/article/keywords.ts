/** Characters that end a keyword while the user types. */
export const keywordSeparator = /[,;\u060C\u061B\u3001\uFF0C\uFF1B]/;

/** Splits typed or pasted keywords at `,` `;` `،` `、` and line ends; trims them and drops empty ones, keeps order and duplicates. */
export function splitKeywords(text: string): string[] {
  return text
    .split(/[,;\u060C\u061B\u3001\uFF0C\uFF1B\r\n\u2028\u2029]+/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

/** Returns true if `keyword` looks like several keywords in one. */
export function isJoinedKeyword(keyword: string): boolean {
  return (
    /[,;\u060C\u061B\u3001\uFF0C\uFF1B\r\n\u2028\u2029]/.test(keyword) && splitKeywords(keyword).length > 1
  );
}
