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
