/** The root element with its attributes. It is kept with each record, so one of megabytes counts as none. */
const rootOpening = /<(?:[\w.-]+:)?OAI-PMH\b[^<>]{0,5000}>/;

/** The records of a response of a repository, and what has to stand around each: the root element with its prefixes. */
export function splitResponse(text: string): { root: string; end: string; records: string[] } {
  const root = rootOpening.exec(text)?.[0] ?? '<OAI-PMH>';
  const name = /^<([^\s>]+)/.exec(root)?.[1] ?? 'OAI-PMH';
  const records: string[] = [];
  const opening = /<((?:[\w.-]+:)?record)\b[^>]*>/g;
  for (let start = opening.exec(text); start !== null; start = opening.exec(text)) {
    const closing = `</${start[1]}>`;
    const end = text.indexOf(closing, opening.lastIndex);
    if (end < 0) break;
    const record = text.slice(start.index, end + closing.length);
    opening.lastIndex = end + closing.length;
    if (!/<(?:[\w.-]+:)?header\b[^>]*\bstatus\s*=\s*["']deleted["']/.test(record)) records.push(record);
  }
  return { root, end: `</${name}>`, records };
}

/** The identifier in the header of a record, by which its repository knows it in every set and format; empty: it has none. */
export function identifierOf(record: string): string {
  const start = record.search(/<(?:[\w.-]+:)?header\b/);
  const end = record.search(/<\/(?:[\w.-]+:)?header>/);
  const header = start < 0 || end < start ? '' : record.slice(start, end);
  const identifier = /<(?:[\w.-]+:)?identifier\b[^<>]*>([^<]{1,2000})</.exec(header)?.[1]?.trim() ?? '';
  // A part of a text keeps the whole in memory.
  return Buffer.from(identifier).toString();
}
