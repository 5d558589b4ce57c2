import { isUtf8 } from 'node:buffer';
import { detectEncoding } from './decodeText.ts';

export interface DecodedLine {
  /** Without its line end. */
  text: string;
  /** From 1. */
  line: number;
  /** True if its bytes are not UTF-8, so that they were read as Windows-1252. */
  isGuessed: boolean;
  /** True if it exceeds the maximum length; its text is then empty. */
  isTooLong: boolean;
}

type Part = Pick<DecodedLine, 'text' | 'isGuessed' | 'isTooLong'>;

const NEWLINE = 10;
const RETURN = 13;
const maxLineBytes = 8_000_000;
const tooLong: Part = { text: '', isGuessed: false, isTooLong: true };
const blank: Part = { text: '', isGuessed: false, isTooLong: false };

/**
 * The lines of a text file, as many at once as a piece of it has, because waiting for each would cost more than reading it.
 * They end in a line feed, a carriage return or both. Without a byte order mark a file is
 * UTF-8; a line that is not is read as Windows-1252, which old programs write (reference/import-decisions.md).
 */
export async function* decodeLines(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
): AsyncGenerator<DecodedLine[]> {
  const { name, skip } = detectEncoding(head);
  const rest = withoutFirst(bytes, skip);
  let line = 0;
  for await (const parts of name === 'utf-8' ? utf8Lines(rest) : wideLines(rest, name))
    yield parts.map(({ text, isGuessed, isTooLong }) => ({ text, isGuessed, isTooLong, line: ++line }));
}

async function* withoutFirst(bytes: AsyncIterable<Uint8Array>, skip: number): AsyncGenerator<Buffer> {
  let left = skip;
  for await (const piece of bytes) {
    const used = Math.min(left, piece.length);
    left -= used;
    yield Buffer.from(piece.buffer, piece.byteOffset + used, piece.length - used);
  }
}

async function* utf8Lines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Part[]> {
  const latin = new TextDecoder('windows-1252');
  let parts: Buffer[] = [];
  let length = 0;
  let isAfterReturn = false;
  const finish = (last: Buffer): Part => {
    if (length + last.length === 0) return blank;
    const isTooLong = length + last.length > maxLineBytes;
    const line = parts.length === 0 || isTooLong ? last : Buffer.concat([...parts, last]);
    parts = [];
    length = 0;
    if (isTooLong) return tooLong;
    const isGuessed = !isUtf8(line);
    return { text: isGuessed ? latin.decode(line) : line.toString('utf8'), isGuessed, isTooLong };
  };
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    const lines: Part[] = [];
    let from = isAfterReturn && piece[0] === NEWLINE ? 1 : 0;
    let newline = piece.indexOf(NEWLINE, from);
    let carriage = piece.indexOf(RETURN, from);
    while (newline >= 0 || carriage >= 0) {
      const at = newline < 0 || (carriage >= 0 && carriage < newline) ? carriage : newline;
      lines.push(at === from && length === 0 ? blank : finish(piece.subarray(from, at)));
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
  if (length > 0) yield [finish(Buffer.alloc(0))];
}

async function* wideLines(pieces: AsyncIterable<Buffer>, name: string): AsyncGenerator<Part[]> {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  let parts: string[] = [];
  let length = 0;
  let isAfterReturn = false;
  const finish = (last: string): Part => {
    const isTooLong = (length + last.length) * 2 > maxLineBytes;
    const text = isTooLong ? '' : [...parts, last].join('');
    parts = [];
    length = 0;
    return { text, isGuessed: false, isTooLong };
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
