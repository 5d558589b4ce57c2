import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** The SHA-256 of a file of any size, as hex digits; blocks meanwhile. */
export function hashOfFile(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const handle = openSync(file, 'r');
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece))
      hash.update(piece.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}
