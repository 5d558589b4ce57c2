import { maxDepth, maxMembers } from '../readRecord.ts';
import { byteTable, type FileWindow, isBlank, NEWLINE } from '../text/fileWindow.ts';

/** The token that may come next. */
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;
const STRING = 6;
const KEY_STRING = 7;
const SCALAR = 8;
/** The value has ended. */
const NOTHING = 9;

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON_SIGN = 58;
const LIST = 91;
const BACKSLASH = 92;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;

/** Letters, digits and signs of numbers, `true`, `false`, `null` and similar words. */
const isScalar = byteTable((byte) => /[\w.+-]/.test(String.fromCharCode(byte)));

/** The maximum length of a member name that is examined, in bytes including its quotes. */
const maxKeyBytes = 64;

/** Where the records of a kind of JSON are, and how one differs from a part of it. */
export interface JsonLayout {
  /** Members of a response that are its list of records: one name, or that of an object and of a member in it. */
  lists: readonly (readonly string[])[];
  /** Members that every record has, and no part of a record. */
  marks: readonly string[];
}

/** The directory's article JSON, and its response to a search. */
export const articleLayout: JsonLayout = { lists: [['results']], marks: ['bibjson'] };

/** `end` of the value; `more` input needed; `results` are in it; `broken` byte; `tooDeep` nesting. */
export type ScanResult = 'end' | 'more' | 'results' | 'broken' | 'tooDeep';

/** Follows one JSON value, an object or a scalar, across pieces of a file, up to the first invalid byte. */
export class JsonScanner {
  /** Whether the value is an object; a scalar is not a record. */
  isObject = false;
  /** Whether the object has a member by which records are known. */
  isMarked = false;
  /** Whether an object in it has more members than any record. */
  hasTooManyMembers = false;
  /** The first member name of the object, with its quotes; null if none was examined. */
  firstKey: string | null = null;

  readonly #byLine: boolean;
  readonly #marks: ReadonlySet<string>;
  /** Members that are lists of records. */
  readonly #lists: ReadonlySet<string>;
  /** Members that are objects with such members. */
  readonly #listsIn: ReadonlyMap<string, ReadonlySet<string>>;
  #expect = VALUE;
  /** The open brackets. */
  readonly #open = new Uint8Array(maxDepth + 1);
  /** The members so far of the open object at each depth. */
  readonly #members = new Int32Array(maxDepth + 2);
  #depth = 0;
  /** The offset of the member name being read. */
  #keyStart = 0;
  /** The member of the outermost object that is being read, if its name was examined. */
  #member = '';
  /** The depth at which the member being read is a list of records; 0 if it is not one. */
  #listDepth = 0;
  #isResumed = false;

  /** `byLine`: a value ends with its line. */
  constructor(byLine: boolean, layout: JsonLayout) {
    this.#byLine = byLine;
    this.#marks = new Set(layout.marks);
    this.#lists = new Set(layout.lists.flatMap(([name, inner]) => (inner === undefined ? [name!] : [])));
    const inObjects = layout.lists.filter((path) => path.length === 2);
    this.#listsIn = new Map(inObjects.map(([name, inner]) => [name!, new Set([inner!])]));
  }

  /** The number of objects around the list of records that was found. */
  get listDepth(): number {
    return this.#listDepth;
  }

  /** Begins with the value that `byte`, at the window's place, starts; returns false if no value starts with it. */
  begin(file: FileWindow, byte: number): boolean {
    if (byte !== OBJECT && byte !== QUOTE && !isScalar[byte]) return false;
    this.isObject = byte === OBJECT;
    this.#expect = this.isObject ? KEY_OR_END : byte === QUOTE ? STRING : SCALAR;
    this.#enter(this.isObject ? 1 : 0);
    this.isMarked = false;
    this.hasTooManyMembers = false;
    this.firstKey = null;
    this.#isResumed = false;
    file.at++;
    return true;
  }

  /** Continues with a response after its list of records, which `depth` objects are around. */
  resume(depth: number): void {
    this.isObject = true;
    this.#expect = COMMA_OR_END;
    this.#enter(depth);
    this.firstKey = null;
    this.#isResumed = true;
  }

