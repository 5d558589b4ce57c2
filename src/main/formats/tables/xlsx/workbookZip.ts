import type { Entry } from 'yauzl';
import { msg } from '../../../../shared/message.ts';
import type { SourceFile } from '../../reader.ts';
import { type OpenZip, openZip } from '../../zip/openZip.ts';
import {
  entryName,
  readZipEntry,
  WrongEntry,
  wholeBudget,
  zipLimits,
  zipProblem,
} from '../../zip/readZipEntry.ts';

/** The parts of a workbook, which may be read more than once. */
export interface WorkbookZip {
  has: (path: string) => boolean;
  /** The contents of a part. Throws `WrongEntry` if it is missing, broken or too large. */
  read: (path: string) => AsyncGenerator<Buffer>;
  close: () => Promise<void>;
}

/** Sheets of short, similar rows compress very well. */
const smallBytes = 4_000_000;

/** Opens a workbook, whose parts may hold `most` bytes; throws `WrongEntry` if it is not a zip file. */
export async function openWorkbook(
  file: Pick<SourceFile, 'bytes' | 'range'>,
  most: number = zipLimits.bytes,
): Promise<WorkbookZip> {
  const opened = await openZip(file).catch(rethrow);
  const budget = wholeBudget(most);
  /** Each sheet is read twice: first for its merged cells, which stand behind the rows. */
  const again = wholeBudget(most);
  const read = new Set<string>();
  try {
    const entries = await entriesOf(opened).catch(rethrow);
    return {
      has: (path) => entries.has(path),
      read: async function* (path) {
        const entry = entries.get(path);
        if (!entry) throw new WrongEntry(msg('import.read.zipDamaged'));
        if (entry.isEncrypted()) throw new WrongEntry(msg('import.read.zipEncrypted'));
        try {
          const own = read.has(path) ? again : budget;
          read.add(path);
          yield* readZipEntry(opened.zip, entry, own, smallBytes);
        } catch (error) {
          rethrow(error);
        }
      },
      close: opened.close,
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function entriesOf({ zip }: OpenZip): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= zipLimits.entries)
      throw new WrongEntry(msg('import.read.zipTooManyEntries', { count: zipLimits.entries }));
    entries.set(entryName(entry), entry);
  }
  return entries;
}

function rethrow(error: unknown): never {
  throw new WrongEntry(zipProblem(error));
}
