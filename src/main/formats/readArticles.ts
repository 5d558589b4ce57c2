import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import type { Json, JsonObject } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { undecodedTwice } from '../../shared/text/decodedTwice.ts';
import { type Choices, ordinaryChoices } from './article/choices.ts';
import { repairRecord, seemsDecodedTwice } from './article/repairTexts.ts';
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

export { isRecord, type ReadItem, type ReadProblem, type ReadRecord } from './readRecord.ts';

export interface ReadOptions {
  /** `auto`: detected from the content, whatever the file's name is. */
  format: ImportFormat | 'auto';
  /** Its extension decides between JSON and JSON lines if the content is ambiguous. */
  fileName: string;
  /** Where the bytes are on the disk, for formats that are not read in order. */
  range?: SourceFile['range'];
  choices?: Choices;
  unpack?: SourceFile['unpack'];
  trace?: RecordTrace;
  /** Ends the reading by throwing its reason. */
  signal?: AbortSignal;
  /** Called with the format once it is known. */
  onFormat?: (format: ImportFormat) => void;
}

/** Reads articles in order, or problems with their position. Only `source` and `signal` make it throw. */
export async function* readArticles(
  source: AsyncIterable<Uint8Array>,
  { fileName: name, range = null, choices = ordinaryChoices, signal, trace, unpack, ...options }: ReadOptions,
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
      ...(unpack && { unpack }),
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
    yield* bounded(read(file, choices), choices, mayHave, signal);
  } finally {
    await pieces.return?.(undefined);
  }
}

/** Limits items to what users can look through: a hostile file may have a problem in every byte. */
async function* bounded(
  items: AsyncIterable<ReadItem>,
  choices: Choices,
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
    const checked = isRecord(item) ? checkedTexts(item, choices) : item;
    if (isRecord(checked) || ++problems <= maxProblems) yield checked;
    else {
      const message = msg('import.read.tooManyProblems', { count: maxProblems });
      yield { index: null, line: item.line, message };
      return;
    }
  }
}

/** The record with the repair of its texts and the notes on them. One walk through all texts suffices for nearly all records. */
function checkedTexts(item: ReadRecord, choices: Choices): ReadItem {
  if (!someText(item.record, isExtraordinary)) return { ...item, notes: fewNotes(item.notes) };
  const repaired = repairedTexts(item, choices);
  if (someText(repaired.record, isTooLong)) return tooLong(repaired);
  return { ...repaired, notes: fewNotes(notesOf(repaired)) };
}

/** Readers that take records over as they are leave texts that were decoded twice. */
function repairedTexts(item: ReadRecord, choices: Choices): ReadRecord {
  if (choices.isAsItIs || item.notes.some(({ key }) => key === seemsDecodedTwice)) return item;
  const { record, notes } = repairRecord(item.record, choices);
  return notes.length === 0 ? item : { ...item, record, notes: [...item.notes, ...notes] };
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
const isExtraordinary = (text: string) => isTooLong(text) || isDamaged(text) || undecodedTwice(text) !== null;

function someText(value: Json, isFound: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isFound(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((inner) => someText(inner, isFound));
  // A list of its members, for each object of each record, would take longer than the search.
  for (const name in value) if (someText((value as JsonObject)[name]!, isFound)) return true;
  return false;
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
