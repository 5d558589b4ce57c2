import { foldText } from './foldText.ts';

/** Returns true if both texts are the title of one journal: equal but for case, accents and punctuation, or one the abbreviation of the other. */
export function isSameTitle(one: string, other: string): boolean {
  const [a, b] = [foldTitle(one), foldTitle(other)];
  return a !== '' && (a === b || isAbbreviation(one, b) || isAbbreviation(other, a));
}

/** A title without case, accents, punctuation and a leading article. */
export function foldTitle(title: string): string {
  return foldText(title)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|la|le|les|el|los|las|der|die|das|a|o) (?=\S)/, '');
}

/** Words that abbreviations leave out. */
const small = new Set(
  'a an and of the for in on de la le les du des et der die das und fur y en el los e do da'.split(' '),
);

/** "J. Soil Sci." of "journal of soil science": a word in front is the beginning of each other one. */
function isAbbreviation(short: string, long: string): boolean {
  if (!short.includes('.')) return false;
  const words = (text: string) => text.split(' ').filter((word) => word !== '' && !small.has(word));
  const [beginnings, whole] = [words(foldTitle(short)), words(long)];
  return beginnings.length === whole.length && beginnings.every((word, at) => whole[at]!.startsWith(word));
}
