/** Decodes the bytes of a text piece by piece; what does not fit the encoding becomes U+FFFD. */
export interface Decoder {
  decode(piece?: Uint8Array, options?: { stream: boolean }): string;
}

/** Decodes UTF-32, which the platform does not. A byte order mark stays. */
class Utf32Decoder implements Decoder {
  readonly #isLittle: boolean;
  #left: Buffer = Buffer.alloc(0);

  constructor(isLittle: boolean) {
    this.#isLittle = isLittle;
  }

  decode(piece: Uint8Array = new Uint8Array(0), { stream } = { stream: false }): string {
    const bytes = Buffer.concat([this.#left, piece]);
    const parts: string[] = [];
    let at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      const code = this.#isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
      const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      parts.push(isCharacter ? String.fromCodePoint(code) : '\ufffd');
    }
    this.#left = Buffer.from(bytes.subarray(at));
    if (!stream && this.#left.length > 0) parts.push('\ufffd');
    return parts.join('');
  }
}

/** The decoder of an encoding that needs no other library; null if there is none. */
export function ownDecoder(name: string): Decoder | null {
  if (/^utf-32[lb]e$/.test(name)) return new Utf32Decoder(name === 'utf-32le');
  try {
    return new TextDecoder(name, { ignoreBOM: true });
  } catch {
    return null;
  }
}

/** The decoder of an encoding that `knownEncoding` returned. */
export async function openDecoder(name: string): Promise<Decoder> {
  const own = ownDecoder(name);
  if (own) return own;
  const decoder = (await iconv()).getDecoder(name, { stripBOM: false });
  return {
    decode: (piece = new Uint8Array(0), { stream } = { stream: false }) =>
      decoder.write(Buffer.from(piece)) + (stream ? '' : (decoder.end() ?? '')),
  };
}

/**
 * The name of an encoding that can be decoded, by any name or alias that is registered for it (`cp1252`, `ISO646-US`,
 * `csISOLatin1`); null if there is none. Text in ASCII is UTF-8.
 */
export async function knownEncoding(label: string): Promise<string | null> {
  const name = label.trim().toLowerCase();
  const plain = name.replace(/^cs(?=[a-z])/, '').replace(/[^a-z\d]/g, '');
  if (ascii.has(plain)) return 'utf-8';
  if (/^(?:utf32|ucs4)(?:le)?$/.test(plain)) return 'utf-32le';
  if (plain === 'utf32be') return 'utf-32be';
  for (const one of [name, ...(aliases[plain] ?? []), plain])
    try {
      return new TextDecoder(one).encoding;
    } catch {
      // Further names are tried.
    }
  return (await iconv()).encodingExists(plain) ? plain : null;
}

/** Names of ASCII without punctuation, as registered with IANA. */
const ascii = new Set(
  `ascii usascii us iso646us isoir6 ansix341968 ansix341986 iso646irv1991 ibm367 cp367 646`.split(/\s+/),
);

/** Names that programs use for encodings that the platform knows by others. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  cp932: ['shift_jis'],
  ms932: ['shift_jis'],
  windows932: ['shift_jis'],
  cp936: ['gbk'],
  ms936: ['gbk'],
  windows936: ['gbk'],
  cp949: ['euc-kr'],
  ms949: ['euc-kr'],
  windows949: ['euc-kr'],
  uhc: ['euc-kr'],
  cp950: ['big5'],
  windows950: ['big5'],
  ansi: ['windows-1252'],
  macroman: ['macintosh'],
  maccyrillic: ['x-mac-cyrillic'],
};

/** Loaded only for the few files that need it. */
async function iconv() {
  return (await import('iconv-lite')).default;
}
