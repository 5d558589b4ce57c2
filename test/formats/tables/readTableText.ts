import { ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { detectXml } from '../../../src/main/formats/detect/detectXml.ts';
import type { ReadItem } from '../../../src/main/formats/readRecord.ts';
import { readTextTable } from '../../../src/main/formats/tables/csv/readTextTable.ts';
import { tableMappingSchema } from '../../../src/shared/tables/tableMapping.ts';

/** The items of a CSV or TSV file, in pieces of `pieceLength` bytes; `mapping` is checked as one from a file. */
export async function readTableText(
  content: string | Buffer,
  { mapping, pieceLength = 1 << 16 }: { mapping?: unknown; pieceLength?: number } = {},
): Promise<ReadItem[]> {
  const bytes = Buffer.from(content);
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  })();
  const choices = {
    ...ordinaryChoices,
    mapping: mapping === undefined ? null : tableMappingSchema.parse(mapping),
  };
  const file = {
    name: 'table.csv',
    bytes: pieces,
    head: bytes.subarray(0, 1 << 16),
    range: null,
    encoding: null,
    detectXml,
  };
  const items: ReadItem[] = [];
  for await (const item of readTextTable(file, choices)) items.push(item);
  return items;
}

/** The records of the items, without their places and notes. */
export function recordsOf(items: readonly ReadItem[]): unknown[] {
  return items.flatMap((item) => ('record' in item ? [item.record] : []));
}
