import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ImportProblem } from '../../shared/draft/importing.ts';
import { type Message, msg } from '../../shared/message.ts';

/** An article as the file has it, in the directory's article JSON. */
export interface ReadRecord {
  record: DraftRecord;
  /** Place among the records of the file, from 1. */
  index: number;
  /** Line where the record begins, from 1. */
  line: number | null;
  /** What was dropped or noticed while reading. */
  notes: Message[];
}

/** A record, or a file, that could not be read. */
export type ReadProblem = Omit<ImportProblem, 'file'>;

/** What a reader finds, in the order of the file. */
export type ReadItem = ReadRecord | ReadProblem;

export const maxRecordBytes = 20_000_000;
export const maxXmlBytes = 50_000_000;
export const maxDepth = 100;
/** Problems of one file after which the rest of it is not read: it is not what it says it is. */
export const mostProblems = 50_000;
/** Notes of a record, and letters of one, that are kept. */
export const mostNotes = 50;
export const longestNote = 2_000;

/** Whether a reader's item is a record that was read. */
export function isRecord(item: ReadItem): item is ReadRecord {
  return 'record' in item;
}

export function megabytes(bytes: number): Message {
  return msg('import.megabytes', { count: Math.round(bytes / 1_000_000) });
}
