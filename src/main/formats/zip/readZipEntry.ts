import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { type Message, msg } from '../../../shared/message.ts';
import { megabytes } from '../readRecord.ts';

/** Limits of a zip file (reference/import-formats.md 6). */
export const zipLimits = { entries: 10_000, bytes: 500_000_000 };
/** Unpacked bytes for each packed one. */
export const maxRatio = 100;
/** Packed bytes up to which an entry is unpacked at once: in pieces, most of the time would be spent waiting. */
const maxAtOnce = 1 << 18;
const pieceBytes = 1 << 19;

const stored = 0;
const deflated = 8;

/** The bytes that all entries of a zip file may still have, and what is said if they have more. */
export interface ZipBudget {
  left: number;
  reason: Message;
}

/** As much as any zip file may have. */
export function wholeBudget(bytes: number): ZipBudget {
  return { left: bytes, reason: msg('import.read.zipTooLarge', { size: megabytes(bytes) }) };
}

/** Thrown for an entry that is not what it claims to be, or is too large. */
export class WrongEntry extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super('wrong entry');
    this.reason = reason;
  }
}

/**
 * The contents of an entry. Sizes and ratio are counted while reading, because what the file says of them may be wrong;
 * Entries up to `smallBytes` may have a higher ratio.
 */
export async function* readZipEntry(
  zip: ZipFile,
  entry: Entry,
  budget: ZipBudget,
  smallBytes: number,
): AsyncGenerator<Buffer> {
  const { compressionMethod: method, compressedSize } = entry;
  if (method !== stored && method !== deflated) throw new WrongEntry(msg('import.read.zipMethod'));
  const most = Math.max(smallBytes, compressedSize * maxRatio);
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  let size = 0;
  let sum = 0;
  for await (const piece of unpacked(packed, entry, Math.min(most, budget.left))) {
    size += piece.length;
    budget.left -= piece.length;
    if (budget.left <= 0) throw new WrongEntry(budget.reason);
    if (size > most) throw new WrongEntry(msg('import.read.zipRatio', { ratio: maxRatio }));
    sum = crc32(piece, sum);
    yield piece;
  }
  if (sum !== entry.crc32 || size !== entry.uncompressedSize)
    throw new WrongEntry(msg('import.read.zipDamaged'));
}

/** The pieces of an entry; the last one may exceed `most` bytes in all, so that the caller notices. */
async function* unpacked(packed: Readable, entry: Entry, most: number): AsyncGenerator<Buffer> {
  const { compressionMethod: method, compressedSize, uncompressedSize } = entry;
  const isSmall = compressedSize <= maxAtOnce && uncompressedSize <= most;
  if (method === stored) yield* packed;
  else if (isSmall) {
    const pieces: Buffer[] = [];
    for await (const piece of packed) pieces.push(piece);
    // More bytes than the entry states are an error.
    yield inflateRawSync(Buffer.concat(pieces), { maxOutputLength: Math.max(1, uncompressedSize) });
  } else {
    // The callback is required; errors reach the loop, which reads the stream.
    yield* pipeline(packed, createInflateRaw({ chunkSize: pieceBytes }), () => undefined);
  }
}

/** The name of an entry; it may point outside the folder. */
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
