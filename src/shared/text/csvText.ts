/** Rows as a CSV file for people: a byte order mark so that spreadsheets read it as UTF-8, and no formulas. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\ufeff${csvTextLines([heads, ...rows])}`;
}

/** Further rows of such a file. */
export function csvTextLines(rows: readonly (readonly string[])[]): string {
  return csvLines(rows.map((row) => row.map(withoutFormula)));
}

/** Rows as CSV, unchanged: CRLF, and quotes where necessary, around surplus blanks too. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, "CSV Injection"). */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
