import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { inOrder } from '../formats.ts';
import { csvCells } from '../tables/csv/csvCells.ts';
import { headingMeaning } from '../tables/headings/headings.ts';

/** Lines at the beginning in which headings can be, below the name of the table. */
const maxHeadingLines = 10;
const maxHeadingText = 20_000;
const separators = ['\t', ';', ',', '|'];
/** Both headings are in every file that the directory sends for updating journals (reference/journal-update-file.md). */
const journalUpdate = ['Journal ISSN (print version)', 'Journal EISSN (online version)'];

/**
 * The format of a file that is neither XML nor JSON. Reference manager files may begin with any text, and each format may
 * quote another, in an abstract for example: the one whose mark comes first counts.
 */
export function detectTextFormat(text: string): ImportFormat | Message | null {
  const firstLine = text.slice(0, 4_000).split('\n', 1)[0]!;
  if (journalUpdate.every((heading) => firstLine.includes(heading))) return msg('import.read.journalUpdate');
  return markedFormat(text)?.format ?? tableFormat(text);
}

/** The first mark of a format in a text, and where it is; the format is null for the headings of a table. */
export function markedFormat(text: string): { format: ImportFormat | null; at: number } | null {
  const unquoted = withQuotesBlank(text);
  const marks: { format: ImportFormat | null; at: number }[] = inOrder.flatMap(([format, { mark }]) =>
    mark ? [{ format, at: unquoted.search(mark) }] : [],
  );
  marks.push({ format: null, at: headingsAt(text) });
  return marks.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0] ?? null;
}

/** The text with blanks instead of what is in quotation marks: a table may quote anything in a cell. */
export function withQuotesBlank(text: string): string {
  return text.replace(/"[^"]*"/g, (quoted) => ' '.repeat(quoted.length));
}

/** Where the first lines have two headings of articles in one; -1 if they have not. */
function headingsAt(text: string): number {
  let at = 0;
  for (const line of text.slice(0, maxHeadingText).split('\n', maxHeadingLines)) {
    const isHeading = separators.some(
      (sign) =>
        (csvCells(line, sign, { isLenient: true }) ?? []).filter((cell) => headingMeaning(cell)).length > 1,
    );
    if (isHeading) return at;
    at += line.length + 1;
  }
  return -1;
}

/** By the separator that splits the most records at the beginning, and those into the most columns. */
function tableFormat(text: string): ImportFormat | null {
  const records = firstRecords(text);
  const divided = (sign: string) => records.filter((record) => record.includes(sign));
  const columns = (sign: string) => divided(sign).reduce((sum, record) => sum + record.split(sign).length, 0);
  const most = separators
    .filter((sign) => divided(sign).length >= Math.min(2, records.length))
    .sort((a, b) => columns(b) - columns(a))[0];
  if (most !== undefined) return inOrder.find(([, { hasSeparator }]) => hasSeparator?.(most))?.[0] ?? null;
  // A single column, or a first record that continues beyond the beginning of the file.
  return text.split('\n', maxHeadingLines).some(namesTitle) ? 'csv' : null;
}

function namesTitle(line: string): boolean {
  const cells = separators.flatMap((sign) => csvCells(line, sign, { isLenient: true }) ?? []);
  return cells.some((cell) => headingMeaning(cell)?.target === 'title');
}

/** The first records without their quoted cells, in which line ends do not end a record. */
function firstRecords(text: string): string[] {
  return withoutQuotes(text)
    .split('\n')
    .filter((record) => record.trim() !== '')
    .slice(0, 5);
}

function withoutQuotes(text: string): string {
  return text.replace(/"[^"]*"/g, '');
}
