import { plainLetters } from '../../../../shared/text/foldText.ts';

/**
 * Distinct words, split as in the index (unicode61), in plain letters like its texts, without separate accents; a DOI
 * without its address.
 */
export function searchWords(text: string): string[] {
  const words = plainLetters(text.normalize('NFC')).replace(doiAddress, '').match(wordPattern) ?? [];
  return [...new Set(words.map((word) => word.replace(accents, '')))].filter((word) => word !== '');
}

/** A query of the search index that matches texts that have a word with this prefix. */
export function searchQuery(prefix: string): string {
  return `"${prefix}"*`;
}

const doiAddress = /\bhttps?:\/\/(?:dx\.)?doi\.org\//gi;
const accents = /[\u0300-\u036f]/g;
// Characters that are letters in today's Unicode but separators to the index are left out: Tai Lue vowels, Vedic signs.
const wordPattern =
  /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f]))+/gu;
