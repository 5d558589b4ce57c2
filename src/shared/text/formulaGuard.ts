/**
 * A text that a spreadsheet would treat as a formula gets a leading apostrophe (OWASP, "CSV Injection"). Spreadsheets skip
 * blanks and invisible characters before the sign, and take a full-width or small one for the sign itself.
 */
export function neutralised(text: string): string {
  return beginsFormula(text) ? `'${text}` : text;
}

/** The text before it was neutralised. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && beginsFormula(text) ? text.slice(1) : text;
}

/** Also true after apostrophes, so that those of the text itself are kept. */
function beginsFormula(text: string): boolean {
  const start = /^'*(?<skipped>[\s\p{C}\p{M}]*)(?<sign>.?)/su.exec(text)?.groups;
  const { skipped = '', sign = '' } = start ?? {};
  return /[\t\r\n]/.test(skipped) || (sign !== '' && /^[=+\-@\u2212]/.test(sign.normalize('NFKC')));
}
