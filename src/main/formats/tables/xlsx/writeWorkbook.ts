import { escapeXml } from '../../xml/escapeXml.ts';
import { writeZip, type ZipPart } from '../../zip/writeZip.ts';

export interface Sheet {
  name: string;
  rows: AsyncIterable<SheetRow>;
}

export interface SheetRow {
  /** From 1, larger than that of the row above. */
  number: number;
  cells: readonly string[];
}

const pieceLength = 1 << 16;

/** Writes a workbook of texts. The rows of a sheet are read before the next sheet is asked for. */
export function writeWorkbook(sheets: AsyncIterable<Sheet>): AsyncGenerator<Buffer> {
  return writeZip(parts(sheets));
}

/** The sheets, whose number is known only at the end, and then the parts that refer to them. */
async function* parts(sheets: AsyncIterable<Sheet>): AsyncGenerator<ZipPart> {
  const names: string[] = [];
  for await (const { name, rows } of sheets) {
    names.push(name);
    yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(rows) };
  }
  for (const [name, text] of Object.entries(aboutSheets(names)))
    yield { name, content: [declaration + text] };
}

async function* sheetXml(rows: AsyncIterable<SheetRow>): AsyncGenerator<string> {
  let text = sheetStart;
  for await (const row of rows) {
    text += rowXml(row);
    if (text.length <= pieceLength) continue;
    yield text;
    text = '';
  }
  yield text + sheetEnd;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetStart = `${declaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const sheetEnd = '</sheetData></worksheet>';

/** The other parts of a workbook (ECMA-376, 12.3). */
function aboutSheets(names: readonly string[]): Record<string, string> {
  const each = (text: (number: number, name: string) => string) =>
    names.map((name, at) => text(at + 1, name)).join('');
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${contentTypes}.${type}+xml"/>`;
  return {
    'xl/workbook.xml': `<workbook xmlns="${mainNamespace}" xmlns:r="${relationTypes}"><sheets>${each(
      (number, name) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
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

function rowXml({ number, cells }: SheetRow): string {
  let text = `<row r="${number}">`;
  for (const [at, cell] of cells.entries()) {
    if (cell !== '')
      text += `<c r="${columnLetters(at)}${number}" t="inlineStr"><is><t xml:space="preserve">${cellXml(cell)}</t></is></c>`;
  }
  return `${text}</row>`;
}

/** A, B, …, Z, AA, … */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last;
}

/**
 * Characters that XML does not allow become `_xFFFF_`; so does the start of text that looks like such an escape
 * (ECMA-376, 22.9.2.19).
 */
function cellXml(text: string): string {
  return escapeXml(
    text.replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_').replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, escapeCode),
  );
}

function escapeCode(sign: string): string {
  return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
