import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs';

/** Records handled so far, and their total. */
export interface ExportProgress {
  done: number;
  total: number;
}

/** Milliseconds between two reports. */
const reportEvery = 100;
/** Characters collected before each write. */
const pieceLength = 1 << 18;

/**
 * Writes a file and returns its size in bytes. Yields its progress now and then, and continues only when the caller
 * asks for more.
 */
export async function* writePieces(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  progress: () => ExportProgress,
): AsyncGenerator<ExportProgress, number> {
  const file = openSync(path, 'w', 0o600);
  try {
    let text = '';
    let reportAt = performance.now() + reportEvery;
    for await (const piece of pieces) {
      if (typeof piece === 'string') text += piece;
      else {
        writeFileSync(file, text);
        writeFileSync(file, piece);
        text = '';
      }
      if (text.length > pieceLength) {
        writeFileSync(file, text);
        text = '';
      }
      if (performance.now() < reportAt) continue;
      yield progress();
      reportAt = performance.now() + reportEvery;
    }
    writeFileSync(file, text);
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}
