import type { PyDict, PyValue } from './pythonValue.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses a request body as Python's json.loads does (NaN and Infinity pass, a byte order mark does not); undefined if refused. */
export function readPythonJson(body: Uint8Array): { value: PyValue } | undefined {
  try {
    return { value: parsePythonJson(UTF8.decode(body)) };
  } catch {
    return undefined;
  }
}

/** Parses JSON text as Python does, distinguishing ints and floats and preserving key order; throws SyntaxError. */
export function parsePythonJson(text: string): PyValue {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.skipBlank();
  if (reader.at < text.length) throw new SyntaxError('extra data');
  return value;
}

// Python fails on documents nested about as deep as its own stack.
const MAX_DEPTH = 900;
// Python refuses to convert longer runs of digits to an int.
const MAX_DIGITS = 4300;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const WORDS: [string, PyValue][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Reader {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): PyValue {
    if (depth > MAX_DEPTH) throw new SyntaxError('nested too deep');
    this.skipBlank();
    const char = this.text[this.at];
    if (char === '"') return this.string();
    if (char === '{') return this.dict(depth + 1);
    if (char === '[') return this.list(depth + 1);
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  skipBlank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private dict(depth: number): PyDict {
    const dict: PyDict = new Map();
    this.at += 1;
    this.skipBlank();
    if (this.takes('}')) return dict;
    for (;;) {
      this.skipBlank();
      if (this.text[this.at] !== '"') throw new SyntaxError('key expected');
      const key = this.string();
      this.skipBlank();
      if (!this.takes(':')) throw new SyntaxError('colon expected');
      dict.set(key, this.value(depth));
      this.skipBlank();
      if (this.takes('}')) return dict;
      if (!this.takes(',')) throw new SyntaxError('comma expected');
    }
  }

  private list(depth: number): PyValue[] {
    const list: PyValue[] = [];
    this.at += 1;
    this.skipBlank();
    if (this.takes(']')) return list;
    for (;;) {
      list.push(this.value(depth));
      this.skipBlank();
      if (this.takes(']')) return list;
      if (!this.takes(',')) throw new SyntaxError('comma expected');
    }
  }

  private number(): bigint | number {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) throw new SyntaxError('value expected');
    this.at += match[0].length;
    if (match[1] !== undefined || match[2] !== undefined) return Number(match[0]);
    if (match[0].length > MAX_DIGITS) throw new SyntaxError('too many digits');
    return BigInt(match[0]);
  }

  private string(): string {
    let from = this.at + 1;
    let out = '';
    for (let at = from; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === 0x22) {
        this.at = at + 1;
        return out + this.text.slice(from, at);
      }
      if (code < 0x20) throw new SyntaxError('control character');
      if (code !== 0x5c) continue;
      out += this.text.slice(from, at);
      const letter = this.text[at + 1] ?? '';
      if (letter === 'u') {
        const hex = this.text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw new SyntaxError('bad escape');
        out += String.fromCharCode(Number.parseInt(hex, 16));
        at += 5;
      } else {
        if (ESCAPES[letter] === undefined) throw new SyntaxError('bad escape');
        out += ESCAPES[letter];
        at += 1;
      }
      from = at + 1;
    }
    throw new SyntaxError('unterminated string');
  }

  private takes(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }
}
