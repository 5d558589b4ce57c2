import { guessLanguage } from './guessLanguage.ts';
import { hasMarkup, stripMarkup } from './plainText.ts';

/** Letters from which the language of a text is sure enough; a shorter one may be mostly names and terms. */
const least = { title: 40, abstract: 200 };
/** The same for texts that are not in Latin letters: their letters say more. */
const leastOfOther = { title: 12, abstract: 80 };
/** Letters of a text that are looked at. */
const most = 400;
/** How much less a title must resemble the language of its abstract than its own, of 1. */
const margin = 0.25;

/**
 * Returns true if a title and its abstract are in two languages, and both are long enough to be sure; two languages that
 * are much alike may pass. Nearly all pairs are decided by the short words that both have, because guessing a
 * language takes ten times as long.
 */
export function areInTwoLanguages(title: string, abstract: string): boolean {
  if (title.length < leastOfOther.title || abstract.length < leastOfOther.abstract) return false;
  const [start, text] = [plain(title), plain(abstract)];
  if (!isLongEnough(start, 'title') || !isLongEnough(text, 'abstract') || shareShortWords(start, text))
    return false;
  const guess = guessLanguage(start);
  if (guess.language === 'und') return false;
  const { language } = guessLanguage(text);
  return language !== 'und' && language !== guess.language && guess.likenessTo(language) <= 1 - margin;
}

function plain(text: string): string {
  const start = text.slice(0, 2 * most);
  return (hasMarkup(start) ? stripMarkup(start) : start).slice(0, most);
}

function isLongEnough(text: string, part: keyof typeof least): boolean {
  return text.length >= (isLatin(text) ? least : leastOfOther)[part];
}

/** Returns true if no letter is of another script. */
function isLatin(text: string): boolean {
  return !/[^\P{L}\p{Script=Latin}]/u.test(text);
}

/** Returns true if most short words of a title are in the abstract too, or if it has too few of them to tell. */
function shareShortWords(title: string, abstract: string): boolean {
  if (!isLatin(title)) return false;
  const short = shortWords(title);
  if (short.size < 2) return true;
  const others = abstract.toLowerCase();
  let shared = 0;
  for (const word of short) if (hasWord(others, word)) shared += 1;
  return shared * 2 >= short.size;
}

function shortWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const word of text.toLowerCase().split(/[^\p{L}\p{M}]+/u))
    if (word !== '' && word.length <= 4) words.add(word);
  return words;
}

/** Returns true if a text has the word by itself. Looking for a few words is faster than splitting the text. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    // A letter may be two code units.
    const isInWord =
      /[\p{L}\p{M}]$/u.test(text.slice(Math.max(0, at - 2), at)) ||
      /^[\p{L}\p{M}]/u.test(text.slice(end, end + 2));
    if (!isInWord) return true;
  }
  return false;
}
