import { removedKey } from '../../../shared/text/removedKey.ts';

const mark = '[key]';
/** A key in an address, a form or JSON, plain or percent-encoded, up to the first character no key contains. */
const named = /(api_?key(?:\\?["'])?\s*(?:=|:|%3D|%3A)\s*(?:\\?["']|%22)?)(?!\[key\])[^\s"'\\<>&#,;)}\]]+/gi;
const shortest = 8;

/**
 * Removes keys from `text`, which is shown or logged and is not data: the value after `api_key=` (also in JSON and percent-encoded), and every given secret,
 * whether plain, percent-encoded, escaped for JSON or HTML (each also more than once), in base64 or in hex. A secret of
 * fewer than eight characters is only removed if it is a separate word.
 */
export function redactText(text: string, secrets: Iterable<string> = []): string {
  let redacted = text.replaceAll(removedKey, mark);
  // Secrets first, because the pattern with a name might match only the beginning of one.
  for (const secret of secrets) {
    for (const pattern of patternsOf(secret)) redacted = redacted.replace(pattern, mark);
  }
  return redacted.replace(named, `$1${mark}`);
}

/**
 * `text`, which is data, with a mark in place of this one secret in any spelling. Nothing else is removed, because a
 * text belongs to its author; the mark makes the rules hold back the record.
 */
export function removeSecret(text: string, secret: string): string {
  return patternsOf(secret).reduce((rest, pattern) => rest.replace(pattern, removedKey), text);
}

/** Returns true if the text contains the secret in any spelling. */
export function isSecretIn(text: string, secret: string): boolean {
  return patternsOf(secret).some((pattern) => text.search(pattern) >= 0);
}

const patterns = new Map<string, readonly RegExp[]>();

/** Cached for each secret, because every line of the log is checked for them. */
function patternsOf(secret: string): readonly RegExp[] {
  const known = patterns.get(secret);
  if (known) return known;
  const made = makePatterns(secret);
  patterns.set(secret, made);
  return made;
}

function makePatterns(secret: string): RegExp[] {
  if (secret === '') return [];
  const written = [...secret].map(anyForm).join('');
  if (secret.length < shortest)
    return [new RegExp(`(?<![\\p{L}\\p{N}])(?:${written})(?![\\p{L}\\p{N}])`, 'gu')];
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((before) => base64Within(bytes, before)).map(literal);
  return [
    new RegExp(written, 'gu'),
    new RegExp(bytes.toString('hex'), 'gi'),
    new RegExp(
      encoded
        .map((form) => form.replaceAll(/\\\+|-/g, '(?:\\+|-|%2B)').replaceAll(/\\\/|_/g, '(?:\\/|_|%2F)'))
        .join('|'),
      'g',
    ),
  ];
}

/** A pattern for one character in any notation: plain, percent-encoded, escaped in JSON or HTML. */
function anyForm(character: string): string {
  const code = character.codePointAt(0)!;
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25)*${anyCase(byte, 2)}`).join('');
  const units = character.split('').map((unit) => `\\\\+u${anyCase(unit.charCodeAt(0), 4)}`);
  const html = htmlNames[character] ?? [];
  const forms = [percent, units.join(''), `&#(?:${code}|[xX]${anyCase(code, 1)});`, ...html];
  if (character === ' ') forms.push('\\+');
  // JSON puts a backslash before it, and JSON within JSON three.
  const plain =
    character === '\\' ? '\\\\+' : /["/]/.test(character) ? `\\\\*${literal(character)}` : literal(character);
  return `(?:${[plain, ...forms].join('|')})`;
}

const htmlNames: Record<string, string[]> = {
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['&quot;'],
  "'": ['&apos;'],
};

function anyCase(number: number, digits: number): string {
  const hex = number.toString(16).padStart(digits, '0');
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The encoding of bytes inside a longer base64 text, preceded by `before` other bytes. */
function base64Within(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
