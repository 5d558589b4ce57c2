import type { ImportFormat } from '../../shared/draft/importing.ts';
import { type Message, msg } from '../../shared/message.ts';
import { csvCells } from './tables/csvCells.ts';
import { headingMeaning } from './tables/headings.ts';

/** Lines at the beginning in which headings can be, below the name of the table. */
const maxHeadingLines = 10;
/** Both headings are in every file that the directory sends for updating journals (reference/journal-update-file.md). */
const journalUpdate = ['Journal ISSN (print version)', 'Journal EISSN (online version)'];

/** The format of a file that is neither XML nor JSON: reference manager files by their tags, else tables. */
export function detectTextFormat(text: string): ImportFormat | Message | null {
  const firstLines = text.slice(0, 4_000);
  // An abstract in a table may quote anything.
  const unquoted = withoutQuotes(text);
  if (/^[ \t]*TY[ \t]{1,2}-/m.test(unquoted.slice(0, 4_000))) return 'ris';
  // BibTeX may begin with any text, and has commas at the end of its lines like a table.
  if (/^[ \t]*@[ \t]*[a-z]+[ \t]*[{(]/im.test(unquoted)) return 'bibtex';
  if (journalUpdate.every((heading) => firstLines.includes(heading))) return msg('import.read.journalUpdate');
  return tableFormat(text);
}

/** By the separator that splits the most records at the beginning, and those into the most columns. */
function tableFormat(text: string): ImportFormat | null {
  const records = firstRecords(text);
  const divided = (sign: string) => records.filter((record) => record.includes(sign));
  const columns = (sign: string) => divided(sign).reduce((sum, record) => sum + record.split(sign).length, 0);
  const most = ['\t', ';', ',', '|']
    .filter((sign) => divided(sign).length >= Math.min(2, records.length))
    .sort((a, b) => columns(b) - columns(a))[0];
  if (most !== undefined) return most === '\t' ? 'tsv' : 'csv';
  // A single column, or a first record that continues beyond the beginning of the file.
  return text.split('\n', maxHeadingLines).some(namesTitle) ? 'csv' : null;
}

function namesTitle(line: string): boolean {
  const cells = [',', ';', '\t', '|'].flatMap((sign) => csvCells(line, sign, { isLenient: true }) ?? []);
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
