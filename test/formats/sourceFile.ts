import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { detectXml } from '../../src/main/formats/detect/detectXml.ts';
import type { SourceFile } from '../../src/main/formats/reader.ts';

/** A file for a reader, in pieces of the given size; `onDisk`: for formats that are not read in order. */
export function sourceFile(
  content: string | Uint8Array,
  { name = 'articles', pieceSize = 1 << 16, onDisk = false } = {},
): SourceFile {
  const bytes = Buffer.from(content as string);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceSize) pieces.push(bytes.subarray(at, at + pieceSize));
  let range: SourceFile['range'] = null;
  if (onDisk) {
    const path = join(mkdtempSync(join(tmpdir(), 'colophon-formats-')), 'spool');
    // In an import the files lie one after another in one file.
    writeFileSync(path, Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]));
    range = { path, start: 6, size: bytes.length };
  }
  return {
    name,
    bytes: Readable.from(pieces),
    head: bytes.subarray(0, 1 << 16),
    range,
    encoding: null,
    detectXml,
  };
}
