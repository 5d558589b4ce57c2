/** Rows as a CSV file: CRLF, quotes where necessary, and a byte order mark so that spreadsheets read it as UTF-8. */
export function csvText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map(cell).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, "CSV Injection"). */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
