/** What Windows-1252 has in the place of the control characters from U+0080 to U+009F; five of them stay. */
const signs = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** All but U+0085, which separates lines in Unicode. */
const control = /[\x80-\x84\x86-\x9f]/g;
/** Library systems put an article that does not count in sorting between two of them: `\x98Die\x9c Zukunft`. */
const nonSorting = /\x98([^\x98\x9c]{1,40})\x9c/g;

/**
 * The text with the signs of Windows-1252 that programs wrote as control characters, as browsers read them: the pages
 * `12&#150;19` are `12–19`, not 1219.
 */
export function withWindowsSigns(text: string): string {
  return text.replace(nonSorting, '$1').replace(control, (sign) => signs[sign.charCodeAt(0) - 0x80]!);
}
