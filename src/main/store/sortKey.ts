/** A text as it is sorted: without case, accents and what stands before its first letter or digit, and not longer than matters. */
export function sortKey(text: string): string {
  const folded = text
    .slice(0, 300)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter);
  return folded.replace(/^[^\p{L}\p{N}]+(?=.*[\p{L}\p{N}])/su, '').slice(0, 200);
}

/** Letters that are no letter with a mark, by what they are sorted as. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
