/**
 * The words of a text, cut as the search index cuts them (unicode61: letters, digits, private use), without accents
 * written as signs of their own; each once. A DOI that was pasted as an address is taken as the DOI alone.
 */
export function searchWords(text: string): string[] {
  const words = text.normalize('NFC').replace(doiAddress, '').match(wordPattern) ?? [];
  return [...new Set(words.map((word) => word.replace(accents, '')))].filter((word) => word !== '');
}

/** A query of the search index: every word must stand in the draft, as the beginning of a word at least. */
export function searchQuery(words: readonly string[]): string {
  return words.map((word) => `"${word}"*`).join(' AND ');
}

/** A word for comparing, without case and accents. */
export function foldWord(word: string): string {
  return word.normalize('NFD').replace(accents, '').toLowerCase();
}

const doiAddress = /\bhttps?:\/\/(?:dx\.)?doi\.org\//gi;
const accents = /[\u0300-\u036f]/g;
// Letters by today's Unicode which the index still takes for signs between words are left out: Tai Lue vowels, Vedic signs.
const wordPattern =
  /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f]))+/gu;
