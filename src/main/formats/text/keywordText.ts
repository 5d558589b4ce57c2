/** Splits one text at `;`, `|` or line breaks, or at commas if it has none of these; each also as other scripts write it. */
export function splitKeywordText(text: string): string[] {
  const separator = /[;؛；|\r\n]/.test(text) ? /[;؛；|\r\n]+/ : /[,،，、]/;
  return text
    .split(separator)
    .map((keyword) => keyword.replace(/[^\S ]\s*| \s+/g, ' ').trim())
    .filter((keyword) => keyword !== '');
}

/** Keywords of an element each; one alone may hold several, but a comma may belong to it. */
export function splitOnlyKeyword(list: readonly string[]): string[] {
  const [only = ''] = list;
  return list.length === 1 && /[;|]/.test(only) ? splitKeywordText(only) : [...list];
}

/** Keywords to be written; a separator behind a single one keeps it from being split at its commas. */
export function writtenKeywords(keywords: readonly string[], write = (keyword: string) => keyword): string[] {
  const isUnclear = keywords.length === 1 && /[,،，、]/.test(keywords[0]!);
  return keywords.map((keyword) => (isUnclear ? `${write(keyword)};` : write(keyword)));
}
