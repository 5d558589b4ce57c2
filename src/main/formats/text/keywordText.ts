/** Splits one text at `;`, `|` or line breaks, or at commas if it has none of these. */
export function splitKeywordText(text: string): string[] {
  const separator = /[;|\r\n]/.test(text) ? /[;|\r\n]+/ : /,/;
  return text
    .split(separator)
    .map((keyword) => keyword.replace(/[^\S ]\s*| \s+/g, ' ').trim())
    .filter((keyword) => keyword !== '');
}
