import { WrongEntry } from '../../zip/readZipEntry.ts';
import { type BrokenRow, isBroken, type TableRow } from '../tableRow.ts';
import type { WorkbookZip } from './workbookZip.ts';

/** Cells that are shown as one; rows from 1, columns from 0. */
interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const maxMerges = 100_000;
const mergeCell = /<(?:\w+:)?mergeCell\s[^>]*\bref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g;
/** Longer than the tag of one. */
const overlap = 200;

/**
 * The merged cells of a sheet, in the order of their first rows. They are stored behind the rows, so they are searched for in
 * the bytes first, which takes a small part of the time of reading its XML.
 */
export async function sheetMerges(zip: WorkbookZip, path: string): Promise<Merge[]> {
  const merges = new Map<string, Merge>();
  let rest = '';
  try {
    for await (const piece of zip.read(path)) {
      if (rest === '' && !piece.includes('mergeCell')) continue;
      const text = rest + piece.toString('latin1');
      for (const [, from = '', to = ''] of text.matchAll(mergeCell)) {
        if (merges.size === maxMerges) return sorted(merges);
        merges.set(from, {
          top: rowOf(from),
          bottom: rowOf(to),
          left: columnNumber(from)!,
          right: columnNumber(to)!,
        });
      }
      rest = text.slice(-overlap);
    }
  } catch (error) {
    // Reading the rows says what is wrong.
    if (!(error instanceof WrongEntry)) throw error;
  }
  return sorted(merges);
}

function sorted(merges: ReadonlyMap<string, Merge>): Merge[] {
  return [...merges.values()].sort((a, b) => a.top - b.top);
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)![0]);
}

/** Gives each row what it has of merged cells: the value of one that begins above, and whether one goes across. */
export function withMerges(merges: readonly Merge[]): (row: TableRow | BrokenRow) => TableRow | BrokenRow {
  let next = 0;
  let open: { merge: Merge; text: string }[] = [];
  return (row) => {
    if (merges.length === 0 || isBroken(row)) return row;
    open = open.filter(({ merge }) => merge.bottom >= row.line);
    const above = open;
    let isAcross = false;
    for (; next < merges.length && merges[next]!.top <= row.line; next++) {
      const merge = merges[next]!;
      if (merge.top !== row.line) continue;
      isAcross ||= merge.right > merge.left;
      const text = row.cells[merge.left] ?? '';
      if (merge.bottom > merge.top && text !== '') open = [...open, { merge, text }];
    }
    if (above.length === 0 && !isAcross) return row;
    const merged = new Map(above.map(({ merge, text }) => [merge.left, text]));
    return { ...row, ...(merged.size > 0 && { merged }), ...(isAcross && { isAcross: true as const }) };
  };
}

const maxLetters = 4;

/** The place, from 0, of the column in a reference such as `AB12`. */
export function columnNumber(reference: string | undefined): number | null {
  if (reference === undefined) return null;
  let column = 0;
  for (let at = 0; at < reference.length && at <= maxLetters; at++) {
    const code = reference.charCodeAt(at);
    if (code >= 48 && code <= 57) return column === 0 ? null : column - 1;
    if (code < 65 || code > 90) return null;
    column = column * 26 + code - 64;
  }
  return null;
}
