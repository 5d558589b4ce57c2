import type { DraftRecord } from '../../shared/draft/draft.ts';
import { fieldLabel } from '../../shared/draft/fieldLabel.ts';
import { joinPath } from '../../shared/draft/fieldPath.ts';
import { jsonWithinLimits, recordLimits } from '../../shared/draft/recordLimits.ts';
import type { Json } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { fewNotes, megabytes, type ReadProblem, type ReadRecord } from '../formats/readRecord.ts';

/** A record with its JSON. */
export type LimitedRecord = ReadRecord & { json: string };

/** The record with its long lists shortened, each with a note; a problem if it is still too large. */
export function limitRecord(read: ReadRecord): LimitedRecord | ReadProblem {
  const { index, line } = read;
  const notes: Message[] = [];
  const record = shortenLists(read.record, '', notes) as DraftRecord;
  const json = jsonWithinLimits(record);
  if (json === null) {
    const params = { size: megabytes(recordLimits.characters), total: recordLimits.values };
    return { index, line, message: msg('import.read.overLimits', params) };
  }
  return { ...read, record, json, notes: [...fewNotes(notes), ...read.notes] };
}

/** The same value if it has no long list. */
function shortenLists(value: Json, path: string, notes: Message[]): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    const entries = Object.entries(value);
    const short = entries.map(
      ([name, member]) => [name, shortenLists(member, joinPath(path, name), notes)] as const,
    );
    return short.every(([, member], at) => member === entries[at]![1]) ? value : Object.fromEntries(short);
  }
  const kept = value.length > recordLimits.entries ? value.slice(0, recordLimits.entries) : value;
  if (kept !== value) notes.push(shortened(path, value.length));
  const short = kept.map((entry, at) => shortenLists(entry, joinPath(path, at), notes));
  return short.every((entry, at) => entry === value[at]) ? kept : short;
}

function shortened(path: string, count: number): Message {
  return msg('import.note.listShortened', { field: fieldLabel(path), count, left: recordLimits.entries });
}
