import { isAscii, isUtf8 } from 'node:buffer';
import { type Message, msg } from '../../../shared/message.ts';
import { detectEncoding } from './decodeText.ts';
import { type Decoder, openDecoder } from './encodings.ts';
import { guessEncoding } from './guessEncoding.ts';

export interface DecodedLine {
  /** Without its line end. */
  text: string;
  /** From 1. */
  line: number;
  /** What to tell about a line that is not in ASCII and whose encoding was guessed; else null. */
  guess: Message | null;
  /** True if it exceeds the maximum length; its text is then empty. */
  isTooLong: boolean;
}

type Part = Omit<DecodedLine, 'line'>;
/** The bytes of a line; null if it is too long. */
type RawLine = Buffer | null;

const NEWLINE = 10;
const RETURN = 13;
const maxLineBytes = 8_000_000;
const tooLong: Part = { text: '', guess: null, isTooLong: true };
const blank: Part = { text: '', guess: null, isTooLong: false };
const noBytes = Buffer.alloc(0);

/** How far a file is read ahead to guess its encoding, and how many bytes of its lines that are not ASCII are considered. */
const ahead = { bytes: 4_000_000, considered: 200_000 };

/**
 * The lines of a text file, as many at once as a piece of it has, because waiting for each would cost more than reading it.
 * They end in a line feed, a carriage return or both. Without a byte order mark or the user's choice (`chosen`) a file is
 * UTF-8; one that is not is read in the likeliest encoding. Where most lines are UTF-8 nevertheless, the others are read
 * as Windows-1252, which old programs write (reference/import-decisions.md).
 */
export async function* decodeLines(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
  chosen: string | null = null,
): AsyncGenerator<DecodedLine[]> {
  const { name, skip } = detectEncoding(head, chosen);
  const rest = withoutFirst(bytes, skip);
  const isWide = /^utf-(?:16|32)/.test(name);
  const read = isWide ? wideLines(rest, name) : narrowLines(rest, skip === 0 && chosen === null, name);
  let line = 0;
  for await (const some of read)
    yield some.map(({ text, guess, isTooLong }) => ({ text, guess, isTooLong, line: ++line }));
}

async function* withoutFirst(bytes: AsyncIterable<Uint8Array>, skip: number): AsyncGenerator<Buffer> {
  let left = skip;
  for await (const piece of bytes) {
    const used = Math.min(left, piece.length);
    left -= used;
    yield Buffer.from(piece.buffer, piece.byteOffset + used, piece.length - used);
  }
}

/** Lines of an encoding whose line ends are those of ASCII. */
async function* narrowLines(
  pieces: AsyncIterable<Buffer>,
  mayGuess: boolean,
  name: string,
): AsyncGenerator<Part[]> {
  let decode = name === 'utf-8' ? await utf8Line() : lineIn(await openDecoder(name), null);
  let isOpen = mayGuess;
  /** The lines before that are UTF-8, and not ASCII. */
  let good = 0;
  const raw = rawLines(pieces);
  for (let next = await raw.next(); !next.done; next = await raw.next()) {
    const lines = next.value;
    const parts = lines.map(decode);
    if (!isOpen || parts.every(({ guess }) => guess === null)) {
      if (isOpen)
        for (const [at, { text }] of parts.entries()) if (text.length < (lines[at]?.length ?? 0)) good++;
      yield parts;
      continue;
    }
    isOpen = false;
    const waiting = [lines];
    for (let size = 0; size < ahead.bytes; ) {
      const { value, done } = await raw.next();
      if (done) break;
      waiting.push(value);
      size += value.reduce((sum, line) => sum + (line?.length ?? 0), 0);
    }
    decode = (await guessedLine(waiting.flat(), good)) ?? decode;
    for (const some of waiting) yield some.map(decode);
  }
}

function countLines(lines: readonly RawLine[]): { good: number; bad: number } {
  let good = 0;
  let bad = 0;
  for (const line of lines) {
    if (!line || line.length === 0 || isAscii(line)) continue;
    if (isUtf8(line)) good++;
    else bad++;
  }
  return { good, bad };
}

