import { read } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { SourceFile } from './reader.ts';

export interface OpenZip {
  zip: ZipFile;
  close(): Promise<void>;
}

const pieceBytes = 1 << 16;

/** Names are decoded and checked by the caller, so that a wrong one does not end the reading. */
const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };

/** Opens a zip file where it is on the disk, or in memory if it is a stream. Throws if it is not one. */
export async function openZip({ bytes, range }: SourceFile): Promise<OpenZip> {
  if (range === null) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    const zip = await fromBufferPromise(Buffer.concat(pieces), options);
    return { zip, close: async () => zip.close() };
  }
  const file = await open(range.path);
  try {
    const zip = await fromRandomAccessReaderPromise(new FilePart(file, range.start), range.size, options);
    return { zip, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a part of a file as if it were a file of its own. */
class FilePart extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #start: number;

  constructor(file: FileHandle, start: number) {
    super();
    this.#file = file;
    this.#start = start;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end));
  }

  /** A stream of the file itself would close it. */
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const length = Math.min(pieceBytes, end - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, this.#start + at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    read(this.#file.fd, buffer, offset, length, this.#start + position, (error, count) =>
      callback(error ?? (count < length ? new Error('unexpected end') : null)),
    );
  }

  /** The file is closed by its owner. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}
