/** The heading of a whole abstract in the languages of the journals whose files we read. */
const ofWhole = /^(?:abstract|resumo|resumen|résumé|zusammenfassung)[.:]?$/i;

/** "Heading: text", without a second colon after punctuation; the heading of a whole abstract is left out. */
export function headedLine(heading: string, text: string): string {
  if (heading === '' || isHeadingOfWhole(heading)) return text;
  return `${heading}${/[.:?!]$/.test(heading) ? '' : ':'} ${text}`.trim();
}

/** Returns true for the heading of a whole abstract, which is no text of it. */
export function isHeadingOfWhole(heading: string): boolean {
  return ofWhole.test(heading);
}
