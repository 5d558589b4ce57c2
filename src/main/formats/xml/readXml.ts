import { msg } from '../../../shared/message.ts';
import type { SourceFile } from '../reader.ts';
import { megabytes, type ReadItem } from '../readRecord.ts';
import { decodeText, xmlEncoding } from '../text/decodeText.ts';
import { BadLines } from './badLines.ts';
import type { XmlFormat } from './xmlFormat.ts';
import { XmlRecords } from './xmlRecords.ts';
import { xmlStart } from './xmlStart.ts';

/** Reads the records of an XML file in its declared encoding. */
export async function* readXml(
  { name: fileName, bytes, head, detectXml, encoding: chosen, trace }: SourceFile,
  format: XmlFormat,
): AsyncGenerator<ReadItem> {
  const { skip, before } = xmlStart(head, detectXml);
  const encoding = await xmlEncoding(head, skip, chosen);
  if (!('name' in encoding)) {
    yield encoding;
    return;
  }
  if (before.trim() !== '') {
    const line = lineAt(before, before.search(/\S/));
    yield { index: null, line, message: msg('import.read.textBeforeXml', { line }) };
  }
  const firstLine = lineAt(before, before.length);
  const lines = new BadLines();
  const isTraced = trace !== undefined && (trace.part === null || trace.part === fileName);
  const records = new XmlRecords(format, lines, firstLine, isTraced ? trace : null);
  const size = { bytes: 0, most: format.limits.bytes };
  for await (const { text, badLines } of decodeText(capped(bytes, size), encoding, firstLine)) {
    lines.mark(badLines);
    yield* records.feed(text);
  }
  if (size.bytes > size.most) {
    const message = msg('import.read.xmlTooLarge', { size: megabytes(size.most) });
    yield { index: null, line: null, message };
  } else yield* records.finish();
}

/** Ends before the piece that would exceed the limit; `size` returns the total. */
async function* capped(
  pieces: AsyncIterable<Uint8Array>,
  size: { bytes: number; most: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    size.bytes += piece.length;
    if (size.bytes > size.most) return;
    yield piece;
  }
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length;
}
