import { neutralised } from './formulaGuard.ts';

/** Rows as a CSV file for people: a byte order mark so that spreadsheets read it as UTF-8, and no formulas. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${csvTextLines([heads, ...rows])}`;
}

/** Further rows of such a file. */
export function csvTextLines(rows: readonly (readonly string[])[]): string {
  return csvLines(rows.map((row) => row.map(neutralised)));
}

/** How the cells and lines of a table are separated. */
export interface CsvStyle {
  separator: string;
  lineEnd: string;
}

/** Rows as CSV, unchanged: CRLF, with quotes where necessary, including around surplus blanks. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/**
 * Like `csvLines`, in another style. Cells that contain any common separator are quoted, so that the right one is
 * recognised.
 */
export function styledLines(rows: readonly (readonly string[])[], { separator, lineEnd }: CsvStyle): string {
  const cell = (text: string) => (/[;|\t]/.test(text) ? inQuotes(text) : quoted(text));
  return rows.map((row) => `${row.map(cell).join(separator)}${lineEnd}`).join('');
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? inQuotes(text) : text;
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
