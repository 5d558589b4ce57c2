export const caseStyles = ['upper', 'lower', 'title', 'sentence'] as const;
export type CaseStyle = (typeof caseStyles)[number];

/** Languages with their own rules for capitals; empty: any other language. */
export const caseLanguages = ['', 'en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'tr', 'az', 'lt', 'el'] as const;
export type CaseLanguage = (typeof caseLanguages)[number];

/** Words that stay in lower case within a title. */
const smallWords: Partial<Record<CaseLanguage, ReadonlySet<string>>> = {
  en: wordSet(
    'a an and as at but by for from in into nor of off on onto or over per so the to up via vs with yet',
  ),
  fr: wordSet(
    'a à au aux avec ce ces chez dans de des du en et la le les ou par pour sans sous sur un une vers',
  ),
  de: wordSet(
    'am an auf aus bei das dem den der des die durch ein eine einer für im in mit und vom von vor zu zum zur',
  ),
  es: wordSet('a al con de del desde el en la las los o para por sin sobre un una y'),
  it: wordSet(
    'a ai al alla con da dal dei del della delle di e ed gli i il in la le lo nel nella per su tra un una',
  ),
  pt: wordSet('a ao as com da das de do dos e em na nas no nos o os ou para por sem sobre um uma'),
  nl: wordSet('aan bij de dat een en het in met naar of om op te tot uit van voor'),
};

/**
 * `text` in another case by the rules of a language. Title and sentence case leave words with capitals inside (`DNA`,
 * `mRNA`), and single capitals (`Vitamin D`), as they are, unless the whole text is in capitals.
 */
export function changeCase(text: string, style: CaseStyle, language: CaseLanguage): string {
  // Without a language, the rules of the computer's language would apply.
  const locale = language === '' ? 'und' : language;
  if (style === 'upper') return text.toLocaleUpperCase(locale);
  if (style === 'lower') return text.toLocaleLowerCase(locale);
  const isShouted = !/\p{Ll}/u.test(text) && /\p{L}\P{L}+\p{L}/u.test(text);
  const small = smallWords[language];
  let isFirst = true;
  let isAfterInitial = false;
  return text.replace(/\p{L}[\p{L}\p{M}\p{N}'’]*|[.?!:]\s/gu, (part, at: number) => {
    if (!/^\p{L}/u.test(part)) {
      isFirst = true;
      return part;
    }
    const wasFirst = isFirst;
    const wasAfterInitial = isAfterInitial;
    isFirst = false;
    const lower = part.toLocaleLowerCase(locale);
    const isInitial = lower.length === 1 && text[at + 1] === '.';
    const isSingle = style === 'sentence' && !isShouted && /^\p{Lu}\p{M}*$/u.test(part);
    // What follows an initial may be a name, a species (`E. coli`) or the next sentence.
    isAfterInitial = isSingle && isInitial;
    // Without small words of a language, `A` is most often English.
    const isKept = isSingle && (isInitial || !(small ?? smallWords.en)?.has(lower));
    if (wasAfterInitial || isKept || (!isShouted && /^.+\p{Lu}/u.test(part))) return part;
    const isCapital = wasFirst || (style === 'title' && (isInitial || !small?.has(lower)));
    return isCapital ? capitalize(lower, locale, language) : lower;
  });
}

function capitalize(word: string, locale: string, language: CaseLanguage): string {
  const first =
    language === 'nl' && word.startsWith('ij') ? 'ij' : String.fromCodePoint(word.codePointAt(0)!);
  return titleLetter(first, locale) + word.slice(first.length);
}

/** The capital of a first letter: a digraph such as `ǆ` has a form of its own, and `ß` stays. */
function titleLetter(letter: string, locale: string): string {
  const digraphs: Readonly<Record<string, string>> = { ǆ: 'ǅ', ǉ: 'ǈ', ǌ: 'ǋ', ǳ: 'ǲ' };
  if (letter === 'ß') return letter;
  return digraphs[letter] ?? letter.toLocaleUpperCase(locale);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
