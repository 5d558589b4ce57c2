import { isAscii, isUtf8 } from 'node:buffer';
import { type Message, msg } from '../../../shared/message.ts';
import { detectEncoding } from './decodeText.ts';
import { type Decoder, openDecoder } from './encodings.ts';
import { type GuessedEncoding, guessEncoding } from './guessEncoding.ts';

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

/** Bytes of whole lines; null for a line that is too long. */
type Block = Buffer | null;

const NEWLINE = 10;
const RETURN = 13;
const ESCAPE = 27;
const maxLineBytes = 8_000_000;

/** How far a file is read ahead to guess its encoding, and how many bytes of its lines that are not ASCII are considered. */
const ahead = { bytes: 4_000_000, considered: 200_000 };

/**
 * The lines of a text file, as many at once as a piece of it has, because waiting for each would cost more than reading it.
 * They end in a line feed, a carriage return or both. Without a byte order mark or the user's choice (`chosen`) a file is
 * UTF-8; one that is not is read in the likeliest encoding. Where most lines are UTF-8 nevertheless, the others are read
 * as Windows-1252, which old programs write (reference/import-decisions.md). A line with some damaged characters is UTF-8.
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
  for await (const some of read) {
    for (const one of some) one.line = ++line;
    yield some;
  }
}

/** A line whose number is not known yet. */
function decoded(text: string, guess: Message | null = null): DecodedLine {
  const isTooLong = text.length > maxLineBytes / 3 && Buffer.byteLength(text) > maxLineBytes;
  return { text: isTooLong ? '' : text, guess: isTooLong ? null : guess, isTooLong, line: 0 };
}

function tooLong(): DecodedLine {
  return { text: '', guess: null, isTooLong: true, line: 0 };
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
): AsyncGenerator<DecodedLine[]> {
  let decode = name === 'utf-8' ? await utf8Lines() : linesIn(await openDecoder(name), null);
  let isOpen = mayGuess;
  /** The lines before that are UTF-8, and not ASCII. */
  let good = 0;
  const blocks = lineBlocks(pieces);
  for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
    const block = next.value;
    if (!isOpen || !block || isUtf8(block)) {
      const lines = decode(block);
      if (isOpen && block) good += lines.filter(({ text }) => notAscii.test(text)).length;
      yield lines;
      continue;
    }
    isOpen = false;
    const waiting = await readAhead(block, blocks);
    const guess = await guessOf(waiting, good);
    if (guess) {
      const note = guess.isCertain ? 'import.note.guessedEncoding' : 'import.note.doubtfulEncoding';
      decode = linesIn(await openDecoder(guess.name), msg(note, { name: guess.name }));
    }
    for (const one of waiting) yield decode(one);
  }
}

const notAscii = /[^\0-\x7f]/;

function countLines(blocks: readonly Block[]): { good: number; bad: number } {
  let good = 0;
  let bad = 0;
  for (const line of linesNotAscii(blocks)) {
    if (isNearlyUtf8(line)) good++;
    else bad++;
  }
  return { good, bad };
}

function* linesNotAscii(blocks: readonly Block[]): Generator<Buffer> {
  for (const block of blocks) {
    if (!block || isAscii(block)) continue;
    for (const line of splitBytes(block)) if (!isAscii(line)) yield line;
  }
}

/** U+FFFD in UTF-8, which a program that read a damaged file wrote. */
const writtenLoss = Buffer.from('\ufffd');
/** Letters of Latin, Greek and Cyrillic script, and punctuation. */
const usual = /^[\0-\x7f\u00a0-\u017f\u0370-\u045f\u0490\u0491\u2010-\u2027\u202f\u20ac\u2116\ufffd]*$/;

/** True for UTF-8 in which most characters are whole: in another encoding hardly any would be. */
function isNearlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  const text = bytes.toString('utf8');
  let damaged = text.split('\ufffd').length - 1;
  for (let at = bytes.indexOf(writtenLoss); at >= 0; at = bytes.indexOf(writtenLoss, at + 3)) damaged--;
  const whole = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - damaged;
  return whole > damaged || (whole === damaged && usual.test(text));
}

type DecodeBlock = (block: Block) => DecodedLine[];

async function utf8Lines(): Promise<DecodeBlock> {
  const name = 'Windows-1252';
  const other = lineIn(await openDecoder(name), msg('import.note.mixedEncoding', { name }));
  const lineOf = (line: Buffer) => (isNearlyUtf8(line) ? decoded(line.toString('utf8')) : other(line));
  return (block) => {
    if (!block) return [tooLong()];
    // A string for the whole block costs much less than a buffer for each line.
    return isUtf8(block)
      ? splitText(block.toString('utf8')).map((text) => decoded(text))
      : splitBytes(block).map(lineOf);
  };
}

function linesIn(decoder: Decoder, guess: Message | null): DecodeBlock {
  const lineOf = lineIn(decoder, guess);
  return (block) => (block ? splitBytes(block).map(lineOf) : [tooLong()]);
}

function lineIn(decoder: Decoder, guess: Message | null): (line: Buffer) => DecodedLine {
  // Encodings that switch between character sets use the bytes of ASCII for all of them.
  return (line) =>
    isAscii(line) && !line.includes(ESCAPE)
      ? decoded(line.toString('latin1'))
      : decoded(decoder.decode(line), guess);
}

