/**
 * The cells of one record of a CSV file (RFC 4180), or null if its quotation marks break the rules. `isLenient`: those
 * inside cells are text, so only a cell without closing quotation mark breaks them.
 */
export function csvCells(text: string, separator: string, { isLenient = false } = {}): string[] | null {
  const cells: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const start = afterBlanks(text, from);
    const cell = text[start] === '"' ? quotedCell(text, start, separator) : null;
    if (cell?.end === null) return null;
    if (cell && text.startsWith(separator, cell.end)) {
      cells.push(cell.value);
      from = cell.end + separator.length;
    } else if (cell?.end === text.length) {
      cells.push(cell.value);
      return cells;
    } else {
      const end = text.indexOf(separator, cell?.end ?? from);
      const plain = text.slice(from, end < 0 ? undefined : end).trim();
      if (!isLenient && plain.includes('"')) return null;
      cells.push(plain);
      if (end < 0) return cells;
      from = end + separator.length;
    }
  }
  return cells;
}

interface QuotedCell {
  value: string;
  /** The position after the closing quotation mark and blanks; null if the mark is missing. */
  end: number | null;
}

/** The cell whose opening quotation mark is at `start`. */
function quotedCell(text: string, start: number, separator: string): QuotedCell {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value, end: null };
    if (text[quote + 1] !== '"') {
      value += text.slice(from, quote);
      return { value, end: text.startsWith(separator, quote + 1) ? quote + 1 : afterBlanks(text, quote + 1) };
    }
    value += text.slice(from, quote + 1);
    from = quote + 2;
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}
