import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { rowsOfRecord, tableHeadings } from '../tables/tableColumns.ts';
import { escapeXml } from './escapeXml.ts';
import type { Writer } from './writer.ts';
import { writeZip, type ZipPart } from './writeZip.ts';

/** Spreadsheets have 1,048,576 rows; a part of a zip file is smaller than 4 GB. */
const mostRows = 1_000_000;
const mostCharacters = 1_000_000_000;
const pieceLength = 1 << 16;

/** Writes a workbook that loses nothing (`tableColumns.ts`), with as many sheets as its rows need. */
export const writeXlsx: Writer = async function* writeXlsx(records) {
  const source = records[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (!first.done) yield* writeZip(parts(first.value, source));
  } finally {
    await source.return?.();
  }
};

/** The sheets, whose number is known at the end, and then what refers to them. */
async function* parts(first: DraftRecord, source: AsyncIterator<DraftRecord>): AsyncGenerator<ZipPart> {
  let next: IteratorResult<DraftRecord> = { value: first };
  let count = 0;
  async function* sheet(): AsyncGenerator<string> {
    let text = sheetStart + rowXml(tableHeadings, 1);
    let row = 1;
    let characters = 0;
    while (!next.done && row < mostRows && characters < mostCharacters) {
      for (const cells of rowsOfRecord(next.value)) text += rowXml(cells, ++row);
      if (text.length > pieceLength) {
        characters += text.length;
        yield text;
        text = '';
      }
      next = await source.next();
    }
    yield text + sheetEnd;
  }
  while (!next.done) yield { name: `xl/worksheets/sheet${++count}.xml`, content: sheet() };
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  for (const [name, text] of Object.entries(aboutSheets(numbers)))
    yield { name, content: [declaration + text] };
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetStart = `${declaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** The other parts of a workbook (ECMA-376, 12.3). */
function aboutSheets(numbers: readonly number[]): Record<string, string> {
  const each = (text: (number: number) => string) => numbers.map(text).join('');
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${contentTypes}.${type}+xml"/>`;
  const name = (number: number) => (number === 1 ? 'Articles' : `Articles ${number}`);
  return {
    'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relationTypes}"><sheets>${each(
      (number) => `<sheet name="${name(number)}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageNamespace}/relationships">${each(
      (number) =>
        `<Relationship Id="rId${number}" Type="${relationTypes}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}</Relationships>`,
    '_rels/.rels': `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationTypes}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override(
      'workbook',
      'sheet.main',
    )}${each((number) => override(`worksheets/sheet${number}`, 'worksheet'))}</Types>`,
  };
}

function rowXml(cells: readonly string[], row: number): string {
  let text = `<row r="${row}">`;
  for (const [at, cell] of cells.entries()) {
    if (cell !== '')
      text += `<c r="${columnLetter(at)}${row}" t="inlineStr"><is><t xml:space="preserve">${cellXml(cell)}</t></is></c>`;
  }
  return `${text}</row>`;
}

/** The tables have fewer columns than the alphabet letters. */
function columnLetter(at: number): string {
  return String.fromCharCode(65 + at);
}

/**
 * Characters that XML does not allow become `_xFFFF_`, and so does the beginning of what looks like one (ECMA-376,
 * 22.9.2.19).
 */
function cellXml(text: string): string {
  return escapeXml(
    text.replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_').replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, escapeCode),
  );
}

function escapeCode(sign: string): string {
  return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
