import { type Message, msg, sentences } from '../../../shared/message.ts';
import {
  maxDepth,
  maxMembers,
  maxRecordBytes,
  megabytes,
  type ReadItem,
  type ReadProblem,
} from '../readRecord.ts';
import { RecordRecovery } from '../recordRecovery.ts';
import { FileWindow, NEWLINE } from '../text/fileWindow.ts';
import { articleLayout, JsonScanner } from './jsonScanner.ts';
import { readJsonRecord } from './readJsonRecord.ts';

const RECORD_SEPARATOR = 30;
const COMMA = 44;
const LIST = 91;
const LIST_END = 93;

interface Around {
  /** The number of the objects of a response around its list of records, else 0. */
  depth: number;
  /** Some of its own entries are not lists; otherwise its lists only group records, and one may be empty. */
  hasRecords: boolean;
  isEmpty: boolean;
}

const newAround = (depth = 0): Around => ({ depth, hasRecords: false, isEmpty: true });

/**
 * Parses each record in pieces of a JSON file (UTF-8, no byte order mark): objects, lists (also nested) or the list
 * of records of a response, one after another. Reports a broken record with its position and continues at the next.
 */
export class JsonRecords {
  readonly #byLine: boolean;
  readonly #maxBytes: number;
  readonly #isAsItIs: boolean;
  readonly #file = new FileWindow();
  readonly #scanner: JsonScanner;
  readonly #recovery: RecordRecovery;

  #mode: 'between' | 'value' | 'lost' | 'over' = 'between';
  /** The file, and the open lists around the records. */
  readonly #around: Around[] = [newAround()];
  #count = 0;
  /** Where the value being read starts; null if its bytes are not kept. */
  #start: number | null = null;
  #startLine = 1;
  /** The broken record; it is reported once it is known whether reading can continue. */
  #problem: ReadProblem | null = null;
  /** The record being read may be a part of the broken one. */
  #isGuess = false;

  constructor({ byLine = false, maxBytes = maxRecordBytes, layout = articleLayout, isAsItIs = false } = {}) {
    this.#byLine = byLine;
    this.#maxBytes = maxBytes;
    this.#isAsItIs = isAsItIs;
    this.#scanner = new JsonScanner(byLine, layout);
    this.#recovery = new RecordRecovery(byLine);
  }

  /** Takes the next piece of the file; call `next` until it returns null before adding another. */
  feed(piece: Uint8Array): void {
    const needed = this.#mode === 'value' ? this.#scanner.neededFrom(this.#file) : this.#file.at;
    this.#file.feed(piece, Math.min(needed, this.#start ?? needed));
  }