  #enter(depth: number): void {
    this.#depth = depth;
    this.#members.fill(0);
    this.#open.fill(OBJECT, 0, Math.max(1, depth));
    this.#member = '';
    this.#listDepth = 0;
  }

  /** Moves the window's place to where the scan stops: after the end, or at the first invalid byte. */
  scan(file: FileWindow): ScanResult {
    const { bytes, base } = file;
    const open = this.#open;
    const end = file.end - base;
    let at = file.at - base;
    let depth = this.#depth;
    let expect = this.#expect;
    let hasResults = false;
    while (at < end && expect !== NOTHING) {
      if (expect === STRING || expect === KEY_STRING) {
        at = endOfText(bytes, at, end);
        if (at >= end || bytes[at] === NEWLINE) break;
        at++;
        if (expect === KEY_STRING && depth <= 2) this.#noteKey(file, base + at, depth);
        expect = expect === KEY_STRING ? COLON : after(depth);
        continue;
      }
      const byte = bytes[at]!;
      if (expect === SCALAR) {
        if (isScalar[byte]) at++;
        else expect = after(depth);
      } else if (isBlank[byte]) {
        if (byte === NEWLINE) {
          if (this.#byLine) break;
          file.line++;
        }
        do at++;
        while (at < end && bytes[at] === SPACE);
      } else if (expect === COLON) {
        if (byte !== COLON_SIGN) break;
        expect = VALUE;
        at++;
      } else if (expect === COMMA_OR_END && byte === COMMA) {
        expect = open[depth - 1] === OBJECT ? KEY : VALUE;
        at++;
      } else if (byte === OBJECT_END || byte === LIST_END) {
        if (expect !== COMMA_OR_END && expect !== KEY_OR_END && expect !== VALUE_OR_END) break;
        if (open[depth - 1] !== byte - 2) break;
        depth--;
        expect = after(depth);
        at++;
      } else if (expect === KEY || expect === KEY_OR_END) {
        if (byte !== QUOTE) break;
        this.#keyStart = base + at;
        if (++this.#members[depth]! > maxMembers) this.hasTooManyMembers = true;
        expect = KEY_STRING;
        at++;
      } else if (expect === COMMA_OR_END) break;
      else if (byte === QUOTE) {
        expect = STRING;
        at++;
      } else if (byte === OBJECT || byte === LIST) {
        if (byte === LIST && depth === this.#listDepth && !this.isMarked) {
          at++;
          hasResults = true;
          break;
        }
        if (depth === maxDepth) break;
        open[depth++] = byte;
        this.#members[depth] = 0;
        expect = byte === OBJECT ? KEY_OR_END : VALUE_OR_END;
        at++;
      } else if (isScalar[byte]) {
        expect = SCALAR;
        at++;
      } else break;
    }
    file.at = base + at;
    this.#depth = depth;
    this.#expect = expect;
    if (hasResults) return 'results';
    if (expect === NOTHING || (expect === SCALAR && depth === 0 && file.isLast)) return 'end';
    if (at >= end) return 'more';
    return depth === maxDepth ? 'tooDeep' : 'broken';
  }

  /** The offset from which the scan needs the file; what it has passed is otherwise not needed again. */
  neededFrom(file: FileWindow): number {
    const isReadingKey = this.#expect === KEY_STRING && file.end - this.#keyStart <= maxKeyBytes;
    return isReadingKey ? this.#keyStart : file.at;
  }

  /** A record may have a member with the name of a list of records, but is marked before it. */
  #noteKey(file: FileWindow, end: number, depth: number): void {
    if (depth === 2 && this.#listsIn.get(this.#member) === undefined) return;
    // Longer names are not members of a record, and may no longer be in the window.
    const isShort = end - this.#keyStart <= maxKeyBytes;
    const key = isShort ? file.bytes.toString('latin1', this.#keyStart - file.base, end - file.base) : '""';
    const name = key.slice(1, -1);
    if (depth === 2) {
      this.#listDepth = this.#listsIn.get(this.#member)?.has(name) ? 2 : 0;
      return;
    }
    if (isShort && !this.#isResumed) this.firstKey ??= key;
    if (this.#marks.has(name)) this.isMarked = true;
    this.#member = name;
    this.#listDepth = this.#lists.has(name) ? 1 : 0;
  }
}

/** The token expected after a value at this depth. */
function after(depth: number): number {
  return depth === 0 ? NOTHING : COMMA_OR_END;
}

/** The position of the quote or line end after `at`; `end` or beyond if there is none before. */
function endOfText(bytes: Uint8Array, at: number, end: number): number {
  let place = at;
  while (place < end) {
    const byte = bytes[place]!;
    if (byte === BACKSLASH) place += 2;
    else if (byte === QUOTE || byte === NEWLINE) return place;
    else place++;
  }
  return place;
}
