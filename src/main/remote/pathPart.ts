/** Encodes text as one path segment that is never invalid Unicode or a folder of dots. */
export function pathPart(text: string): string {
  const part = encodeURIComponent(text.toWellFormed());
  return /^\.{1,2}$/.test(part) ? `%5C${part}` : part;
}
