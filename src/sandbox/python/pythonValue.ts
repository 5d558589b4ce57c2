/** A JSON value as the directory's Python sees it: bigint is an int, number a float, a Map a dict with its key order. */
export type PyValue = null | boolean | bigint | number | string | PyValue[] | PyDict;
export type PyDict = Map<string, PyValue>;

/** Every character that Python's str.strip, str.isspace and \s treat as white space, for use inside a character class. */
export const PY_SPACE =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const EDGE_SPACE = new RegExp(`^[${PY_SPACE}]+|[${PY_SPACE}]+$`, 'gu');

/** Python's str.strip(). */
export function pyStrip(text: string): string {
  return text.replace(EDGE_SPACE, '');
}

/** Python's len() of a text: code points, not UTF-16 units. */
export function pyLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Python's str(): a text is itself, everything else is its repr. */
export function pyStr(value: PyValue): string {
  return typeof value === 'string' ? value : pyRepr(value);
}

/** Python's repr() of a JSON value. */
export function pyRepr(value: PyValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return floatRepr(value);
  if (typeof value === 'string') return textRepr(value);
  if (Array.isArray(value)) return `[${value.map(pyRepr).join(', ')}]`;
  return `{${[...value].map(([key, entry]) => `${textRepr(key)}: ${pyRepr(entry)}`).join(', ')}}`;
}

/** The name in `<class '...'>` for a JSON value. */
export function pyTypeName(value: PyValue): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'str';
  return Array.isArray(value) ? 'list' : 'dict';
}

// Unlike strip(), int() does not treat the separators U+001C to U+001F as blanks.
const INT_SPACE = PY_SPACE.replace('\\x1c-\\x20', ' ');
const INTEGER = new RegExp(`^[${INT_SPACE}]*([+-]?)(\\p{Nd}+(?:_\\p{Nd}+)*)[${INT_SPACE}]*$`, 'u');

/** Python's int(text): surrounding blanks, a sign, single underscores and digits of any script; undefined if Python raises. */
export function pyInt(text: string): number | undefined {
  const match = INTEGER.exec(text);
  if (!match) return undefined;
  let digits = '';
  for (const digit of match[2]!.replaceAll('_', '')) digits += digitValue(digit);
  return Number(`${match[1]}${digits}`);
}

/** The value 0-9 of a decimal digit of any script: Unicode lists each script's ten digits consecutively. */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  if (code < 0x80) return code - 0x30;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  const sign = value < 0 ? '-' : '';
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

const NOT_PRINTABLE = /[\p{C}\p{Z}]/u;
const SHORT_ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function textRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const char of text) {
    if (char === quote) out += `\\${char}`;
    else if (SHORT_ESCAPES[char]) out += SHORT_ESCAPES[char];
    else if (char !== ' ' && NOT_PRINTABLE.test(char)) out += codeEscape(char.codePointAt(0)!);
    else out += char;
  }
  return out + quote;
}

function codeEscape(code: number): string {
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${hex.padStart(4, '0')}`;
  return `\\U${hex.padStart(8, '0')}`;
}

/** Python's == between JSON values: numbers compare by value, and true is 1. */
export function pyEquals(a: PyValue, b: PyValue): boolean {
  const [first, second] = [a, b].map((value) => (typeof value === 'boolean' ? (value ? 1n : 0n) : value));
  if (isNumber(first) && isNumber(second)) return first <= second && first >= second;
  if (Array.isArray(first) && Array.isArray(second)) {
    return first.length === second.length && first.every((entry, at) => pyEquals(entry, second[at]!));
  }
  if (first instanceof Map && second instanceof Map) {
    return (
      first.size === second.size &&
      [...first].every(([key, entry]) => second.has(key) && pyEquals(entry, second.get(key)!))
    );
  }
  return first === second;
}

function isNumber(value: PyValue | undefined): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}
