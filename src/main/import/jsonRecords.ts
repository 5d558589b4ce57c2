import { type Message, msg, sentences } from '../../shared/message.ts';
import { readJsonRecord } from './readJsonRecord.ts';
import { maxDepth, maxRecordBytes, megabytes, type ReadItem, type ReadProblem } from './readRecord.ts';

/** The token that may come next inside a record. */
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const STRING = 6;
const KEY_STRING = 7;
const SCALAR = 8;

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;
const RECORD_SEPARATOR = 30;

/** `\t`, `\n`, `\r`, space; letters, digits and signs of numbers, `true`, `false`, `null` and similar words. */
const isBlank = table((byte) => byte === 32 || (byte >= 9 && byte <= 13 && byte !== 11 && byte !== 12));
const isScalar = table((byte) => /[\w.+-]/.test(String.fromCharCode(byte)));

/** The longest member name that is examined, in bytes with its quotes. */
const maxKeyBytes = 64;
/**
 * The most bytes of a broken record that are searched again for the next one: nested parts are searched once per level.
 */
const maxAgain = 1 << 20;

/**
 * Finds the records in pieces of a JSON file (UTF-8, without byte order mark) and parses each one separately: one
 * object, lists (also nested), a search response's `results`, and any number of them one after another. A broken record
 * is reported with its position, and reading continues at the next recognisable one.
 */
export class JsonRecords {
  readonly #byLine: boolean;
  readonly #maxBytes: number;

  /** The part of the file that is still needed: `#bytes[0..#end)`, read up to `#at`. */
  #bytes = Buffer.alloc(0);
  #end = 0;
  #at = 0;
  #isLast = false;

  #line = 1;
  #count = 0;
  #mode: 'between' | 'record' | 'scalar' | 'lost' | 'over' = 'between';
  /** Open lists around the records, and open objects whose `results` they are. */
  readonly #around: ('list' | 'answer')[] = [];

  /** The record being read: its start (-1: its bytes are not stored), and its open brackets. */
  #start = -1;
  #startLine = 1;
  #expect = VALUE;
  readonly #open = new Uint8Array(maxDepth + 1);
  #depth = 0;
  #keyStart = -1;
  #isResults = false;
  #hasBibjson = false;

  /** The layout of records in this file, used to find the next one after a broken one. */
  #indent = -1;
  #blanks = -1;
  #firstKey: Buffer | null = null;
  #mustHaveBibjson = false;
  #before = 0;
  #problem: ReadProblem | null = null;

  constructor(options: { byLine?: boolean; maxBytes?: number } = {}) {
    this.#byLine = options.byLine ?? false;
    this.#maxBytes = options.maxBytes ?? maxRecordBytes;
  }

  /** Takes the next piece of the file; call `next` until it returns null before adding another. */
  feed(piece: Uint8Array): void {
    const keep = this.#firstNeeded();
    const left = this.#end - keep;
    if (this.#end + piece.length > this.#bytes.length) {
      const target =
        left + piece.length > this.#bytes.length
          ? Buffer.allocUnsafe(Math.max(1 << 16, (left + piece.length) * 2))
          : this.#bytes;
      this.#bytes.copy(target, 0, keep, this.#end);
      this.#bytes = target;
      this.#moveBack(keep);
    }
    this.#bytes.set(piece, this.#end);
    this.#end += piece.length;
  }

  /** Marks the end of the file. */
  finish(): void {
    this.#isLast = true;
  }

  /** The next record or problem; null if more of the file is needed, or at the end. */
  next(): ReadItem | null {
    for (;;) {
      const item = this.#step();
      if (item !== undefined) return item;
    }
  }

