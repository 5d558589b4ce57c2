/**
 * What somebody typed as a query of the search index: every word must stand in the draft, as the beginning of a word at
 * least. Null if there is no word in it. Words are cut as the index cuts them (unicode61: letters, digits, private use;
 * accents removed), so that any text makes a query without a syntax error.
 */
export function searchQuery(text: string): string | null {
  const words = text.normalize('NFC').match(wordPattern) ?? [];
  const bare = words.map((word) => word.replace(accents, '')).filter((word) => word !== '');
  return bare.length === 0 ? null : [...new Set(bare)].map((word) => `"${word}"*`).join(' AND ');
}

const accents = /[\u0300-\u036f]/g;
// Letters by today's Unicode which the index still takes for signs between words are left out: Tai Lue vowels, Vedic signs.
const wordPattern =
  /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f]))+/gu;
