import { isUtf8 } from 'node:buffer';
import { type CsvStyle, styledLines } from '../../../../shared/text/csvText.ts';
import { readHead, withHead } from '../../detect/fileHead.ts';
import { detectEncoding, headText } from '../../text/decodeText.ts';
import { type ReturnOptions, returnTables } from '../returnTable.ts';
import { csvRows } from './csvRows.ts';
import { textTable } from './readTextTable.ts';

/**
 * Returns a CSV or TSV file with added columns: with its separator and line ends, in UTF-8. It has a byte order mark if
 * the file had one, or if it was in another encoding, which spreadsheets would otherwise expect again.
 */
export async function* returnTextTable(
  bytes: AsyncIterable<Uint8Array>,
  options: ReturnOptions,
): AsyncGenerator<string> {
  const pieces = bytes[Symbol.asyncIterator]();
  const { bytes: head } = await readHead(pieces);
  const style: CsvStyle = { separator: ',', lineEnd: headText(head).includes('\r\n') ? '\r\n' : '\n' };
  let start = hasMark(head) ? '\ufeff' : '';
  const { encoding } = options.choices;
  const file = { bytes: withHead(head, pieces), head, encoding };
  const rows = csvRows(file, ({ separator, isSeparatorStated }) => {
    style.separator = separator;
    if (isSeparatorStated) start += `sep=${separator}${style.lineEnd}`;
  });
  for await (const part of returnTables(textTable(rows), options)) {
    if ('cells' in part) yield start + styledLines([part.cells], style);
    if ('cells' in part) start = '';
  }
}

function hasMark(head: Buffer): boolean {
  const { name, skip } = detectEncoding(head);
  // The last character may be cut.
  return skip > 0 || name !== 'utf-8' || !isUtf8(head.subarray(0, head.lastIndexOf(0x0a) + 1));
}
