/**
 * Encodes external text as one path segment: half a surrogate pair becomes U+FFFD, which can be encoded, and a segment
 * of dots only is changed so that it is not taken for a folder.
 */
export function pathPart(text: string): string {
  const part = encodeURIComponent(text.toWellFormed());
  return /^\.{1,2}$/.test(part) ? `%5C${part}` : part;
}
