import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  offset: number;
  sum: number;
  packed: number;
  size: number;
}

/** Sizes follow the content of each entry (bit 3), and names are UTF-8 (bit 11). */
const flags = 0x0808;
const version = 20;
const deflated = 8;
/** The first day that zip files can name, 1 January 1980: the same records give the same file. */
const date = 0x21;

/** The bytes of a zip file (APPNOTE.TXT 6.3), written in order while its parts arrive; each is smaller than 4 GB. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const entry: Written = { name: Buffer.from(name), offset, sum: 0, packed: 0, size: 0 };
    const header = Buffer.concat([localHeader(entry), entry.name]);
    yield header;
    const source = Readable.from(counted(content, entry), { objectMode: false });
    // The callback is required; errors reach the loop, which reads the stream.
    for await (const piece of pipeline(source, createDeflateRaw(), () => undefined)) {
      entry.packed += piece.length;
      yield piece;
    }
    const sizes = descriptor(entry);
    yield sizes;
    offset += header.length + entry.packed + sizes.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.flatMap((entry) => [directoryHeader(entry), entry.name]));
  yield directory;
  yield directoryEnd(written.length, directory.length, offset);
}

async function* counted(content: ZipPart['content'], entry: Written): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text);
    entry.size += bytes.length;
    entry.sum = crc32(bytes, entry.sum);
    yield bytes;
  }
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function descriptor({ sum, packed, size }: Written): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(sum, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function directoryHeader({ name, offset, sum, packed, size }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(deflated, 10);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(sum, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return header;
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
