/** Text for comparing and searching: without accents, in lower case, with plain letters (`plainLetters`). */
export function foldText(text: string): string {
  return text.toLowerCase().replace(foldedPieces, foldPiece);
}

/** A Latin letter alone can be looked up, which is five times as fast. */
function foldPiece(piece: string): string {
  const isLatin = piece.length === 1 && piece.charCodeAt(0) < firstBeyondLatin;
  return isLatin ? foldedLatin[piece.charCodeAt(0) - firstBeyondAscii]! : foldAny(piece);
}

/** The same for text in any script. */
function foldAny(text: string): string {
  return plainLetters(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase());
}

/**
 * Replaces letters that Unicode does not decompose with those that people type instead: `Łódź` is `Lódź`, `Sørensen`
 * `Sorensen`.
 */
export function plainLetters(text: string): string {
  return text.replace(special, (letter) => plain[letter]!);
}

/** As in Lucene's ASCII folding, which many catalogues use, and Greek's final sigma. */
const lower: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ǽ: 'ae',
  ǣ: 'ae',
  œ: 'oe',
  ø: 'o',
  ǿ: 'o',
  ł: 'l',
  ŀ: 'l',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  ɗ: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ɨ: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ƙ: 'k',
  ə: 'a',
  ǝ: 'e',
  ƀ: 'b',
  ɓ: 'b',
  ǥ: 'g',
  ƴ: 'y',
  ʉ: 'u',
  ƶ: 'z',
  ς: 'σ',
};
// Lower-case ı and ĸ have no capitals of their own.
const capitals = Object.entries(lower).flatMap(([letter, as]): [string, string][] => {
  const capital = letter === 'ß' ? 'ẞ' : letter.toUpperCase();
  return 'ıĸ'.includes(letter) ? [] : [[capital, as.toUpperCase()]];
});
const plain: Readonly<Record<string, string>> = { ...lower, ...Object.fromEntries(capitals) };
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

const firstBeyondAscii = 0x80;
/** After the blocks Latin-1, Latin Extended-A and Latin Extended-B. */
const firstBeyondLatin = 0x250;
/** Each such letter, and stretches in other scripts as a whole, because each call of `normalize` takes long. */
const foldedPieces = /[\x80-\u024f]|[^\0-\u024f](?:[\0-\x7f]{0,2}[^\0-\x7f])*/g;
const foldedLatin = Array.from({ length: firstBeyondLatin - firstBeyondAscii }, (_, at) =>
  foldAny(String.fromCharCode(firstBeyondAscii + at)),
);
