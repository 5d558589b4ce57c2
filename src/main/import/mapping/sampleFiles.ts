import { type ImportFormat, isTable } from '../../../shared/draft/fileFormats.ts';
import { encodingAt } from '../../../shared/draft/importEncodings.ts';
import { detectFormat } from '../../formats/detect/detectFormat.ts';
import { detectXml } from '../../formats/detect/detectXml.ts';
import { readHead, withHead } from '../../formats/detect/fileHead.ts';
import type { SourceFile } from '../../formats/reader.ts';
import { csvRows } from '../../formats/tables/csv/csvRows.ts';
import { textTable } from '../../formats/tables/csv/readTextTable.ts';
import { sampleTables, type TableSample } from '../../formats/tables/sampleTables.ts';
import { workbookParts } from '../../formats/tables/xlsx/workbookParts.ts';
import { workbookTables } from '../../formats/tables/xlsx/workbookTables.ts';
import { WrongEntry } from '../../formats/zip/readZipEntry.ts';
import type { ImportFile } from '../../store/imports/importStore.ts';
import { openPart } from '../openPart.ts';

/** The tables in the files of an import. */
export interface FileSamples {
  samples: TableSample[];
  /** Of the last file with a table; null if there is none. */
  format: ImportFormat | null;
}

/** Files that are stored one after another, and how they are read. */
export interface StoredFiles {
  path: string;
  files: readonly ImportFile[];
  /** Null: detected for each file. */
  format: ImportFormat | null;
  /** Of all files, if the user said so. */
  encoding: string | null;
  /** Of files that show none, by their place among the files. */
  encodings: Readonly<Record<string, string>>;
}

/** Further tables are mapped like these. */
const maxTables = 50;

/** Samples the tables among files that are stored one after another; files that cannot be read are skipped. */
export async function sampleFiles(order: StoredFiles, options: { isWhole: boolean }): Promise<FileSamples> {
  const found: FileSamples = { samples: [], format: null };
  let start = 0;
  for (const [at, { name, size }] of order.files.entries()) {
    if (found.samples.length >= maxTables) break;
    const pieces = openPart(order.path, start, size)[Symbol.asyncIterator]();
    try {
      const { bytes: head, isAll } = await readHead(pieces);
      const range = { path: order.path, start, size };
      const encoding = encodingAt(order, at);
      const file: SourceFile = { name, bytes: withHead(head, pieces), head, encoding, range, detectXml };
      const format = order.format ?? (await detectFormat(file, isAll));
      if (typeof format === 'string' && isTable(format)) {
        found.samples.push(...(await sampleFile(file, format, options)));
        found.format = format;
      }
    } catch (error) {
      // The problem is reported when the file is read.
      if (!(error instanceof WrongEntry)) throw error;
    } finally {
      await pieces.return?.(undefined);
    }
    start += size;
  }
  return found;
}

async function sampleFile(
  file: SourceFile,
  format: ImportFormat,
  options: { isWhole: boolean },
): Promise<TableSample[]> {
  if (format !== 'xlsx') return sampleTables(textTable(csvRows(file)), options);
  return sampleTables(workbookTables(workbookParts(file)), options);
}
