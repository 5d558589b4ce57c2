import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import type { Message } from '../../shared/message.ts';
import type { Choices } from './article/choices.ts';
import type { ReadItem } from './readRecord.ts';
import type { WorkbookParts } from './tables/tableRow.ts';

/** A file to be read once, from its beginning. */
export interface SourceFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Its first bytes, at most 64 KB, which `bytes` repeats. */
  head: Buffer;
  /** Its encoding, if the user chose one; null: the one that it shows. */
  encoding: string | null;
  /** Where its bytes are on the disk, for formats that are not read in order; null if it is a stream. */
  range: { path: string; start: number; size: number } | null;
  /** The format of XML by its beginning, or what it is instead: for text before it, and the entries of a zip file. */
  detectXml: (text: string) => ImportFormat | Message;
  /** Unpacks a large workbook in another thread; null: `workbookParts` has to do it here. */
  unpack?: (range: NonNullable<SourceFile['range']>) => WorkbookParts | null;
  /** The record whose source text is wanted. Readers of XML and JSON look for it. */
  trace?: RecordTrace;
}

/** Asks a reader for the source text of one record. The reader fills in `text`. */
export interface RecordTrace {
  /** The entry of a zip file that it is in; null in other files. */
  part: string | null;
  /** Its place among the records of the file, from 1. */
  index: number;
  /** Where it begins, and how many records before it begin in the same line. */
  line: number;
  rank: number;
  text: string | null;
}

/** Characters of a record's source that are kept. */
export const maxTraced = 100_000;

/** Reads the articles of a file in order. Problems of the file are items; only reading its bytes makes it throw. */
export type Reader = (file: SourceFile, choices: Choices) => AsyncGenerator<ReadItem>;
