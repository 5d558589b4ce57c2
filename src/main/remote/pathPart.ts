/**
 * Text from elsewhere as one part of a path: half a character becomes U+FFFD, which can be written, and a part of dots only
 * keeps them from being taken for a folder.
 */
export function pathPart(text: string): string {
  const part = encodeURIComponent(text.toWellFormed());
  return /^\.{1,2}$/.test(part) ? `%5C${part}` : part;
}
