import { asObject, isObject, type JsonObject } from '../../../shared/json.ts';
import { msg } from '../../../shared/message.ts';
import { articleOf } from '../articleOf.ts';
import { correctArticle } from '../correctArticle.ts';
import { workArticle } from '../csl/workArticle.ts';
import { dataciteJsonArticle } from '../datacite/dataciteJsonArticle.ts';
import { isByLine } from '../detect/detectJson.ts';
import type { Reader, SourceFile } from '../reader.ts';
import { isRecord, type ReadItem } from '../readRecord.ts';
import type { SourceArticle } from '../sourceArticle.ts';
import { decodeText, detectEncoding, type TextPiece } from '../text/decodeText.ts';
import { JsonRecords } from './jsonRecords.ts';
import { articleLayout, type JsonLayout } from './jsonScanner.ts';

/** Reads the directory's article JSON; `byLine`: each line is a record. */
export function jsonReader({ byLine }: { byLine: boolean }): Reader {
  return async function* readJson(file, { isAsItIs = false }) {
    for await (const item of jsonItems(file, byLine, articleLayout)) {
      if (!isRecord(item) || isAsItIs) yield item;
      else {
        const { record, notes } = correctArticle(item.record);
        yield { ...item, record, notes: [...item.notes, ...notes] };
      }
    }
  };
}

/** Reads CSL-JSON; Zotero wraps it in `items`, Pandoc in `references`. */
export const readCsl = mappedReader(
  { lists: [['items'], ['references'], ['results'], ['data']], marks: ['issued', 'container-title', 'DOI'] },
  workArticle,
);

/** Reads works of Crossref's REST API, with or without the envelope of a response. */
export const readCrossrefJson = mappedReader(
  {
    lists: [['message', 'items'], ['items'], ['results'], ['data']],
    marks: ['container-title', 'indexed', 'issued'],
  },
  (record) => workArticle(isObject(record.message) ? record.message : record),
);

/** Reads DataCite's JSON, with or without the envelope of its REST API. */
export const readDataciteJson = mappedReader(
  { lists: [['data'], ['items'], ['results']], marks: ['attributes', 'types', 'schemaVersion'] },
  (record) => {
    const data = isObject(record.data) ? record.data : record;
    return dataciteJsonArticle(
      isObject(data.attributes) ? { id: data.id ?? null, ...data.attributes } : data,
    );
  },
);

function mappedReader(layout: JsonLayout, toArticle: (record: JsonObject) => SourceArticle | null): Reader {
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
  { bytes, head }: SourceFile,
  byLine: boolean,
  layout: JsonLayout,
): AsyncGenerator<ReadItem> {
  const records = new JsonRecords({ byLine, layout });
  const encoding = detectEncoding(head);
  let skip = encoding.name === 'utf-8' ? encoding.skip : 0;
  const utf8 = encoding.name === 'utf-8' ? bytes : asUtf8(decodeText(bytes, encoding));
  for await (const piece of utf8) {
    records.feed(skip > 0 ? piece.subarray(skip) : piece);
    skip = 0;
    for (let item = records.next(); item !== null; item = records.next()) yield item;
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