/** A guess with the text on which it is based: lines that are not ASCII. */
export interface FileGuess extends GuessedEncoding {
  sample: Buffer;
}

/** The encoding in which `decodeLines` reads a file by its text alone; null if the file shows its encoding, or most of its lines are UTF-8. */
export async function guessedFile(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
): Promise<FileGuess | null> {
  const { name, skip } = detectEncoding(head);
  if (name !== 'utf-8' || skip > 0) return null;
  const blocks = lineBlocks(withoutFirst(bytes, 0));
  let good = 0;
  for (let next = await blocks.next(); !next.done; next = await blocks.next()) {
    const block = next.value;
    if (block && !isUtf8(block)) return guessOf(await readAhead(block, blocks), good);
    if (block) good += countLines([block]).good;
  }
  return null;
}

/**
 * The same for a file that is read as a whole, as XML and JSON are: a few damaged characters in a file that is UTF-8
 * otherwise are no other encoding. If it states another one (`isStated`) and all of its text is UTF-8 nevertheless, the
 * statement is wrong.
 */
export async function guessedWhole(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
  isStated: boolean,
): Promise<FileGuess | null> {
  if (isStated) {
    const sample = await utf8Sample(bytes);
    return sample.length === 0 ? null : { name: 'UTF-8', isCertain: true, sample };
  }
  const guess = await guessedFile(bytes, head);
  return guess && !isNearlyUtf8(guess.sample) ? guess : null;
}

/** Text of a file that is not ASCII; empty if it is not all UTF-8. */
async function utf8Sample(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const block of lineBlocks(withoutFirst(bytes, 0))) {
    if (!block || !isUtf8(block)) return Buffer.alloc(0);
    for (const line of size > ahead.considered ? [] : linesNotAscii([block])) {
      parts.push(line, Buffer.from('\n'));
      size += line.length + 1;
    }
  }
  return Buffer.concat(parts);
}

async function readAhead(first: Block, blocks: AsyncGenerator<Block>): Promise<Block[]> {
  const waiting = [first];
  for (let size = 0; size < ahead.bytes; ) {
    const { value, done } = await blocks.next();
    if (done) break;
    waiting.push(value);
    size += value?.length ?? 0;
  }
  return waiting;
}

/** The encoding of lines of which some are not UTF-8, after `before` that are; null if most are UTF-8. */
async function guessOf(blocks: readonly Block[], before: number): Promise<FileGuess | null> {
  const { good, bad } = countLines(blocks);
  if (before + good >= bad) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for (const line of linesNotAscii(blocks)) {
    parts.push(line, Buffer.from('\n'));
    size += line.length + 1;
    if (size > ahead.considered) break;
  }
  const sample = Buffer.concat(parts);
  return { ...(await guessEncoding(sample)), sample };
}

/** The pieces of a file, cut at ends of lines. */
async function* lineBlocks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Block> {
  let parts: Buffer[] = [];
  let length = 0;
  let isAfterReturn = false;
  for await (const piece of pieces) {
    let rest = isAfterReturn && piece[0] === NEWLINE ? piece.subarray(1) : piece;
    if (piece.length > 0) isAfterReturn = piece.at(-1) === RETURN;
    if (length > maxLineBytes) {
      const end = firstEnd(rest);
      if (end < 0) continue;
      yield null;
      length = 0;
      rest = rest.subarray(end);
    }
    const end = Math.max(rest.lastIndexOf(NEWLINE), rest.lastIndexOf(RETURN)) + 1;
    if (end > 0) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]);
      parts = [];
      length = 0;
    }
    length += rest.length - end;
    if (length > maxLineBytes) parts = [];
    else if (end < rest.length) parts.push(Buffer.from(rest.subarray(end)));
  }
  if (length > 0) yield length > maxLineBytes ? null : Buffer.concat(parts);
}

/** Where the first line of `bytes` ends, with its line end; -1 if it does not. */
function firstEnd(bytes: Buffer): number {
  const [newline, carriage] = [bytes.indexOf(NEWLINE), bytes.indexOf(RETURN)];
  if (carriage < 0 || (newline >= 0 && newline < carriage)) return newline < 0 ? -1 : newline + 1;
  return newline === carriage + 1 ? newline + 1 : carriage + 1;
}

/** The lines of a block, without their ends. */
function splitBytes(block: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < block.length; at++) {
    const byte = block[at];
    if (byte !== NEWLINE && byte !== RETURN) continue;
    lines.push(block.subarray(from, at));
    if (byte === RETURN && block[at + 1] === NEWLINE) at++;
    from = at + 1;
  }
  if (from < block.length) lines.push(block.subarray(from));
  return lines;
}

/** The same for a text. */
function splitText(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function* wideLines(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<DecodedLine[]> {
  const decoder = await openDecoder(name);
  let parts: string[] = [];
  let length = 0;
  let isAfterReturn = false;
  const finish = (last: string): DecodedLine => {
    const isTooLong = (length + last.length) * 2 > maxLineBytes;
    const line = isTooLong ? tooLong() : decoded([...parts, last].join(''));
    parts = [];
    length = 0;
    return line;
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
