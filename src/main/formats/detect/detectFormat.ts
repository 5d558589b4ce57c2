import { type FileHandle, open } from 'node:fs/promises';
import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { inOrder } from '../formats.ts';
import type { SourceFile } from '../reader.ts';
import type { ReadProblem } from '../readRecord.ts';
import { headText } from '../text/decodeText.ts';
import { xmlStart } from '../xml/xmlStart.ts';
import { detectJson } from './detectJson.ts';
import { detectTextFormat, markedFormat, withQuotesBlank } from './detectTextFormat.ts';
import { detectXml } from './detectXml.ts';

/** Enough for the names of thousands of entries. */
const endBytes = 1 << 18;

/**
 * The format of a file by its content, or a problem that says what it is instead (reference/import-formats.md 2).
 * `isAll`: the head is the whole file.
 */
export async function detectFormat(file: SourceFile, isAll: boolean): Promise<ImportFormat | ReadProblem> {
  const { head } = file;
  const text = headText(head);
  const start = text.trimStart();
  const found = detectBinary(start) ?? (isZip(head) ? await detectZip(file) : detectText(start, isAll, file));
  if (typeof found === 'string') return found;
  const isEmpty = start === '';
  return { index: null, line: isEmpty ? null : 1 + lineEnds(text.slice(0, -start.length)), message: found };
}

function detectText(start: string, isAll: boolean, { name, head }: SourceFile): ImportFormat | Message {
  if (/^[{[]/.test(start)) return detectJson(start, isAll, name);
  const { before, text } = xmlStart(head, detectXml);
  if (start.startsWith('<') && before === '') return detectXml(start);
  const inText = detectTextFormat(start);
  if (before === '') return inText ?? msg('import.read.unknownFormat');
  // The XML begins after a message of the program that wrote it, unless it is quoted in another format.
  const xmlAt = withQuotesBlank(start).search(/<\?xml\s/);
  const mark = markedFormat(start);
  const isQuoted = mark ? mark.at < start.search(/<\?xml\s/) : xmlAt < 0;
  return isQuoted && inText !== null ? inText : detectXml(text);
}

/** Advice for a file that is not text and that no reader accepts. */
function detectBinary(start: string): Message | null {
  if (start === '') return msg('import.read.empty');
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) return msg('import.read.xls');
  if (start.startsWith('\u001f\u008b')) return msg('import.read.gzip');
  return start.startsWith('%PDF') ? msg('import.read.pdf') : null;
}

export function isZip(head: Buffer): boolean {
  return ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(head.toString('latin1', 0, 4));
}

/** By its entries, the names of which are all at the end of a zip file. */
async function detectZip({ head, range }: SourceFile): Promise<ImportFormat | Message> {
  const bytes = `${head.toString('latin1')}${range ? await readEnd(range) : ''}`;
  // Names follow the fixed part of an entry's header; elsewhere, they may be in the text of an article.
  const has = (name: string) =>
    new RegExp(`PK(?:\\x03\\x04[\\s\\S]{26}|\\x01\\x02[\\s\\S]{42})(?:${name})`).test(bytes);
  const found = inOrder.find(([, { isZip: isOfFormat }]) => isOfFormat?.(has))?.[0];
  if (found !== undefined) return found;
  if (has('(?:word/document|ppt/presentation)\\.xml|mimetypeapplication/vnd\\.oasis\\.opendocument'))
    return msg('import.read.officeDocument');
  return 'jats-zip';
}

async function readEnd({ path, start, size }: NonNullable<SourceFile['range']>): Promise<string> {
  let file: FileHandle | null = null;
  try {
    file = await open(path);
    const length = Math.min(size, endBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start + size - length);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file?.close();
  }
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}
