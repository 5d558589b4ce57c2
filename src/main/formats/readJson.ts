import { decodeText, detectEncoding, type TextPiece } from './decodeText.ts';
import { JsonRecords } from './jsonRecords.ts';
import type { Reader } from './reader.ts';
import { undecodable } from './readRecord.ts';

/** Reads the directory's article JSON; `byLine`: each line is a record. */
export function jsonReader({ byLine }: { byLine: boolean }): Reader {
  return async function* readJson({ bytes, head }) {
    const records = new JsonRecords({ byLine });
    const encoding = detectEncoding(head);
    let skip = encoding.name === 'utf-8' ? encoding.skip : 0;
    const utf8 = encoding.name === 'utf-8' ? bytes : asUtf8(decodeText(bytes, encoding));
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
  };
}

async function* asUtf8(pieces: AsyncIterable<TextPiece>): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) yield Buffer.from(text, 'utf8');
}
