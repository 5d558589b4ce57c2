import { ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { detectXml } from '../../src/main/formats/detect/detectXml.ts';
import type { Reader } from '../../src/main/formats/reader.ts';
import { isRecord, type ReadProblem, type ReadRecord } from '../../src/main/formats/readRecord.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { textOf } from '../helpers/textOf.ts';

/** Reads a file given as text or bytes with a reader, in pieces of the given size. */
export async function readAll(
  reader: Reader,
  content: string | Uint8Array,
  { pieceSize = 1 << 16, name = 'file', choices = ordinaryChoices } = {},
): Promise<{ records: ReadRecord[]; problems: ReadProblem[] }> {
  const bytes = Buffer.from(content as string);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
  };
  const file = {
    name,
    bytes: pieces(),
    head: bytes.subarray(0, 1 << 16),
    range: null,
    encoding: null,
    detectXml,
  };
  const records: ReadRecord[] = [];
  const problems: ReadProblem[] = [];
  for await (const item of reader(file, choices)) {
    if (isRecord(item)) records.push(item);
    else problems.push(item);
  }
  return { records, problems };
}

/** The only record of a file. */
export async function readOne(reader: Reader, content: string | Uint8Array): Promise<ReadRecord> {
  const { records, problems } = await readAll(reader, content);
  if (records.length !== 1 || problems.length > 0)
    throw new Error(`${records.length} records, ${problems.map(({ message }) => textOf(message)).join(' ')}`);
  return records[0]!;
}

/** The article data of the only record of a file. */
export async function bibjsonOf(reader: Reader, content: string | Uint8Array): Promise<DraftRecord> {
  return (await readOne(reader, content)).record.bibjson as DraftRecord;
}

/** The notes in English. */
export function notesOf({ notes }: ReadRecord): string[] {
  return notes.map((note) => textOf(note));
}
