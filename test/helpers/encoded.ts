import iconv from 'iconv-lite';

/** The bytes of a text in an encoding, with a byte order mark only if the text has one. */
export function encoded(text: string, encoding: string): Buffer {
  return iconv.encode(text, encoding, { addBOM: false });
}
