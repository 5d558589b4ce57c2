import { plainLetters } from '../../../../shared/text/foldText.ts';

/** A text as it is indexed, in the plain letters that searches use. */
export function indexedText(text: string): string {
  return plainLetters(text).replace(
    unspaced,
    (letters) => ` ${[...pairsOf(letters), lastOf(letters)].join(' ')} `,
  );
}

/**
 * Distinct words, split as in the index (unicode61), in plain letters like its texts, without separate accents; a DOI
 * without its address. A text has all that is searched for if each is the beginning of one of its `indexedWords`.
 */
export function searchWords(text: string): string[] {
  const plain = plainLetters(text.normalize('NFC')).replace(doiAddress, '');
  return split(plain.replace(unspaced, (letters) => ` ${pairsOf(letters).join(' ') || letters} `));
}

/** The words that the index has of a text. */
export function indexedWords(text: string): string[] {
  return split(indexedText(text.normalize('NFC')));
}

/** A query of the search index that matches texts that have a word with this prefix. */
export function searchQuery(prefix: string): string {
  return `"${prefix}"*`;
}

function split(text: string): string[] {
  const words = text.match(wordPattern) ?? [];
  return [...new Set(words.map((word) => word.replace(accents, '')))].filter((word) => word !== '');
}

/**
 * Each two letters that follow one another. Chinese, Japanese, Thai, Lao, Khmer and Burmese put no spaces between words, so
 * that a word could only be found at the beginning of a sentence.
 */
function pairsOf(letters: string): string[] {
  const each = Array.from(letters);
  return each.slice(1).map((letter, at) => `${each[at]}${letter}`);
}

function lastOf(letters: string): string {
  return Array.from(letters).at(-1)!;
}

const doiAddress = /\bhttps?:\/\/(?:dx\.)?doi\.org\//gi;
const accents = /[\u0300-\u036f]/g;
/** Letters of those scripts that follow one another. */
const unspaced =
  /(?:[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}](?<=[\p{L}\p{N}]))+/gu;
// Characters that are letters in today's Unicode but separators to the index are left out: Tai Lue vowels, Vedic signs.
const wordPattern =
  /(?:(?![\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3])(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f]))+/gu;
