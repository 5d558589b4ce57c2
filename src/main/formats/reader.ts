import type { ImportFormat } from '../../shared/draft/fileFormats.ts';
import type { Message } from '../../shared/message.ts';
import type { Choices } from './articleOf.ts';
import type { ReadItem } from './readRecord.ts';
import type { RecordTrace } from './recordTrace.ts';

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
  /** The record whose source text is wanted. Readers of XML and JSON look for it. */
  trace?: RecordTrace;
}

/** Reads the articles of a file in order. Problems of the file are items; only reading its bytes makes it throw. */
export type Reader = (file: SourceFile, choices: Choices) => AsyncGenerator<ReadItem>;
