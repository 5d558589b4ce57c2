import { asList, asObject } from '../json.ts';
import { asStoredText } from '../text/pythonText.ts';

/** Characters of a line that are remembered; longer ones are compared by their beginning. */
const longest = 2_000;

/**
 * The line that the directory's weekly mail has for an article, with every run of blanks as one space
 * (reference/directory-changes.md 1.4). The line cannot be split again, so it is built from the record and compared.
 */
export function mailLine(record: unknown): string {
  const bibjson = asObject(asObject(record).bibjson);
  const journal = asObject(bibjson.journal);
  const authors = asList(bibjson.author).map((author) => text(asObject(author).name));
  const start = text(journal.start_page) || text(bibjson.start_page);
  const end = text(journal.end_page) || text(bibjson.end_page);
  const parts = [
    `- ${text(bibjson.title) || 'Untitled'} by ${authors.filter((name) => name !== '').join(', ') || 'Unknown author'}`,
    text(journal.volume) && `vol ${text(journal.volume)}`,
    text(journal.number) && `issue ${text(journal.number)}`,
    start && `pages ${start}${end && `-${end}`}`,
  ];
  const issns = [issnOf(bibjson, 'pissn'), issnOf(bibjson, 'eissn')].filter((issn) => issn !== '');
  const title = text(journal.title);
  return foldLine(
    `${parts.filter((part) => part !== '').join(', ')} [${issns.join(', ')}]${title && ` (${title})`}`,
  );
}

/** A line as it is compared. */
function foldLine(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ').slice(0, longest);
}

/** The article's own first print and online ISSN, as `print/online`; empty ones are missing. */
export function ownIssns(record: unknown): string {
  const bibjson = asObject(asObject(record).bibjson);
  return `${issnOf(bibjson, 'pissn')}/${issnOf(bibjson, 'eissn')}`;
}

/** The ISSNs that a line names; titles may have brackets, too. */
export function issnsOfLine(line: string): string[] {
  const groups = [...line.matchAll(/\[(\d{4}-\d{3}[\dX](?:, \d{4}-\d{3}[\dX])?)\]/g)];
  return groups.at(-1)?.[1]?.split(', ') ?? [];
}

/**
 * The lines of articles in the text of the mail. Titles may have line breaks, so a line goes on until the next one
 * begins or a blank line follows. `isMail`: the text looks like the directory's mail at all.
 */
export function linesOfMail(mail: string): { lines: string[]; isMail: boolean } {
  const lines: string[] = [];
  let isOpen = false;
  for (const raw of mail.split(/\r\n|[\n\r]/)) {
    // A reply or a forwarded mail has marks before each line.
    const line = raw.replace(/^(?:[ \t]*>)+[ \t]?/, '');
    if (line.startsWith('- ')) {
      lines.push(line);
      isOpen = true;
    } else if (line.trim() === '') isOpen = false;
    else if (isOpen) lines[lines.length - 1] += ` ${line}`;
  }
  const folded = lines.map(foldLine);
  return {
    lines: folded.filter((line) => / by /.test(line)),
    isMail: folded.some((line) => /\[[^\]]*\]/.test(line)),
  };
}

function issnOf(bibjson: Record<string, unknown>, type: string): string {
  const found = asList(bibjson.identifier).find((entry) => text(asObject(entry).type).toLowerCase() === type);
  return text(asObject(found).id);
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : asStoredText(value).trim();
}
