import {
  isRecord,
  type ReadItem,
  type ReadProblem,
  type ReadRecord,
  readArticles,
} from '../../src/main/formats/readArticles.ts';
import type { ImportFormat } from '../../src/shared/draft/fileFormats.ts';

export interface Read {
  items: ReadItem[];
  records: ReadRecord[];
  problems: ReadProblem[];
  format: ImportFormat | null;
}

/** Reads a file given as text or bytes, split into pieces of the given size. */
export async function readText(
  content: string | Uint8Array,
  options: { format?: ImportFormat; fileName?: string; pieceSize?: number; signal?: AbortSignal } = {},
): Promise<Read> {
  let format: ImportFormat | null = null;
  const items: ReadItem[] = [];
  const source = inPieces(Buffer.from(content as string), options.pieceSize ?? 1 << 20);
  const reading = readArticles(source, {
    format: options.format ?? 'auto',
    fileName: options.fileName ?? 'articles',
    onFormat: (found) => {
      format = found;
    },
    ...(options.signal ? { signal: options.signal } : {}),
  });
  for await (const item of reading) items.push(item);
  const problems = items.filter((item): item is ReadProblem => !isRecord(item));
  return { items, records: items.filter(isRecord), problems, format };
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** An article with this title, as JSON. */
export function article(title: string): { bibjson: { title: string } } {
  return { bibjson: { title } };
}

export function titles(read: Read): unknown[] {
  return read.records.map(({ record }) => (record.bibjson as { title?: unknown } | undefined)?.title);
}
