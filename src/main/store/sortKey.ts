/** Without case, accents and anything before the first letter or digit, cut to the length that matters. */
export function sortKey(text: string): string {
  const folded = text
    .slice(0, 300)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter);
  return folded.replace(/^[^\p{L}\p{N}]+(?=.*[\p{L}\p{N}])/su, '').slice(0, 200);
}

/** Letters that do not decompose into a letter and an accent, with the letters they are sorted as. */
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