type DecodeLine = (line: RawLine) => Part;

async function utf8Line(): Promise<DecodeLine> {
  const name = 'Windows-1252';
  const other = lineIn(await openDecoder(name), msg('import.note.guessedEncoding', { name }));
  return (line) => {
    if (!line || line.length === 0) return line ? blank : tooLong;
    if (!isUtf8(line)) return other(line);
    return { text: line.toString('utf8'), guess: null, isTooLong: false };
  };
}

function lineIn(decoder: Decoder, guess: Message | null): DecodeLine {
  return (line) => {
    if (!line || line.length === 0) return line ? blank : tooLong;
    if (isAscii(line)) return { text: line.toString('latin1'), guess: null, isTooLong: false };
    return { text: decoder.decode(line), guess, isTooLong: false };
  };
}

/** How to read lines of which some are not UTF-8, after `before` that are; null if most are UTF-8. */
async function guessedLine(lines: readonly RawLine[], before: number): Promise<DecodeLine | null> {
  const { good, bad } = countLines(lines);
  if (before + good >= bad) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for (const line of lines) {
    if (!line || isAscii(line)) continue;
    parts.push(line, Buffer.from('\n'));
    size += line.length + 1;
    if (size > ahead.considered) break;
  }
  const { name, isCertain } = await guessEncoding(Buffer.concat(parts));
  const note = isCertain ? 'import.note.guessedEncoding' : 'import.note.doubtfulEncoding';
  return lineIn(await openDecoder(name), msg(note, { name }));
}

async function* rawLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<RawLine[]> {
  let parts: Buffer[] = [];
  let length = 0;
  let isAfterReturn = false;
  const finish = (last: Buffer): RawLine => {
    if (length + last.length === 0) return noBytes;
    const isTooLong = length + last.length > maxLineBytes;
    const line = parts.length === 0 || isTooLong ? last : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    return isTooLong ? null : line;
  };
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    const lines: RawLine[] = [];
    let from = isAfterReturn && piece[0] === NEWLINE ? 1 : 0;
    let newline = piece.indexOf(NEWLINE, from);
    let carriage = piece.indexOf(RETURN, from);
    while (newline >= 0 || carriage >= 0) {
      const at = newline < 0 || (carriage >= 0 && carriage < newline) ? carriage : newline;
      lines.push(at === from && length === 0 ? noBytes : finish(piece.subarray(from, at)));
      from = at === carriage && newline === at + 1 ? at + 2 : at + 1;
      if (newline >= 0 && newline < from) newline = piece.indexOf(NEWLINE, from);
      if (carriage >= 0 && carriage < from) carriage = piece.indexOf(RETURN, from);
    }
    isAfterReturn = piece.at(-1) === RETURN;
    length += piece.length - from;
    if (length > maxLineBytes) parts = [];
    else if (from < piece.length) parts.push(Buffer.from(piece.subarray(from)));
    yield lines;
  }
  if (length > 0) yield [finish(noBytes)];
}

async function* wideLines(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<Part[]> {
  const decoder = await openDecoder(name);
  let parts: string[] = [];
  let length = 0;
  let isAfterReturn = false;
  const finish = (last: string): Part => {
    const isTooLong = (length + last.length) * 2 > maxLineBytes;
    const text = isTooLong ? '' : [...parts, last].join('');
    parts = [];
    length = 0;
    return { text, guess: null, isTooLong };
  };
  for await (const piece of pieces) {
    const decoded = decoder.decode(piece, { stream: true });
    if (decoded === '') continue;
    const lines = (isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded).split(/\r\n?|\n/);
    isAfterReturn = decoded.endsWith('\r');
    const rest = lines.pop()!;
    yield lines.map(finish);
    length += rest.length;
    if (length * 2 > maxLineBytes) parts = [];
    else parts.push(rest);
  }
  const rest = decoder.decode();
  if (length + rest.length > 0) yield [finish(rest)];
}
