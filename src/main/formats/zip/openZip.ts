import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { SourceFile } from '../reader.ts';

export interface OpenZip {
  zip: ZipFile;
  close(): Promise<void>;
}

const blockBytes = 1 << 18;
/** Entries and the directory of a zip file are read in turn. */
const maxBlocks = 4;

/** The caller decodes and checks names, so that an invalid one does not end the reading. */
const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };

/** Opens a zip file where it is on the disk, or in memory if it is a stream. Throws if it is not one. */
export async function openZip({ bytes, range }: Pick<SourceFile, 'bytes' | 'range'>): Promise<OpenZip> {
  if (range === null) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    const zip = await fromBufferPromise(Buffer.concat(pieces), options);
    return { zip, close: async () => zip.close() };
  }
  const file = await open(range.path);
  try {
    const zip = await fromRandomAccessReaderPromise(new FilePart(file, range), range.size, options);
    return { zip, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads part of a file as a file of its own, in large blocks, because zip files have many small entries. */
class FilePart extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #start: number;
  readonly #size: number;
  /** The most recently used blocks by number, the latest last. */
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(file: FileHandle, { start, size }: { start: number; size: number }) {
    super();
    this.#file = file;
    this.#start = start;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end));
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer.subarray(offset, offset + length), position).then(
      () => callback(null),
      (error) => callback(error as Error),
    );
  }

  /** The file is closed by its owner. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async #copy(target: Buffer, position: number): Promise<void> {
    let done = 0;
    for await (const piece of this.#pieces(position, position + target.length))
      done += piece.copy(target, done);
    if (done < target.length) throw new Error('unexpected end');
  }

  /** A stream of the file itself would close it. */
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const number = Math.floor(at / blockBytes);
      const from = at - number * blockBytes;
      const piece = (await this.#block(number)).subarray(from, from + end - at);
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }

  #block(number: number): Promise<Buffer> {
    const block = this.#blocks.get(number) ?? this.#read(number);
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    for (const oldest of this.#blocks.keys()) if (this.#blocks.size > maxBlocks) this.#blocks.delete(oldest);
    return block;
  }

  async #read(number: number): Promise<Buffer> {
    const length = Math.max(0, Math.min(blockBytes, this.#size - number * blockBytes));
    const block = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const at = this.#start + number * blockBytes + done;
      const { bytesRead } = await this.#file.read(block, done, length - done, at);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return block.subarray(0, done);
  }
}
