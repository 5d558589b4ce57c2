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
