import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createDeflateRaw } from 'node:zlib';
import type { ImportTable } from '../../store/imports/importFiles.ts';
import type { ImportFile } from '../../store/imports/importStore.ts';
import type { JobParts } from '../importJob.ts';

/** Larger tables are not kept (reference/import-formats.md 6). */
const maxBytes = 250_000_000;
const blockBytes = 1 << 18;

/** Stores the tables of an import, so that they can be returned with the problems of their rows. */
export async function keepTables(
  { status, files: kept, write }: Pick<JobParts, 'status' | 'files' | 'write'>,
  { path, files, tables }: { path: string; files: readonly ImportFile[]; tables: readonly ImportTable[] },
): Promise<void> {
  for (const table of tables) {
    const { size } = files[table.file]!;
    if (size === 0 || size > maxBytes) continue;
    const start = files.slice(0, table.file).reduce((sum, file) => sum + file.size, 0);
    let block = 0;
    for await (const bytes of compressed(path, start, size)) {
      const part = { ...table, importId: status.id, block: block++, bytes };
      const store = () => {
        kept.add(part);
        return false;
      };
      await write(store);
    }
  }
}

async function* compressed(path: string, start: number, size: number): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { start, end: start + size - 1 });
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  let pieces: Buffer[] = [];
  let length = 0;
  // The callback is required; errors reach the loop, which reads the stream.
  for await (const piece of pipeline(source, deflate, () => undefined)) {
    pieces.push(piece);
    length += piece.length;
    if (length < blockBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces);
}
