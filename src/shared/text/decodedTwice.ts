/** The characters of Windows-1252 from 0x80 to 0x9f; a byte without one stays a control character. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const byteOf = new Map([...western].map((sign, at) => [sign, 0x80 + at]));
const following = `[${western}\\u0080-\\u00bf]`;
/** The first bytes of a character in UTF-8, each as a character, before those that may follow. */
const suspicious = new RegExp(`[\\u00c2-\\u00df]${following}|[\\u00e0-\\u00ef]${following}{2}`);
/** A letter whose second byte, a blank without break, became an ordinary blank. */
const lostBlank = /Ã (?=\S)/g;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** A text may have been decoded several times. */
const maxTimes = 3;

/**
 * The text that is meant by one in UTF-8 that was read as Windows-1252 or Latin-1 ("fÃ¼r" is "für"), or null if there is
 * no sign of that. The whole text has to be such bytes, so that nothing that is right is changed.
 */
export function undecodedTwice(text: string): string | null {
  let meant: string | null = null;
  for (let time = 0; time < maxTimes; time++) {
    const before = decodedAgain(meant ?? text);
    if (before === null) break;
    meant = before;
  }
  return meant;
}

function decodedAgain(text: string): string | null {
  if (!suspicious.test(text)) return null;
  return asUtf8(text) ?? asUtf8(text.replace(lostBlank, 'Ã\u00a0 '));
}

function asUtf8(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code <= 0xff ? code : byteOf.get(text[at]!);
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  try {
    const meant = decoder.decode(bytes);
    return meant.length < text.length && !meant.includes('\ufffd') ? meant : null;
  } catch {
    return null;
  }
}
