import type { SourceTitle, Wording } from '../sourceArticle.ts';
import { languageCode } from '../text/languages.ts';

/** `[Title.]` in brackets is the English translation of a title in another language, as is one beside the original. */
export function pubmedTitles(text: string, original: string, language: string): SourceTitle[] {
  const bracketed = languageCode(language) === 'en' ? null : /^\[([^[\]]*)\]\.?$/.exec(text);
  const isTranslated = bracketed !== null || (original !== '' && text !== '');
  return [
    { language: isTranslated ? 'en' : language || null, text: bracketed?.[1] ?? text },
    { language: language || null, text: original },
  ];
}

/** The abstract is in English if there is another one in the article's language. */
export function pubmedAbstracts(
  texts: readonly string[],
  others: readonly Wording[],
  language: string,
): Wording[] {
  const hasOwn = others.some((one) => languageCode(one.language) === languageCode(language));
  return [...texts.map((text) => ({ language: hasOwn ? 'en' : language || null, text })), ...others];
}
