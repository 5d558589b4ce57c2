import { asObject, type JsonObject } from '../../../shared/json.ts';
import { msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import { correctArticle } from '../correctArticle.ts';
import type { Reader, SourceFile } from '../reader.ts';
import { isRecord, type ReadItem } from '../readRecord.ts';
import type { SourceArticle } from '../sourceArticle.ts';
import { decodeText, detectEncoding, type TextPiece } from '../text/decodeText.ts';
import { isByLine } from './isByLine.ts';
import { JsonRecords } from './jsonRecords.ts';
import { articleLayout, type JsonLayout } from './jsonScanner.ts';

/** Reads the directory's article JSON; `byLine`: each line is a record. */
export function jsonReader({ byLine }: { byLine: boolean }): Reader {
  return async function* readJson(file, { isAsItIs = false }) {
    for await (const item of jsonItems(file, byLine, articleLayout, isAsItIs)) {
      if (!isRecord(item) || isAsItIs) yield item;
      else {
        const { record, notes } = correctArticle(item.record);
        yield { ...item, record, notes: [...item.notes, ...notes] };
      }
    }
  };
}

/** Reads JSON whose records `toArticle` understands; null is a record of something else. */
export function mappedReader(
  layout: JsonLayout,
  toArticle: (record: JsonObject) => SourceArticle | null,
): Reader {
  return async function* readMapped(file, choices) {
    const isAll = file.head.length < headBytes;
    const byLine = isByLine(file.head.toString('latin1').trimStart(), isAll, file.name);
    for await (const item of jsonItems(file, byLine, layout)) {
      const article = isRecord(item) ? toArticle(asObject(item.record)) : null;
      if (!isRecord(item)) yield item;
      else if (!article) yield { index: item.index, line: item.line, message: msg('import.read.notAWork') };
      else {
        const { record, notes, facts } = articleOf(article, choices);
        yield { ...item, record, facts, notes: [...item.notes, ...notes] };
      }
    }
  };
}

const headBytes = 1 << 16;

async function* jsonItems(
  { bytes, head, encoding: chosen, trace }: SourceFile,
  byLine: boolean,
  layout: JsonLayout,
  isAsItIs = false,
): AsyncGenerator<ReadItem> {
  const records = new JsonRecords({ byLine, layout, isAsItIs });
  const encoding = detectEncoding(head, chosen);
  let skip = encoding.name === 'utf-8' ? encoding.skip : 0;
  const utf8 = encoding.name === 'utf-8' ? bytes : asUtf8(decodeText(bytes, encoding));
  for await (const piece of utf8) {
    records.feed(skip > 0 ? piece.subarray(skip) : piece);
    skip = 0;
    for (let item = records.next(); item !== null; item = records.next()) {
      if (trace && isRecord(item) && item.index === trace.index)
        trace.text = JSON.stringify(item.record, null, 2);
      yield item;
    }
  }
  records.finish();
  for (let item = records.next(); item !== null; item = records.next()) yield item;
}

/** What does not fit the encoding of the file becomes a byte that does not fit UTF-8. */
async function* asUtf8(pieces: AsyncIterable<TextPiece>): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) {
    const parts = text.split('\ufffd').flatMap((part) => [wrongByte, Buffer.from(part, 'utf8')]);
    yield Buffer.concat(parts.slice(1));
  }
}

const wrongByte = Buffer.from([0xff]);
