/** Python's handling of text, where the verdict depends on it (reference/directory-api-addenda.md 4.1). */

/** The characters that Python's `str.strip()` and `\s` treat as white space, as the inside of a character class. */
export const pythonSpace =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const isSpace = new RegExp(`[${pythonSpace}]`);

/** Strips white space as Python does: no-break spaces are removed, a byte order mark is not. */
export function stripText(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  // Fast path: nearly every text begins and ends with a plain character.
  if (first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f) return text;
  let [start, end] = [0, text.length];
  while (start < end && isSpace.test(text[start]!)) start++;
  while (end > start && isSpace.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/**
 * The text that the directory stores for a value that we send: `4` becomes `4`, `true` becomes `True`, `["x"]` becomes
 * `['x']`.
 */
export function asStoredText(value: unknown): string {
  return typeof value === 'string' ? value : represent(value);
}

function represent(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return representNumber(value);
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map(represent).join(', ')}]`;
  const members = Object.entries(value as Record<string, unknown>);
  return `{${members.map(([name, member]) => `${quote(name)}: ${represent(member)}`).join(', ')}}`;
}

/** JSON has whole numbers below 1e21 without point or exponent, so that Python reads them as such. */
function representNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : pythonFloatText(value);
}

/** The text that Python's `str` makes of a float: `1.0`, `1e+16`, `-0.0`. */
export function pythonFloatText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  if (size < 1e16 && size >= 1e-4) return Number.isInteger(value) ? `${value}.0` : String(value);
  // Python writes exponents with at least two digits.
  return value.toExponential().replace(/(?<=e[+-])\d$/, '0$&');
}

const shortEscapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(
    /\\|(?! )[\p{C}\p{Z}]/gu,
    (character) => shortEscapes[character] ?? escapeOf(character),
  );
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
}
