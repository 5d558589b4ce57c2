import type { ImportFormat } from '../../shared/draft/importing.ts';
import { type Message, msg } from '../../shared/message.ts';
import { CrossrefRecords } from './crossrefRecords.ts';
import { decodeText, detectEncoding, type TextPiece, xmlEncoding } from './decodeText.ts';
import { JsonRecords } from './jsonRecords.ts';
import {
  fewNotes,
  isRecord,
  maxXmlBytes,
  megabytes,
  mostProblems,
  type ReadItem,
  type ReadProblem,
} from './readRecord.ts';

export { isRecord, type ReadItem, type ReadProblem, type ReadRecord } from './readRecord.ts';

export interface ReadOptions {
  /** `auto`: detected from the first bytes, whatever the file's name is. */
  format: ImportFormat | 'auto';
  /** Its extension decides between JSON and JSON lines if the content is ambiguous. */
  fileName: string;
  /** Ends the reading by throwing its reason. */
  signal?: AbortSignal;
  /** Called with the format once it is known. */
  onFormat?: (format: ImportFormat) => void;
}

const headBytes = 1 << 16;

/** Reads articles in order, or problems with their position. Only `source` and `signal` make it throw. */
export async function* readArticles(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const pieces = stopping(source, options.signal)[Symbol.asyncIterator]();
  try {
    const head = await readHead(pieces);
    const whole = withHead(head.bytes, pieces);
    const format =
      options.format === 'auto' ? detectFormat(head.bytes, head.isAll, options.fileName) : options.format;
    if (typeof format !== 'string') {
      yield format;
      return;
    }
    options.onFormat?.(format);
    yield* bounded(
      format === 'crossref' ? readCrossref(whole, head.bytes) : readJson(whole, head.bytes, format),
    );
  } finally {
    await pieces.return?.(undefined);
  }
}

/** Limits items to what users can look through: a hostile file may have a problem in every byte. */
async function* bounded(items: AsyncIterable<ReadItem>): AsyncGenerator<ReadItem> {
  let problems = 0;
  for await (const item of items) {
    if (isRecord(item)) yield { ...item, notes: fewNotes(item.notes) };
    else if (++problems <= mostProblems) yield item;
    else {
      const message = msg('import.read.tooManyProblems', { count: mostProblems });
      yield { index: null, line: item.line, message };
      return;
    }
  }
}

async function* stopping(source: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
  for await (const piece of source) {
    signal?.throwIfAborted();
    yield piece;
  }
}

async function readHead(pieces: AsyncIterator<Uint8Array>): Promise<{ bytes: Buffer; isAll: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isAll = false;
  while (length < headBytes && !isAll) {
    const { value, done } = await pieces.next();
    if (done) isAll = true;
    else {
      parts.push(value);
      length += value.length;
    }
  }
  return { bytes: Buffer.concat(parts), isAll };
}

async function* withHead(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The format of a file by its beginning, or the format it seems to have instead. */
function detectFormat(head: Buffer, isAll: boolean, fileName: string): ImportFormat | ReadProblem {
  const encoding = detectEncoding(head);
  const text =
    encoding.name === 'utf-8'
      ? head.toString('latin1', encoding.skip, headBytes)
      : new TextDecoder(encoding.name).decode(head.subarray(encoding.skip, headBytes));
  const start = text.trimStart();
  if (start.startsWith('<')) return 'crossref';
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return isByLine(start, isAll, fileName) ? 'jsonl' : 'json';
  return { index: null, line: start === '' ? null : 1, message: notReadable(start) };
}

function notReadable(start: string): Message {
  if (start === '') return msg('import.read.empty');
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('\u00d0\u00cf\u0011\u00e0'))
    return msg('import.read.archive');
  if (start.startsWith('\u001f\u008b')) return msg('import.read.gzip');
  if (start.startsWith('%PDF')) return msg('import.read.pdf');
  // BibTeX has commas at the end of its lines, like a table.
  if (/^(?:%.*\s+)*@\w+\s*[{(]/.test(start)) return msg('import.read.bibtex');
  if (/^TY {2}- /.test(start)) return msg('import.read.ris');
  return isTable(start) ? msg('import.read.csv') : msg('import.read.unknownFormat');
}

/** Returns true if the first line has column separators and the second, if any, has at least as many. */
function isTable(start: string): boolean {
  const [first = '', second = ''] = start.split('\n', 2);
  return [',', ';', '\t'].some((sign) => {
    const columns = first.split(sign).length;
    return columns > 1 && (second === '' || second.split(sign).length >= columns);
  });
}

/** Returns true if text follows a complete object on the first line, or a later one is not indented. */
function isByLine(text: string, isAll: boolean, fileName: string): boolean {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return true;
  const lines = text.split('\n');
  if (!isAll || lines.at(-1)?.trim() === '') lines.pop();
  if (isAll && lines.filter((line) => line.trim() !== '').length < 2) return false;
  return lines.some((line) => line.startsWith('{') && isObject(line));
}

function isObject(line: string): boolean {
  if (!line.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

async function* readJson(
  pieces: AsyncIterable<Uint8Array>,
  head: Buffer,
  format: 'json' | 'jsonl',
): AsyncGenerator<ReadItem> {
  const records = new JsonRecords({ byLine: format === 'jsonl' });
  const encoding = detectEncoding(head);
  let skip = encoding.name === 'utf-8' ? encoding.skip : 0;
  const utf8 = encoding.name === 'utf-8' ? pieces : asUtf8(decodeText(pieces, encoding));
  try {
    for await (const piece of utf8) {
      records.feed(skip > 0 ? piece.subarray(skip) : piece);
      skip = 0;
      for (let item = records.next(); item !== null; item = records.next()) yield item;
    }
  } catch (error) {
    yield undecodable(error);
    return;
  }
  records.finish();
  for (let item = records.next(); item !== null; item = records.next()) yield item;
}

async function* asUtf8(pieces: AsyncIterable<TextPiece>): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) yield Buffer.from(text, 'utf8');
}

async function* readCrossref(pieces: AsyncIterable<Uint8Array>, head: Buffer): AsyncGenerator<ReadItem> {
  const encoding = xmlEncoding(head);
  if (!('name' in encoding)) {
    yield encoding;
    return;
  }
  const records = new CrossrefRecords();
  const size = { bytes: 0 };
  try {
    for await (const { text, badLines } of decodeText(capped(pieces, size), encoding)) {
      records.markBadLines(badLines);
      yield* records.feed(text);
    }
  } catch (error) {
    yield undecodable(error);
    return;
  }
  if (size.bytes > maxXmlBytes)
    yield {
      index: null,
      line: null,
      message: msg('import.read.xmlTooLarge', { size: megabytes(maxXmlBytes) }),
    };
  else yield* records.finish();
}

/** Ends before the piece that would exceed the limit; `size` returns the total. */
async function* capped(
  pieces: AsyncIterable<Uint8Array>,
  size: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    size.bytes += piece.length;
    if (size.bytes > maxXmlBytes) return;
    yield piece;
  }
}

/** Turns an error of a decoder into a problem; other errors are not the file's. */
function undecodable(error: unknown): ReadProblem {
  if (!(error instanceof TypeError)) throw error;
  return { index: null, line: null, message: msg('import.read.undecodable') };
}
