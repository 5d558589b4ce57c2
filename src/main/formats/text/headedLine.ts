/** The heading of a whole abstract in the languages of the journals whose files we read. */
const ofWhole =
  /^(?:abstract|resumo|resumen|résumé|zusammenfassung|abstrakt|abstrak|anotace|streszczenie|аннотация|анотація|реферат|резюме|özet|öz|riassunto|sommario|samenvatting|sammanfattning|sammendrag|tiivistelmä|összefoglaló|rezumat|sažetak|resum|περίληψη|摘要|要旨|抄録|초록|요약|الملخص|ملخص|چکیده|tóm tắt|บทคัดย่อ)[.:：]?$/iu;

/** "Heading: text", without a second colon after punctuation; the heading of a whole abstract is left out. */
export function headedLine(heading: string, text: string): string {
  if (heading === '' || isHeadingOfWhole(heading)) return text;
  return `${heading}${/[.:?!]$/.test(heading) ? '' : ':'} ${text}`.trim();
}

/** Lines without the first one if it is the heading of the whole abstract, in whatever markup it was. */
export function withoutHeadingOfWhole(lines: string): string {
  const end = lines.indexOf('\n');
  return end > 0 && isHeadingOfWhole(lines.slice(0, end)) ? lines.slice(end + 1) : lines;
}

/** Returns true for the heading of a whole abstract, which is no text of it. */
export function isHeadingOfWhole(heading: string): boolean {
  return ofWhole.test(heading);
}
