import { msg } from '../../shared/message.ts';
import { CrossrefRecords } from './crossrefRecords.ts';
import { decodeText, xmlEncoding } from './decodeText.ts';
import type { Reader } from './reader.ts';
import { maxXmlBytes, megabytes, undecodable } from './readRecord.ts';

/** Reads Crossref deposits. */
export const readCrossref: Reader = async function* readCrossref({ bytes, head }, { issnKinds }) {
  const encoding = xmlEncoding(head);
  if (!('name' in encoding)) {
    yield encoding;
    return;
  }
  const records = new CrossrefRecords(issnKinds);
  const size = { bytes: 0 };
  try {
    for await (const { text, badLines } of decodeText(capped(bytes, size), encoding)) {
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
};

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
