import { type Message, msg } from '../../../../shared/message.ts';
import { maxTextRecord, megabytes } from '../../readRecord.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';
import { type BrokenRow, isBroken, maxColumns, type TableRow } from '../tableRow.ts';
import { RichText } from './richText.ts';
import { columnNumber, sheetMerges, withMerges } from './sheetMerges.ts';
import { sheetValue } from './sheetValue.ts';
import type { Workbook } from './workbook.ts';
import type { WorkbookZip } from './workbookZip.ts';
import { type PartHandler, readPart } from './xmlPart.ts';

/** The maximum number of cells read from a sheet, including empty ones between others. */
const maxCells = 50_000_000;
/** Characters in the cells of a sheet. */
const maxCharacters = 250_000_000;
/**
 * Empty cells before one that is stored, and characters of one that refers to a shared text: a small file may have a cell in
 * the last column of every row, or refer to one long text from every cell. Beyond the first ones, both grow with the file.
 */
const [freeGaps, gapsOfCell] = [200_000, 100];
const [freeCharacters, charactersOfCell] = [5_000_000, 400];

/** The rows of a sheet in order, with what is stored of each cell. A broken sheet ends with a problem. */
export async function* sheetRows(
  zip: WorkbookZip,
  path: string,
  workbook: Workbook,
  isHidden = false,
): AsyncGenerator<TableRow | BrokenRow> {
  const rows = new RowCollector(workbook);
  if (!zip.has(path)) {
    yield { line: 1, broken: msg('import.read.sheetMissing') };
    return;
  }
  const merge = withMerges(await sheetMerges(zip, path));
  const hide = (row: TableRow | BrokenRow) =>
    isHidden && !isBroken(row) ? { ...row, hidden: 'sheet' as const } : row;
  try {
    for await (const _ of readPart(zip.read(path), rows))
      for (const row of rows.take()) yield hide(merge(row));
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
    yield* rows.take();
    yield { line: rows.line, broken: error.reason };
  }
}

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
  hasFormula: boolean;
}

class RowCollector implements PartHandler {
  readonly #workbook: Workbook;
  #rows: (TableRow | BrokenRow)[] = [];
  #cellCount = 0;
  /** Cells that are stored in the sheet, and empty ones before them. */
  #stored = 0;
  #gaps = 0;
  /** The number of the row being read. */
  line = 0;
  #cells: string[] = [];
  /** The column of a cell that does not state it. */
  #nextColumn = 0;
  #marks: Required<Pick<TableRow, 'dates' | 'rounded' | 'formulas'>> | null = null;
  #typed: Map<number, string> | null = null;
  #cell: Cell | null = null;
  #isValue = false;
  /** The text of a cell that stands in it. */
  readonly #rich = new RichText();
  /** Characters in the cells of the row, and of the sheet. */
  #length = 0;
  #characters = 0;
  /** Of these, in cells that refer to a shared text. */
  #sharedCharacters = 0;
  #isHidden = false;
  /** Why the row cannot be read. */
  #broken: Message | null = null;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  /** The rows that are complete. */
  take(): (TableRow | BrokenRow)[] {
    return this.#rows.splice(0);
  }

  open = (name: string, attributes: Record<string, string>): void => {
    switch (name) {
      case 'row':
        this.line = rowNumber(attributes.r) ?? this.line + 1;
        this.#cells = [];
        this.#nextColumn = 0;
        this.#marks = null;
        this.#typed = null;
        this.#length = 0;
        this.#broken = null;
        this.#isHidden = attributes.hidden === '1' || attributes.hidden === 'true';
        return;
      case 'c': {
        const column = columnNumber(attributes.r) ?? this.#nextColumn;
        this.#nextColumn = column + 1;
        if (column >= maxColumns)
          this.#broken = msg('import.read.tooManyColumns', { count: column + 1, most: maxColumns });
        this.#cell = {
          column,
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          text: '',
          hasFormula: false,
        };
        return;
      }
      case 'f':
        if (this.#cell) this.#cell.hasFormula = true;
        return;
      case 'v':
        this.#isValue = true;
        return;
    }
    this.#rich.open(name, attributes);
  };

  text = (text: string): void => {
    if (!this.#cell) return;
    if (this.#isValue) this.#cell.text += text;
    else this.#rich.text(text);
  };

  close = (name: string): void => {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else this.#rich.close(name);
  };

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    const inline = this.#rich.take();
    if (!cell || this.#broken) return;
    cell.text += inline;
    const { column } = cell;
    const { text, mark, shown } = sheetValue(cell, this.#workbook);
    if (shown !== undefined) {
      this.#typed ??= new Map();
      this.#typed.set(column, shown);
    }
    if (mark !== null) {
      this.#marks ??= { dates: new Set(), rounded: new Set(), formulas: new Set() };
      (this.#marks[mark] as Set<number>).add(column);
    }
    this.#stored++;
    if (cell.type === 's') this.#sharedCharacters += text.length;
    if (text === '') return;
    this.#length += text.length;
    if (this.#length > maxTextRecord) {
      this.#broken = msg('import.read.recordTooLarge', { size: megabytes(maxTextRecord) });
      this.#cells = [];
      return;
    }
    this.#gaps += Math.max(0, column - this.#cells.length);
    if (this.#gaps > freeGaps + gapsOfCell * this.#stored)
      throw new WrongEntry(msg('import.read.mostlyEmpty'));
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = text;
  }

  #endRow(): void {
    this.#cellCount += this.#cells.length;
    if (this.#cellCount > maxCells) throw new WrongEntry(msg('import.read.tooManyCells', { most: maxCells }));
    this.#characters += this.#length;
    const { bytes } = this.#workbook.texts;
    const allowed = freeCharacters + 2 * bytes + charactersOfCell * this.#stored;
    const isTooLarge = this.#characters > maxCharacters;
    if (isTooLarge || this.#sharedCharacters > allowed)
      throw new WrongEntry(
        msg('import.read.sheetTooLarge', { size: megabytes(isTooLarge ? maxCharacters : allowed) }),
      );
    if (this.#broken) this.#rows.push({ line: this.line, broken: this.#broken });
    else if (this.#cells.length > 0 || this.#marks) {
      this.#rows.push({
        line: this.line,
        cells: this.#cells,
        ...this.#marks,
        ...(this.#typed && { typed: this.#typed }),
        ...(this.#isHidden && { hidden: 'row' as const }),
      });
    }
  }
}

function rowNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null;
}
