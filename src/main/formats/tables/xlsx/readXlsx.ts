import type { Reader } from '../../reader.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';
import { readTables } from '../readTables.ts';
import { workbookParts } from './workbookParts.ts';
import { workbookTables } from './workbookTables.ts';

/** Reads all sheets of an Excel workbook that have article headings, including hidden ones, whose articles are marked. */
export const readXlsx: Reader = async function* readXlsx(file, choices) {
  const parts = (file.range && file.unpack?.(file.range)) ?? workbookParts(file);
  try {
    yield* readTables(workbookTables(parts), choices);
  } catch (error) {
    if (!(error instanceof WrongEntry)) throw error;
    yield { index: null, line: null, message: error.reason };
  }
};
