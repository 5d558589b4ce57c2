import { isUtf8 } from 'node:buffer';
import { detectEncoding } from '../formats/decodeText.ts';

export interface DecodedLine {
  /** Without its line end. */
  text: string;
  /** From 1. */
  line: number;
  /** True if its bytes are not UTF-8, so that they were read as Windows-1252. */
  isGuessed: boolean;
}

const NEWLINE = 10;

/**
 * The lines of a text file. Without a byte order mark a file is UTF-8; a line that is not is read as Windows-1252, which
 * old programs write (reference/import-decisions.md).
 */
export async function* decodeLines(
  bytes: AsyncIterable<Uint8Array>,
  head: Uint8Array,
): AsyncGenerator<DecodedLine> {
  const { name, skip } = detectEncoding(head);
  let line = 0;
  for await (const { text, isGuessed } of name === 'utf-8'
    ? utf8Lines(bytes, skip)
    : wideLines(bytes, name, skip)) {
    yield { text: text.endsWith('\r') ? text.slice(0, -1) : text, line: ++line, isGuessed };
  }
}

async function* utf8Lines(bytes: AsyncIterable<Uint8Array>, skip: number) {
  const latin = new TextDecoder('windows-1252');
  const decode = (part: Buffer) =>
    isUtf8(part)
      ? { text: part.toString('utf8'), isGuessed: false }
      : { text: latin.decode(part), isGuessed: true };
  let parts: Buffer[] = [];
  let left = skip;
  for await (const piece of bytes) {
    const used = Math.min(left, piece.length);
    left -= used;
    const buffer = Buffer.from(piece.buffer, piece.byteOffset + used, piece.length - used);
    let from = 0;
    for (let at = buffer.indexOf(NEWLINE); at >= 0; at = buffer.indexOf(NEWLINE, from)) {
      parts.push(buffer.subarray(from, at));
      yield decode(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
      parts = [];
      from = at + 1;
    }
    if (from < buffer.length) parts.push(Buffer.from(buffer.subarray(from)));
  }
  if (parts.length > 0) yield decode(Buffer.concat(parts));
}

async function* wideLines(bytes: AsyncIterable<Uint8Array>, name: string, skip: number) {
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  let rest = '';
  let left = skip;
  for await (const piece of bytes) {
    const used = Math.min(left, piece.length);
    left -= used;
    const lines = (rest + decoder.decode(piece.subarray(used), { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { text, isGuessed: false };
  }
  rest += decoder.decode();
  if (rest !== '') yield { text: rest, isGuessed: false };
}
