import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

const pieceBytes = 1 << 18;

/** A byte range of the file that holds all files of an import, one after another. */
export function openPart(path: string, start: number, size: number): AsyncIterable<Uint8Array> {
  if (size === 0) return Readable.from([]);
  return createReadStream(path, { highWaterMark: pieceBytes, start, end: start + size - 1 });
}