  /** Marks the end of the file. */
  finish(): void {
    this.#file.isLast = true;
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
        return this.#findValue();
      case 'value':
        return this.#readValue();
      case 'lost':
        return this.#recover();
      case 'over':
        return null;
    }
  }

  /** Commas between records are optional: their absence causes no ambiguity. */
  #findValue(): ReadItem | null | undefined {
    const file = this.#file;
    for (let byte = file.byteAt(file.at); byte !== undefined; byte = file.byteAt(file.at)) {
      if (this.#byLine && byte === NEWLINE) this.#around.length = 1;
      if (file.skipBlank(byte)) continue;
      if (byte === COMMA || byte === RECORD_SEPARATOR) file.at++;
      else return this.#begin(byte);
    }
    return file.isLast ? this.#endBetween() : null;
  }

  #begin(byte: number): ReadItem | undefined {
    const file = this.#file;
    if (byte === LIST_END && this.#around.length > 1) {
      file.skip();
      const { depth, isEmpty } = this.#around.pop()!;
      if (depth === 0) return isEmpty ? this.#endEmptyList() : undefined;
      this.#scanner.resume(depth);
      this.#mode = 'value';
      return undefined;
    }
    const around = this.#around.at(-1)!;
    around.isEmpty = false;
    if (byte === LIST) {
      file.skip();
      this.#around.push(newAround());
      if (this.#around.length <= maxDepth + 1) return undefined;
      this.#mode = 'over';
      return { index: null, line: file.line, message: msg('import.read.listsTooDeep', { depth: maxDepth }) };
    }
    around.hasRecords = true;
    const { at, line, indent } = file;
    if (!this.#scanner.begin(file, byte))
      return this.#lose(null, msg('import.read.strayText', { line: file.line }));
    if (this.#scanner.isObject) this.#recovery.noteIndent(indent);
    this.#start = at;
    this.#startLine = line;
    this.#mode = 'value';
    return undefined;
  }

  /** Among records, an empty list takes the place of one, so that those after it keep their indexes. */
  #endEmptyList(): ReadItem | undefined {
    if (!this.#around.at(-1)!.hasRecords) return undefined;
    return { index: ++this.#count, line: this.#file.line, message: msg('import.read.notARecord') };
  }

  #readValue(): ReadItem | null | undefined {
    const file = this.#file;
    const result = this.#scanner.scan(file);
    switch (result) {
      case 'more':
        return file.isLast ? this.#endInside() : this.#checkSize();
      case 'results':
        this.#around.push(newAround(this.#scanner.listDepth));
        this.#recovery.forgetLayout();
        this.#leave('between');
        return undefined;
    }
    this.#recovery.noteFirstKey(this.#scanner.firstKey);
    if (result === 'end') return this.#endValue();
    const { line } = file;
    const message =
      result === 'tooDeep'
        ? msg('import.read.tooDeep', { line, depth: maxDepth })
        : msg('import.read.brokenJson', { line });
    return this.#lose(++this.#count, message);
  }

  #endValue(): ReadItem | undefined {
    const start = this.#start;
    const line = this.#startLine;
    this.#leave('between');
    if (!this.#scanner.isObject)
      return { index: ++this.#count, line, message: msg('import.read.notARecord') };
    if (start === null) return undefined;
    if (this.#isGuess && !this.#scanner.isMarked) {
      this.#mode = 'lost';
      this.#recovery.rejectGuess();
      return undefined;
    }
    this.#isGuess = false;
    const index = ++this.#count;
    if (this.#scanner.hasTooManyMembers) return this.#tooManyMembers(index);
    if (this.#file.at - start > this.#maxBytes) return this.#tooLarge(index);
    return readJsonRecord(this.#file.slice(start, this.#file.at), index, line, this.#isAsItIs);
  }

  #leave(mode: 'between' | 'lost'): void {
    this.#mode = mode;
    this.#start = null;
    this.#file.indent = -1;
  }

  #checkSize(): ReadProblem | null {
    if (this.#start === null || this.#isGuess) return this.#checkBytes();
    if (!this.#scanner.hasTooManyMembers) return this.#checkBytes();
    this.#start = null;
    return this.#tooManyMembers(++this.#count);
  }

  #tooManyMembers(index: number): ReadProblem {
    return { index, line: this.#startLine, message: msg('import.read.tooManyMembers', { most: maxMembers }) };
  }

  #checkBytes(): ReadProblem | null {
    if (this.#start === null || this.#file.end - this.#start <= this.#maxBytes) return null;
    this.#start = null;
    return this.#tooLarge(++this.#count);
  }

  #tooLarge(index: number): ReadProblem {
    const message = msg('import.read.recordTooLarge', { size: megabytes(this.#maxBytes) });
    return { index, line: this.#startLine, message };
  }

  /** Gives up the record; without an index, text that is not a record. */
  #lose(index: number | null, message: Message): undefined {
    const line = index === null ? this.#file.line : this.#startLine;
    this.#problem ??= this.#isGuess ? null : { index, line, message };
    const broken = this.#start === null ? null : { at: this.#start, line: this.#startLine };
    this.#leave('lost');
    this.#recovery.begin(this.#file, broken);
    return undefined;
  }

  #recover(): ReadItem | null | undefined {
    const result = this.#recovery.find(this.#file);
    if (result === 'more') return null;
    const problem = this.#problem;
    this.#problem = null;
    if (result === 'none') {
      this.#mode = 'over';
      if (!problem || this.#byLine) return problem;
      return { ...problem, message: sentences([problem.message, msg('import.read.restLost')]) };
    }
    this.#mode = 'between';
    this.#isGuess = result === 'guessed';
    return problem ?? undefined;
  }

  #endBetween(): ReadProblem | null {
    this.#mode = 'over';
    if (this.#around.length > 1)
      return { index: null, line: this.#file.line, message: msg('import.read.endsEarly') };
    return this.#count === 0 ? { index: null, line: null, message: msg('import.read.noRecords') } : null;
  }

  #endInside(): ReadProblem | null {
    this.#mode = 'over';
    if (this.#isGuess) return null;
    const { line } = this.#file;
    if (this.#start === null) return { index: null, line, message: msg('import.read.endsEarly') };
    return {
      index: ++this.#count,
      line: this.#startLine,
      message: msg('import.read.recordCutOff', { line }),
    };
  }
}