  #step(): ReadItem | null | undefined {
    switch (this.#mode) {
      case 'between':
        return this.#between();
      case 'record':
        return this.#record();
      case 'scalar':
        return this.#scalar();
      case 'lost':
        return this.#findNext();
      case 'over':
        return null;
    }
  }

  #firstNeeded(): number {
    const at = Math.min(this.#at, this.#end);
    if (this.#keyStart >= 0 && this.#end - this.#keyStart > maxKeyBytes) this.#keyStart = -1;
    const marks = [this.#start, this.#expect === KEY_STRING ? this.#keyStart : -1].filter(
      (mark) => mark >= 0,
    );
    return Math.min(at, ...marks);
  }

  #moveBack(by: number): void {
    this.#at -= by;
    this.#end -= by;
    if (this.#start >= 0) this.#start -= by;
    if (this.#keyStart >= 0) this.#keyStart -= by;
  }

  /** Commas between records are optional: their absence causes no ambiguity. */
  #between(): ReadItem | null | undefined {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at]!;
      if (byte === NEWLINE) {
        this.#line++;
        this.#blanks = 0;
        if (this.#byLine) this.#around.length = 0;
      } else if (isBlank[byte]) {
        if (this.#blanks >= 0) this.#blanks++;
      } else if (byte !== COMMA && byte !== RECORD_SEPARATOR) {
        return this.#begin(byte);
      }
      this.#at++;
    }
    return this.#isLast ? this.#endBetween() : null;
  }

  #begin(byte: number): ReadItem | undefined {
    if (byte === LIST_END && this.#around.at(-1) === 'list') {
      this.#at++;
      this.#around.pop();
      this.#blanks = -1;
      if (this.#around.at(-1) === 'answer') this.#resumeAnswer();
      return undefined;
    }
    if (byte === LIST) {
      this.#at++;
      this.#blanks = -1;
      this.#around.push('list');
      if (this.#around.length <= maxDepth) return undefined;
      this.#mode = 'over';
      return this.#problemAt(null, this.#line, msg('import.read.listsTooDeep', { depth: maxDepth }));
    }
    this.#startLine = this.#line;
    this.#start = this.#at;
    if (byte === OBJECT) {
      if (this.#blanks >= 0) this.#indent = this.#blanks;
      this.#blanks = -1;
      this.#openRecord();
      return undefined;
    }
    if (byte === QUOTE || isScalar[byte]) {
      this.#mode = 'scalar';
      this.#expect = byte === QUOTE ? STRING : SCALAR;
      this.#at++;
      return undefined;
    }
    this.#start = -1;
    return this.#lose(null, msg('import.read.strayText', { line: this.#line }));
  }

  #openRecord(): void {
    this.#at++;
    this.#mode = 'record';
    this.#expect = KEY_OR_END;
    this.#depth = 1;
    this.#open[0] = OBJECT;
    this.#keyStart = -1;
    this.#isResults = false;
    this.#hasBibjson = false;
  }

  #resumeAnswer(): void {
    this.#around.pop();
    this.#mode = 'record';
    this.#expect = COMMA_OR_END;
    this.#depth = 1;
    this.#open[0] = OBJECT;
    this.#isResults = false;
  }

  /** Follows the brackets of one object to its end; an unexpected byte makes the record broken at once. */
  #record(): ReadItem | null | undefined {
    const bytes = this.#bytes;
    const end = this.#end;
    const open = this.#open;
    let at = this.#at;
    let depth = this.#depth;
    let expect = this.#expect;
    while (at < end) {
      const byte = bytes[at]!;
      if (expect === STRING || expect === KEY_STRING) {
        if (byte === 92) at += 2;
        else if (byte === QUOTE) {
          if (expect === STRING) expect = COMMA_OR_END;
          else {
            if (depth === 1) this.#noteKey(at);
            this.#keyStart = -1;
            expect = COLON;
          }
          at++;
        } else if (byte === NEWLINE) break;
        else at++;
        continue;
      }
      if (expect === SCALAR) {
        if (isScalar[byte]) {
          at++;
          continue;
        }
        expect = COMMA_OR_END;
      }
      if (isBlank[byte]) {
        if (byte === NEWLINE) {
          if (this.#byLine) break;
          this.#line++;
        }
        at++;
      } else if (expect === COLON) {
        if (byte !== 58) break;
        expect = VALUE;
        at++;
      } else if (expect === COMMA_OR_END && byte === COMMA) {
        expect = open[depth - 1] === OBJECT ? KEY : VALUE;
        at++;
      } else if (byte === OBJECT_END || byte === LIST_END) {
        if (expect !== COMMA_OR_END && expect !== KEY_OR_END && expect !== VALUE_OR_END) break;
        if (open[depth - 1] !== byte - 2) break;
        depth--;
        expect = COMMA_OR_END;
        at++;
        if (depth === 0) {
          this.#at = at;
          return this.#endRecord();
        }
      } else if (expect === KEY || expect === KEY_OR_END) {
        if (byte !== QUOTE) break;
        this.#keyStart = at;
        expect = KEY_STRING;
        at++;
      } else if (expect === COMMA_OR_END) break;
      else if (byte === QUOTE) {
        expect = STRING;
        at++;
      } else if (byte === OBJECT || byte === LIST) {
        if (depth === 1 && byte === LIST && this.#isResults && !this.#hasBibjson) {
          this.#at = at + 1;
          return this.#openAnswer();
        }
        if (depth === maxDepth) break;
        open[depth++] = byte;
        expect = byte === OBJECT ? KEY_OR_END : VALUE_OR_END;
        at++;
      } else if (isScalar[byte]) {
        expect = SCALAR;
        at++;
      } else break;
    }
    this.#at = at;
    this.#depth = depth;
    this.#expect = expect;
    if (at >= end) return this.#isLast ? this.#endInside() : this.#checkSize();
    return this.#lose(
      ++this.#count,
      depth === maxDepth
        ? msg('import.read.tooDeep', { line: this.#line, depth: maxDepth })
        : msg('import.read.brokenJson', { line: this.#line }),
    );
  }

  /** `results` of a search response is a list of records; an article with such a member has `bibjson` before it. */
  #noteKey(quote: number): void {
    // Longer names are not members of a record; where the pieces of the file end must not matter.
    if (this.#keyStart < 0 || quote - this.#keyStart >= maxKeyBytes) return;
    const key = this.#bytes.toString('latin1', this.#keyStart + 1, quote);
    if (this.#firstKey === null && this.#start >= 0)
      this.#firstKey = Buffer.from(this.#bytes.subarray(this.#keyStart, quote + 1));
    if (key === 'bibjson') this.#hasBibjson = true;
    this.#isResults = key === 'results';
  }

  #openAnswer(): undefined {
    this.#around.push('answer', 'list');
    this.#mode = 'between';
    this.#firstKey = null;
    this.#indent = -1;
    this.#start = -1;
    this.#blanks = -1;
  }

  #endRecord(): ReadItem | undefined {
    const start = this.#start;
    this.#mode = 'between';
    this.#start = -1;
    this.#blanks = -1;
    if (start < 0) return undefined;
    if (this.#mustHaveBibjson && !this.#hasBibjson) {
      // A part of the broken record that looked like a record.
      this.#mode = 'lost';
      this.#before = OBJECT_END;
      return undefined;
    }
    this.#mustHaveBibjson = false;
    const index = ++this.#count;
    if (this.#at - start > this.#maxBytes) return this.#tooLarge(index);
    return readJsonRecord(this.#bytes.subarray(start, this.#at), index, this.#startLine);
  }

  #checkSize(): ReadProblem | null {
    if (this.#start < 0 || this.#end - this.#start <= this.#maxBytes) return null;
    this.#start = -1;
    return this.#tooLarge(++this.#count);
  }

  #tooLarge(index: number): ReadProblem {
    const message = msg('import.read.recordTooLarge', { size: megabytes(this.#maxBytes) });
    return this.#problemAt(index, this.#startLine, message);
  }

  #scalar(): ReadItem | null | undefined {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at]!;
      if (this.#expect === SCALAR && !isScalar[byte]) return this.#endScalar();
      if (this.#expect === STRING && byte === NEWLINE)
        return this.#lose(++this.#count, msg('import.read.brokenJson', { line: this.#line }));
      this.#at += byte === 92 ? 2 : 1;
      if (this.#expect === STRING && byte === QUOTE) return this.#endScalar();
    }
    if (!this.#isLast) return this.#checkSize();
    return this.#expect === SCALAR ? this.#endScalar() : this.#endInside();
  }

  #endScalar(): ReadProblem {
    this.#mode = 'between';
    this.#start = -1;
    this.#blanks = -1;
    return this.#problemAt(++this.#count, this.#startLine, msg('import.read.notARecord'));
  }

  /** Gives up the record; the problem is reported once it is known if reading can continue. */
  #lose(index: number | null, message: Message): undefined {
    this.#problem ??= this.#mustHaveBibjson
      ? null
      : this.#problemAt(index, index === null ? this.#line : this.#startLine, message);
    if (this.#indent < 0 && !this.#byLine && this.#start >= 0 && this.#at - this.#start <= maxAgain) {
      // In a file of one line, a text without its closing quote extends into the next record.
      this.#at = this.#start + 1;
      this.#line = this.#startLine;
    }
    let back = Math.min(this.#at, this.#end) - 1;
    while (back >= 0 && isBlank[this.#bytes[back]!] && this.#bytes[back] !== NEWLINE) back--;
    this.#blanks = this.#bytes[back] === NEWLINE ? this.#at - 1 - back : -1;
    while (back >= 0 && isBlank[this.#bytes[back]!]) back--;
    this.#before = this.#bytes[back] ?? 0;
    this.#start = -1;
    this.#mode = 'lost';
    return undefined;
  }

  #findNext(): ReadItem | null | undefined {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at]!;
      if (byte === NEWLINE) {
        if (this.#byLine) return this.#goOn(false);
        this.#line++;
        this.#blanks = 0;
      } else if (isBlank[byte]) {
        if (this.#blanks >= 0) this.#blanks++;
      } else {
        const found = byte === OBJECT && !this.#byLine ? this.#looksLikeRecord() : false;
        if (found === null) return null;
        if (found) return this.#goOn(this.#indent < 0);
        this.#blanks = -1;
        this.#before = byte;
      }
      this.#at++;
    }
    if (!this.#isLast) return null;
    this.#mode = 'over';
    const problem = this.#problem;
    if (problem && !this.#byLine) problem.message = sentences([problem.message, msg('import.read.restLost')]);
    return problem;
  }

  /**
   * Returns true if a record can start at this brace: with the same indentation as earlier ones, if they start on their
   * own lines; otherwise after a comma or bracket and with the same first member. Null: more of the file is needed.
   */
  #looksLikeRecord(): boolean | null {
    if (this.#indent >= 0) return this.#blanks === this.#indent;
    if (![0, COMMA, LIST, OBJECT_END].includes(this.#before)) return false;
    const key = this.#firstKey;
    if (!key) return true;
    let from = this.#at + 1;
    while (from < this.#end && isBlank[this.#bytes[from]!]) from++;
    if (from + key.length > this.#end && !this.#isLast) return null;
    return key.equals(this.#bytes.subarray(from, Math.min(from + key.length, this.#end)));
  }

  #goOn(isGuess: boolean): ReadProblem | undefined {
    const problem = this.#problem ?? undefined;
    this.#problem = null;
    this.#mode = 'between';
    this.#mustHaveBibjson = isGuess;
    return problem;
  }

  #endBetween(): ReadProblem | null {
    this.#mode = 'over';
    if (this.#around.length > 0) return this.#problemAt(null, this.#line, msg('import.read.endsEarly'));
    return this.#count === 0 ? this.#problemAt(null, null, msg('import.read.noRecords')) : null;
  }

  #endInside(): ReadProblem | null {
    this.#mode = 'over';
    if (this.#mustHaveBibjson) return null;
    return this.#start < 0
      ? this.#problemAt(null, this.#line, msg('import.read.endsEarly'))
      : this.#problemAt(
          ++this.#count,
          this.#startLine,
          msg('import.read.recordCutOff', { line: this.#line }),
        );
  }

  #problemAt(index: number | null, line: number | null, message: Message): ReadProblem {
    return { index, line, message };
  }
}

function table(test: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (test(byte) ? 1 : 0));
}
