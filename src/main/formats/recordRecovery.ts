import { type FileWindow, isBlank, NEWLINE } from './text/fileWindow.ts';

const COMMA = 44;
const LIST = 91;
const OBJECT = 123;
const OBJECT_END = 125;

/** The maximum number of bytes of a broken record that are searched again: nested parts are searched once per level. */
const maxRewind = 1 << 20;

/** A record starts here (`found`), or only if it has `bibjson` (`guessed`); `more` input needed; `none`. */
export type RecoveryResult = 'found' | 'guessed' | 'more' | 'none';

/** Finds the next record after a broken one by the layout of the records before it. */
export class RecordRecovery {
  readonly #byLine: boolean;
  /** The blanks before records that start on lines of their own; -1: they do not. */
  #indent = -1;
  /** The first member name of the records, with its quotes. */
  #firstKey: string | null = null;
  /** The last byte before the window's place that is not a blank; 0 at the beginning. */
  #before = 0;

  /** `byLine`: each line is a record. */
  constructor(byLine: boolean) {
    this.#byLine = byLine;
  }

  /** Notes the blanks before a record (-1: it does not start on a line of its own). */
  noteIndent(indent: number): void {
    if (indent >= 0) this.#indent = indent;
  }

  noteFirstKey(key: string | null): void {
    this.#firstKey ??= key;
  }

  /** What looked like the first record contains the records. */
  forgetLayout(): void {
    this.#indent = -1;
    this.#firstKey = null;
  }

  /** Searches after the byte where reading failed; `broken` is the record's start if still in the window. */
  begin(file: FileWindow, broken: { at: number; line: number } | null): void {
    if (this.#indent < 0 && !this.#byLine && broken && file.at - broken.at <= maxRewind) {
      // In a file of one line, a text without its closing quote extends into the next record.
      file.at = broken.at + 1;
      file.line = broken.line;
    }
    let last = file.at - 1;
    const isBlankBefore = () => isBlank[file.byteAt(last) ?? 0];
    while (isBlankBefore() && file.byteAt(last) !== NEWLINE) last--;
    file.indent = file.byteAt(last) === NEWLINE ? file.at - 1 - last : -1;
    while (isBlankBefore()) last--;
    this.#before = file.byteAt(last) ?? 0;
  }

  /** Continues the search after a wrongly guessed record, which was a part of the broken one. */
  rejectGuess(): void {
    this.#before = OBJECT_END;
  }

  /** Moves the window's place to the beginning of the next record. */
  find(file: FileWindow): RecoveryResult {
    for (let byte = file.byteAt(file.at); byte !== undefined; byte = file.byteAt(file.at)) {
      if (this.#byLine && byte === NEWLINE) return 'found';
      if (file.skipBlank(byte)) continue;
      if (byte === OBJECT && !this.#byLine) {
        const found = this.#looksLikeRecord(file);
        if (found === null) return 'more';
        if (found) return this.#indent < 0 ? 'guessed' : 'found';
      }
      file.skip();
      this.#before = byte;
    }
    return file.isLast ? 'none' : 'more';
  }

  /** Returns true if a record can start at this brace, by its layout or first member; null: more is needed. */
  #looksLikeRecord(file: FileWindow): boolean | null {
    if (this.#indent >= 0) return file.indent === this.#indent;
    if (![0, COMMA, LIST, OBJECT_END].includes(this.#before)) return false;
    if (this.#firstKey === null) return true;
    let from = file.at + 1;
    while (isBlank[file.byteAt(from) ?? 0]) from++;
    const to = from + this.#firstKey.length;
    if (to > file.end && !file.isLast) return null;
    return file.slice(from, to).toString('latin1') === this.#firstKey;
  }
}
