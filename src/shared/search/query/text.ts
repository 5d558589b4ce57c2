import { parseDoi } from '../../text/identifiers.ts';

/**
 * Escapes every slash that is not escaped yet, so that a plain and an escaped DOI are one query
 * (reference/directory-api.md 3.3).
 */
function escapeSlashes(query: string): string {
  return query.replace(/(?<!\\)\//g, '\\/');
}

/**
 * The query before percent-encoding: slashes escaped, also the first, which would never arrive; later line breaks as
 * blanks, since the directory refuses such an address (addenda 3.1). The engine reads it as typed.
 */
export function asSent(query: string): string {
  const oneLine = query.slice(0, 1) + query.slice(1).replace(/\r?\n/g, ' ');
  return escapeSlashes(oneLine.toWellFormed());
}

/** Quotes a value and escapes everything that the query language or the directory's rewriting would interpret. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"/:?*~]/g, '\\$&')}"`;
}

/** Escapes blanks and all special characters of one word or value, without quoting it. */
export function escapedTerm(value: string): string {
  const escaped = value.replace(/[\\"/:?*~!^()[\]{}&|<>=\s]/g, '\\$&').replace(/^[+-]/, '\\$&');
  return /^(?:AND|OR|NOT|TO)$/i.test(escaped) ? `\\${escaped}` : escaped;
}

/** Removes the escapes of a value. */
export function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1');
}

/** Keeps a colon in a text from ending a field's name; removes it at the very end, where the directory would lose it. */
export function colonEdit(query: string, at: number): { start: number; end: number; text: string } {
  return at === query.trimEnd().length - 1
    ? { start: at, end: at + 1, text: '' }
    : { start: at, end: at, text: '\\' };
}

/** Returns true if a value can be searched for at all: a query with a line break never arrives (addenda 3.1). */
export function canLookUp(value: string): boolean {
  return value !== '' && !/[\p{Cc}\u2028\u2029]/u.test(value);
}

/** The DOI, if the whole query is one; null otherwise. */
export function doiOfQuery(text: string): string | null {
  const value = text.trim().replace(/^(?:doi|bibjson\.identifier\.id\.exact):\s?/i, '');
  return parseDoi(value.replace(/^"(.*)"$/s, '$1'));
}

/** Applies the edits to the text; of two that overlap, the later one is left out. */
export function applyEdits(
  text: string,
  edits: readonly { start: number; end: number; text: string }[],
): string {
  const inOrder = edits.map((edit, index) => ({ ...edit, index }));
  inOrder.sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let result = '';
  let at = 0;
  let last: (typeof inOrder)[number] | undefined;
  for (const edit of inOrder) {
    const isTwice = last && last.start === edit.start && last.end === edit.end && last.text === edit.text;
    if (edit.start < at || isTwice) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
    last = edit;
  }
  return result + text.slice(at);
}
