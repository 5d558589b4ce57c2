import type { ApiRequest } from './routes.ts';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Percent-decodes a path as the service's web framework does: invalid UTF-8 becomes replacement characters. */
export function decodePath(path: string): string {
  return decodeBytes(path, false);
}

/** Query parameters before form fields; reading a form empties the body (reference/directory-api.md 1.2). */
export function readInput(
  method: string,
  query: string,
  contentType: string | undefined,
  body: Uint8Array,
): Pick<ApiRequest, 'parameter' | 'body'> {
  const parameters = parsePairs(query);
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
  if (isForm && method !== 'GET' && method !== 'HEAD') {
    const fields =
      type === 'multipart/form-data' ? parseParts(contentType!, body) : parsePairs(UTF8.decode(body));
    for (const [name, value] of fields) if (!parameters.has(name)) parameters.set(name, value);
  }
  return { parameter: (name) => parameters.get(name), body: isForm ? new Uint8Array() : body };
}

/** Name and value pairs; the first of equal names counts. */
function parsePairs(text: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = decodeBytes(equals < 0 ? piece : piece.slice(0, equals), true);
    const value = equals < 0 ? '' : decodeBytes(piece.slice(equals + 1), true);
    if (!pairs.has(name)) pairs.set(name, value);
  }
  return pairs;
}

function parseParts(contentType: string, body: Uint8Array): Map<string, string> {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  const fields = new Map<string, string>();
  if (!boundary) return fields;
  for (const part of UTF8.decode(body).split(`--${boundary}`)) {
    const match = /name="([^"]*)".*?\r?\n\r?\n(.*?)\r?\n$/s.exec(part);
    if (match && !fields.has(match[1]!)) fields.set(match[1]!, match[2]!);
  }
  return fields;
}

function decodeBytes(text: string, plusIsBlank: boolean): string {
  const plain = plusIsBlank ? text.replaceAll('+', ' ') : text;
  if (!plain.includes('%')) return plain;
  const bytes = Buffer.from(plain, 'utf8');
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes[at] === 0x25 ? bytes.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-fA-F]{2}$/.test(hex)) {
      out[length++] = Number.parseInt(hex, 16);
      at += 2;
    } else out[length++] = bytes[at]!;
  }
  return UTF8.decode(out.subarray(0, length));
}
