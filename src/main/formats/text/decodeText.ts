import { isUtf8 } from 'node:buffer';
import { msg } from '../../../shared/message.ts';
import type { ReadProblem } from '../readRecord.ts';
import { type Decoder, knownEncoding, openDecoder, ownDecoder } from './encodings.ts';

/** A piece of decoded text, and the lines of the file in it that are invalid in its encoding. */
export interface TextPiece {
  text: string;
  badLines: number[];
}

/** How to decode the bytes of a file; the first `skip` bytes are a byte order mark. */
export interface Encoding {
  name: string;
  skip: number;
}

const NEWLINE = 10;
/** In place of bytes that do not fit an encoding. */
const replacement = '\ufffd';

const marks: readonly (readonly [name: string, hex: string])[] = [
  ['utf-32le', 'fffe0000'],
  ['utf-32be', '0000feff'],
  ['utf-16le', 'fffe'],
  ['utf-16be', 'feff'],
];

/**
 * The encoding shown by a byte order mark, else the one that the user chose, else UTF-16 or UTF-32 if the zero bytes beside
 * ASCII characters show it, or ISO-2022-JP if it switches between character sets, otherwise UTF-8.
 */
export function detectEncoding(head: Uint8Array, chosen: string | null = null): Encoding {
  const skip = utf8Marks(head);
  if (skip > 0) return { name: 'utf-8', skip };
  const start = Buffer.from(head.subarray(0, 4)).toString('hex');
  const marked = marks.find(([, mark]) => start.startsWith(mark));
  if (marked) return { name: marked[0], skip: marked[1].length / 2 };
  return { name: chosen ?? wideEncoding(head) ?? (isSwitched(head) ? 'iso-2022-jp' : 'utf-8'), skip: 0 };
}

/** Enough to see how characters are written. */
const seenBytes = 4_000;

/** The encoding of several bytes for each character in which the bytes are text. */
function wideEncoding(head: Uint8Array): string | null {
  const start = head.subarray(0, Math.min(seenBytes, head.length & ~3 || head.length & ~1));
  if (!start.includes(0)) return null;
  const isText = (name: string) => {
    const text = ownDecoder(name)!.decode(start, { stream: true });
    return text !== '' && /[\n\r -~]/.test(text) && !/[^\P{C}\t\n\r\p{Cf}]/u.test(text);
  };
  return ['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be'].find(isText) ?? null;
}

/** Japanese mail and old systems switch to characters of two bytes by `ESC $ B`; no text in UTF-8 has these signs. */
function isSwitched(head: Uint8Array): boolean {
  return ['\u001b$B', '\u001b$@'].some((sign) => Buffer.from(head).includes(sign));
}

/** The bytes of UTF-8 byte order marks: programs that put one before a file do so even if it has one. */
function utf8Marks(head: Uint8Array): number {
  let at = 0;
  while (head[at] === 0xef && head[at + 1] === 0xbb && head[at + 2] === 0xbf) at += 3;
  return at;
}

/** The beginning of a file as text, to look for signs of its format: UTF-8 gives a character for each byte. */
export function headText(head: Buffer): string {
  const { name, skip } = detectEncoding(head);
  const bytes = head.subarray(skip, 1 << 16);
  return name === 'utf-8' ? bytes.toString('latin1') : ownDecoder(name)!.decode(bytes);
}

/**
 * The encoding by the first bytes, else the one that the user chose, else as declared in XML that begins after `skip` bytes;
 * a problem if nothing decodes it.
 */
export async function xmlEncoding(
  head: Buffer,
  skip: number,
  chosen: string | null = null,
): Promise<Encoding | ReadProblem> {
  const found = detectEncoding(head, chosen);
  const encoding = { name: found.name, skip: Math.max(skip, found.skip) };
  if (found.skip > 0 || found.name !== 'utf-8' || chosen !== null) return encoding;
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'<>]+)["']/.exec(
    head.toString('latin1', skip, skip + 400),
  )?.[1];
  // A declaration that is readable as ASCII cannot be in UTF-16 or UTF-32.
  if (declared === undefined || /^(?:utf-?(?:16|32)|ucs-?[24])/i.test(declared)) return encoding;
  const name = await knownEncoding(declared);
  if (name !== null) return { name, skip };
  return { index: null, line: 1, message: msg('import.read.unknownEncoding', { name: declared }) };
}

/** The text of a whole XML document in the encoding that it declares: also a repository's, although OAI-PMH has only UTF-8. */
export async function xmlText(bytes: Buffer): Promise<string> {
  const encoding = await xmlEncoding(bytes.subarray(0, 1_000), 0);
  if (!('name' in encoding)) return bytes.toString('utf8');
  let text = '';
  for await (const piece of decodeText(once(bytes), encoding)) text += piece.text;
  return text;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bytes that do not fit the encoding become U+FFFD, and their lines are returned. The text begins at `line`. */
export async function* decodeText(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  line = 1,
): AsyncGenerator<TextPiece> {
  const decode =
    encoding.name === 'utf-8' ? utf8Decoder(line) : otherDecoder(await openDecoder(encoding.name), line);
  let skip = encoding.skip;
  for await (const piece of pieces) {
    const used = Math.min(skip, piece.length);
    skip -= used;
    yield decode(piece.subarray(used), false);
  }
  yield decode(new Uint8Array(0), true);
}

type Decode = (piece: Uint8Array, isLast: boolean) => TextPiece;

/** Files in other encodings than UTF-8 hardly contain a U+FFFD that is right. */
function otherDecoder(decoder: Decoder, firstLine: number): Decode {
  let line = firstLine;
  return (piece, isLast) => {
    const text = decoder.decode(piece, { stream: !isLast });
    const lines = text.split('\n');
    const badLines = text.includes(replacement)
      ? lines.flatMap((one, at) => (one.includes(replacement) ? [line + at] : []))
      : [];
    line += lines.length - 1;
    return { text, badLines };
  };
}

function utf8Decoder(firstLine: number): Decode {
  let left: Buffer = Buffer.alloc(0);
  let line = firstLine;
  return (piece, isLast) => {
    const bytes = Buffer.concat([left, piece]);
    const end = isLast ? bytes.length : wholeCharacters(bytes);
    left = Buffer.from(bytes.subarray(end));
    const ready = bytes.subarray(0, end);
    const badLines = isUtf8(ready) ? [] : badLinesOf(ready).map((one) => line + one);
    for (let at = ready.indexOf(NEWLINE); at >= 0; at = ready.indexOf(NEWLINE, at + 1)) line++;
    return { text: ready.toString('utf8'), badLines };
  };
}

/** The number of bytes from the start that form whole characters. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte >= 0xc0)
      return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** The lines, counted from 0, that are not UTF-8. */
export function badLinesOf(bytes: Buffer): number[] {
  const bad: number[] = [];
  for (let from = 0, line = 0; from < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline < 0 ? bytes.length : newline + 1;
    if (!isUtf8(bytes.subarray(from, to))) bad.push(line);
    from = to;
  }
  return bad;
}
