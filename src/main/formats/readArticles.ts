import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import type { Json } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { type Choices, ordinaryChoices } from './articleOf.ts';
import { detectFormat, isZip } from './detect/detectFormat.ts';
import { detectXml } from './detect/detectXml.ts';
import { readHead, withHead } from './detect/fileHead.ts';
import { formats } from './formats.ts';
import type { RecordTrace, SourceFile } from './reader.ts';
import {
  fewNotes,
  isRecord,
  maxCharacters,
  maxProblems,
  maxRecords,
  type ReadItem,
  type ReadProblem,
  type ReadRecord,
  smallRecords,
  textTooLong,
} from './readRecord.ts';
import { repairRecord, seemsDecodedTwice } from './repairTexts.ts';

export { isRecord, type ReadItem, type ReadProblem, type ReadRecord } from './readRecord.ts';

export interface ReadOptions {
  /** `auto`: detected from the content, whatever the file's name is. */
  format: ImportFormat | 'auto';
  /** Its extension decides between JSON and JSON lines if the content is ambiguous. */
  fileName: string;
  /** Where the bytes are on the disk, for formats that are not read in order. */
  range?: SourceFile['range'];
  choices?: Choices;
  trace?: RecordTrace;
  /** Ends the reading by throwing its reason. */
  signal?: AbortSignal;
  /** Called with the format once it is known. */
  onFormat?: (format: ImportFormat) => void;
}

/** Reads articles in order, or problems with their position. Only `source` and `signal` make it throw. */
export async function* readArticles(
  source: AsyncIterable<Uint8Array>,
  { fileName: name, range = null, choices = ordinaryChoices, signal, trace, ...options }: ReadOptions,
): AsyncGenerator<ReadItem> {
  const counter = { bytes: 0 };
  const pieces = stopping(source, signal, counter)[Symbol.asyncIterator]();
  try {
    const head = await readHead(pieces);
    const file: SourceFile = {
      name,
      bytes: withHead(head.bytes, pieces),
      head: head.bytes,
      encoding: choices.encoding,
      range,
      detectXml,
      ...(trace && { trace }),
    };
    const format = options.format === 'auto' ? await detectFormat(file, head.isAll) : options.format;
    if (typeof format !== 'string') {
      yield format;
      return;
    }
    options.onFormat?.(format);
    const read = await formats[format].read();
    const bytesOfRecord = isZip(head.bytes) ? smallRecords.packedBytes : smallRecords.bytes;
    // Formats that are not read in order do not consume the stream.
    const mayHave = () => smallRecords.free + Math.max(counter.bytes, range?.size ?? 0) / bytesOfRecord;
    yield* bounded(repaired(read(file, choices), choices), mayHave, signal);
  } finally {
    await pieces.return?.(undefined);
  }
}

/** Readers that take records over as they are leave texts that were decoded twice. */
async function* repaired(items: AsyncIterable<ReadItem>, choices: Choices): AsyncGenerator<ReadItem> {
  for await (const item of items) {
    if (!isRecord(item) || choices.isAsItIs || item.notes.some(({ key }) => key === seemsDecodedTwice)) {
      yield item;
      continue;
    }
    const { record, notes } = repairRecord(item.record, choices);
    yield notes.length === 0 ? item : { ...item, record, notes: [...item.notes, ...notes] };
  }
}

/** Limits items to what users can look through: a hostile file may have a problem in every byte. */
async function* bounded(
  items: AsyncIterable<ReadItem>,
  mayHave: () => number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ReadItem> {
  let records = 0;
  let problems = 0;
  for await (const item of items) {
    signal?.throwIfAborted();
    if (isRecord(item) && ++records > maxRecords) {
      const message = msg('import.read.tooManyRecords', { total: maxRecords });
      yield { index: null, line: item.line, message };
      return;
    }
    if (isRecord(item) && records > smallRecords.free && records > mayHave()) {
      const message = msg('import.read.recordsTooSmall', { total: records - 1 });
      yield { index: null, line: item.line, message };
      return;
    }
    const checked = isRecord(item) && someText(item.record, isTooLong) ? tooLong(item) : item;
    if (isRecord(checked)) yield { ...checked, notes: fewNotes(notesOf(checked)) };
    else if (++problems <= maxProblems) yield checked;
    else {
      const message = msg('import.read.tooManyProblems', { count: maxProblems });
      yield { index: null, line: item.line, message };
      return;
    }
  }
}

function tooLong({ index, line, part }: ReadRecord): ReadProblem {
  const place = part === undefined ? { index, line } : { index, line, part };
  return { ...place, message: textTooLong() };
}

/** Readers that keep a record with bytes that do not fit its encoding have U+FFFD in their place. */
function notesOf({ record, notes }: ReadRecord): Message[] {
  return someText(record, isDamaged) ? [...notes, msg('import.note.lostCharacters')] : notes;
}

const isTooLong = (text: string) => text.length > maxCharacters;
const isDamaged = (text: string) => text.includes('\ufffd');

function someText(value: Json, isFound: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isFound(value);
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some((inner) => someText(inner, isFound));
}

async function* stopping(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
  counter: { bytes: number },
) {
  for await (const piece of source) {
    signal?.throwIfAborted();
    counter.bytes += piece.length;
    yield piece;
  }
}
