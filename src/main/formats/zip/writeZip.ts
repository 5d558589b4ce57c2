import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipPart {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** The earliest date that zip files can store, so that the same records give the same file. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** The bytes of a zip file, written in order while its parts arrive. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  let current: Readable | null = null;
  async function addAll(): Promise<void> {
    for await (const { name, content } of parts) {
      current = Readable.from(content, { objectMode: false });
      zip.addReadStream(current, name, options);
      await finished(current);
    }
    zip.end();
  }
  const added = addAll().catch((error) => void output.destroy(error));
  try {
    yield* output;
  } finally {
    // The reader may have stopped early.
    (current as Readable | null)?.destroy();
    await added;
  }
}
