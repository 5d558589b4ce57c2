import { isUtf8 } from 'node:buffer';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { ReadItem } from '../readRecord.ts';
import { badLinesOf } from '../text/decodeText.ts';
import { writtenNumbers } from './writtenNumbers.ts';

/**
 * Parses one JSON value with balanced brackets, which starts in `line`, as the record `index` of a file. `isAsItIs`: with the
 * numbers as they are written.
 */
export function readJsonRecord(bytes: Buffer, index: number, line: number, isAsItIs = false): ReadItem {
  const text = bytes.toString('utf8');
  if (text.includes('\ufffd') && !isUtf8(bytes))
    return {
      index,
      line,
      message: msg('import.read.badBytes', { line: line + (badLinesOf(bytes)[0] ?? 0) }),
    };
  let record: DraftRecord;
  try {
    record = JSON.parse(text);
  } catch (error) {
    const at = Number(/at position (\d+)/.exec(String(error))?.[1] ?? 0);
    const place = line + text.slice(0, at).split('\n').length - 1;
    return { index, line, message: msg('import.read.brokenValue', { line: place }) };
  }
  const notes: Message[] = [];
  // An own member of this name is harmless in itself, but not when code copies members one by one.
  if (text.includes('__proto__') || text.includes('\\u00')) {
    if (dropProto(record)) notes.push(msg('import.note.protoDropped'));
  }
  const written = isAsItIs ? writtenNumbers(text) : null;
  return { record, index, line, notes, ...(written && written.size > 0 && { written }) };
}

function dropProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let found = false;
  if (Object.hasOwn(value, '__proto__')) {
    found = true;
    Reflect.deleteProperty(value, '__proto__');
  }
  for (const inner of Object.values(value)) found = dropProto(inner) || found;
  return found;
}
