import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ImportProblem } from '../../shared/draft/importing.ts';
import { type Message, msg, shortenMessage } from '../../shared/message.ts';
import type { WrittenNumbers } from './json/writtenNumbers.ts';
import type { RecordFacts } from './recordFacts.ts';
import type { OwnedFields } from './tables/ownedFields.ts';

/** An article from the file, in the directory's article JSON. */
export interface ReadRecord {
  record: DraftRecord;
  /** Place among the records of the file, from 1. */
  index: number;
  /** The entry of a zip file, or the sheet of a workbook, that it is in. */
  part?: string;
  /** Line where the record begins, from 1. */
  line: number | null;
  /** Data that was dropped or noticed while reading. */
  notes: Message[];
  /** The choices that it offers; absent for article JSON. */
  facts?: RecordFacts;
  /** Numbers of article JSON that was not changed (`isAsItIs`). */
  written?: WrittenNumbers;
  /** The fields of a draft for which the file has columns, empty ones included. */
  owned?: OwnedFields;
  /** True in a table that Colophon wrote. */
  isOwn?: boolean;
  /** The key of its draft, if the table was returned by Colophon. */
  draft?: string;
}

/** A record, or a file, that could not be read. */
export type ReadProblem = Omit<ImportProblem, 'file'> & Pick<ReadRecord, 'part'>;

/** The items that a reader finds, in the order of the file. */
export type ReadItem = ReadRecord | ReadProblem;

export const maxRecordBytes = 20_000_000;
/** Characters of a record in formats of lines and of tables, whose parts each become a value. */
export const maxTextRecord = 4_000_000;
export const maxXmlBytes = 50_000_000;
export const maxDepth = 100;
/** Members of one object of JSON; each needs far more memory than its bytes. No format has a hundred. */
export const maxMembers = 1_000;
/** Characters of one text of a record (reference/import-formats.md 6). */
export const maxCharacters = 1_000_000;
/** Records of one file (reference/import-formats.md 6). */
export const maxRecords = 100_000;
/**
 * Each record costs time, however small it is. Beyond the first ones, a file may have one for every 100 bytes, or for every 10
 * of a zip file, which packs tables and XML to about a tenth.
 */
export const smallRecords = { free: 10_000, bytes: 100, packedBytes: 10 };
/** After this many problems the rest of the file is not read: it is not in the format that it claims. */
export const maxProblems = 50_000;
/** Limits for the notes of a record, and for the characters of one note. */
const maxNotes = 50;
const maxNoteLength = 2_000;

/** Returns true if a reader's item is a record that was read. */
export function isRecord(item: ReadItem): item is ReadRecord {
  return 'record' in item;
}

/** The name of a file, with the part of it that an item is in. */
export function placeIn(file: string, { part }: Pick<ReadRecord, 'part'>): string {
  return part === undefined ? file : `${file}/${part}`;
}

/** The first notes, shortened, and the number of others. */
export function fewNotes(notes: readonly Message[]): Message[] {
  const kept = notes.slice(0, maxNotes).map((note) => shortenMessage(note, maxNoteLength));
  const left = notes.length - kept.length;
  return left > 0 ? [...kept, msg('import.note.more', { count: left })] : kept;
}

/** The problem of a record with a text of more than `maxCharacters`. */
export function textTooLong(): Message {
  return msg('import.read.textTooLong', { size: megabytes(maxCharacters) });
}

export function megabytes(bytes: number): Message {
  return msg('import.megabytes', { count: Math.round(bytes / 1_000_000) });
}
