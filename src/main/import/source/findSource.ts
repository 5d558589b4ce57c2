import { type ImportFormat, isTable } from '../../../shared/draft/fileFormats.ts';
import type { ImportSource } from '../../../shared/draft/importSource.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import { ordinaryChoices } from '../../formats/article/choices.ts';
import { detectFormat } from '../../formats/detect/detectFormat.ts';
import { detectXml } from '../../formats/detect/detectXml.ts';
import { readHead, withHead } from '../../formats/detect/fileHead.ts';
import { readArticles } from '../../formats/readArticles.ts';
import type { RecordTrace, SourceFile } from '../../formats/reader.ts';
import { csvRows } from '../../formats/tables/csv/csvRows.ts';
import { textTable } from '../../formats/tables/csv/readTextTable.ts';
import { type RowGroup, rowGroups } from '../../formats/tables/rowGroups.ts';
import { isBroken, type Table } from '../../formats/tables/tableRow.ts';
import { workbookParts } from '../../formats/tables/xlsx/workbookParts.ts';
import { workbookTables } from '../../formats/tables/xlsx/workbookTables.ts';
import { decodeLines } from '../../formats/text/decodeLines.ts';
import { WrongEntry } from '../../formats/zip/readZipEntry.ts';
import { openPart } from '../openPart.ts';

/** A record of an import, and the file in which it is looked for. */
export interface SourceOrder {
  path: string;
  start: number;
  size: number;
  name: string;
  /** Null: detected. */
  format: ImportFormat | null;
  encoding: string | null;
  mapping: TableMapping | null;
  /** The entry of a zip file, or the sheet of a workbook. */
  part: string | null;
  index: number;
  line: number | null;
  /** How many records before it begin in the same line. */
  rank: number;
  /** The line in which the next record begins; null if that is not known. */
  nextLine: number | null;
}

/** What is shown of a record's source; a file may have a record of any size. */
const most = { lines: 400, characters: 20_000, rows: 20, cells: 200, cellCharacters: 2_000 };

/** The place from which a record came; null if it is not found. */
export async function findSource(order: SourceOrder): Promise<ImportSource | null> {
  const { path, start, size, name, encoding } = order;
  const pieces = openPart(path, start, size)[Symbol.asyncIterator]();
  try {
    const { bytes: head, isAll } = await readHead(pieces);
    const range = { path, start, size };
    const file: SourceFile = { name, bytes: withHead(head, pieces), head, encoding, range, detectXml };
    const format = order.format ?? (await detectFormat(file, isAll));
    if (typeof format !== 'string') return null;
    if (isTable(format)) return await rowsOf(file, format, order);
    const marks = byLines[format];
    if (marks) return await linesOf(file, marks, order);
    return await elementOf(format, order);
  } finally {
    await pieces.return?.(undefined);
  }
}

/** Formats whose records are lines: how the next record begins, and the last line of one. */
const byLines: Partial<Record<ImportFormat, { next: RegExp; end?: RegExp }>> = {
  ris: { next: /^[ \t]*TY[ \t]{1,3}-/, end: /^[ \t]*ER[ \t]{1,3}-/ },
  bibtex: { next: /^\s*@\s*\w+\s*[{(]/ },
  nbib: { next: /^PMID-/ },
  enw: { next: /^%0/ },
  refworks: { next: /^RT / },
  'web-of-science': { next: /^PT /, end: /^ER\b/ },
};

async function linesOf(
  { bytes, head, encoding }: SourceFile,
  { next, end }: { next: RegExp; end?: RegExp },
  { line: first, nextLine }: SourceOrder,
): Promise<ImportSource | null> {
  if (first === null) return null;
  const lines: string[] = [];
  for await (const some of decodeLines(bytes, head, encoding))
    for (const { text, line } of some) {
      if (line < first) continue;
      const isOver = (nextLine !== null && line >= nextLine) || (line > first && next.test(text));
      if (!isOver) lines.push(text.slice(0, most.characters));
      if (isOver || end?.test(text) || lines.length > most.lines) return textSource(first, lines);
    }
  return lines.length > 0 ? textSource(first, lines) : null;
}

function textSource(line: number | null, lines: readonly string[]): ImportSource {
  const whole = lines.slice(0, most.lines).join('\n').trimEnd();
  const text = whole.slice(0, most.characters);
  return { kind: 'text', line, text, isCut: lines.length > most.lines || text.length < whole.length };
}

/** The element of XML, or the object of JSON, which is shown with a member in each line. */
async function elementOf(format: ImportFormat, order: SourceOrder): Promise<ImportSource | null> {
  const { path, start, size, name, encoding, part, index, line, rank } = order;
  const trace: RecordTrace = { part, index, line: line ?? 0, rank, text: null };
  const reading = readArticles(openPart(path, start, size), {
    format,
    fileName: name,
    range: { path, start, size },
    choices: { ...ordinaryChoices, encoding },
    trace,
  });
  for await (const _ of reading) if (trace.text !== null) break;
  if (trace.text === null) return null;
  const isXml = trace.text.startsWith('<');
  return textSource(isXml ? line : null, trace.text.split(/\r\n?|\n/));
}

async function rowsOf(
  file: SourceFile,
  format: ImportFormat,
  order: SourceOrder,
): Promise<ImportSource | null> {
  if (format !== 'xlsx') return rowsIn(textTable(csvRows(file, undefined, { skipsEmpty: true })), order);
  try {
    return await rowsIn(workbookTables(workbookParts(file)), order);
  } catch (error) {
    if (error instanceof WrongEntry) return null;
    throw error;
  }
}

async function rowsIn(
  tables: AsyncIterable<Table>,
  { index, mapping }: SourceOrder,
): Promise<ImportSource | null> {
  let headings: readonly string[] = [];
  for await (const part of rowGroups(tables, { ...ordinaryChoices, mapping })) {
    if ('head' in part) headings = part.head.headings?.cells ?? [];
    else if ('group' in part && part.group.index === index) return rowsSource(part.group, headings);
  }
  return null;
}

/** The cells with values, with their headings. */
function rowsSource({ article }: RowGroup, headings: readonly string[]): ImportSource {
  const rows = article
    .filter((row) => !isBroken(row))
    .map(({ line, cells }) => ({
      line,
      cells: cells
        .map((value, at) => ({ heading: headings[at] ?? '', value: value.slice(0, most.cellCharacters) }))
        .filter(({ value }) => value.trim() !== ''),
    }));
  const shown = rows
    .slice(0, most.rows)
    .map(({ line, cells }) => ({ line, cells: cells.slice(0, most.cells) }));
  const isCut = rows.length > most.rows || rows.some(({ cells }) => cells.length > most.cells);
  return { kind: 'rows', rows: shown, isCut };
}
