import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { type Message, msg } from '../../shared/message.ts';
import { megabytes } from './readRecord.ts';

/** Limits of a zip file (reference/import-formats.md 6). */
export const zipLimits = { entries: 10_000, bytes: 500_000_000 };
/** Unpacked bytes for each packed one. */
const mostRatio = 100;

/** Thrown for an entry that is not what it says or is too large. */
export class WrongEntry extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super('wrong entry');
    this.reason = reason;
  }
}

/**
 * The contents of an entry. Sizes and ratio are counted while reading, because what the file says of them may be wrong;
 * `budget` has the bytes that all entries may still have. Entries as small as `smallBytes` may be packed more tightly.
 */
export async function readZipEntry(
  zip: ZipFile,
  entry: Entry,
  budget: { left: number },
  smallBytes: number,
): Promise<AsyncIterable<Buffer>> {
  const most = Math.max(smallBytes, entry.compressedSize * mostRatio);
  let size = 0;
  let sum = 0;
  const checking = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      budget.left -= piece.length;
      sum = crc32(piece, sum);
      if (budget.left <= 0)
        done(new WrongEntry(msg('import.read.zipTooLarge', { size: megabytes(zipLimits.bytes) })));
      else if (size > most) done(new WrongEntry(msg('import.read.zipRatio', { ratio: mostRatio })));
      else done(null, piece);
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new WrongEntry(msg('import.read.zipDamaged')));
    },
  });
  const packed = await zip.openReadStreamPromise(entry);
  packed.on('error', (error) => checking.destroy(error));
  checking.on('close', () => packed.destroy());
  return packed.pipe(checking);
}

/** The name of an entry, which may lead out of the folder. */
export function entryName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

/** Why a zip file or an entry of it cannot be read; other errors are thrown again. */
export function zipProblem(error: unknown): Message {
  if (error instanceof WrongEntry) return error.reason;
  // The disk, not the file, is to blame.
  if (!(error instanceof Error) || 'syscall' in error) throw error;
  return msg('import.read.zipDamaged');
}
