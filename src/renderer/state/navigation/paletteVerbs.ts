import { foldWords } from './rankMatch.ts';

/** The actions that can be typed before the name of a journal or a draft; their texts are in `commands.verb.<verb>`. */
export const journalVerbs = ['propose', 'check', 'compare', 'export', 'open'] as const;
export const draftVerbs = ['open', 'send', 'delete'] as const;
export type PaletteVerb = (typeof journalVerbs)[number] | (typeof draftVerbs)[number];

/** A typed verb and the name after it, which may be empty. */
export interface TypedVerb<V extends string> {
  verb: V;
  name: string;
}

/**
 * The verbs with which the typed text begins, each with the name after its longest matching phrase. `phrases` separates
 * the phrases of a verb by `|`. Words between the verb and the name, such as "changes to", may be left out, and before a
 * name the first letters of the verb will do.
 */
export function typedVerbs<V extends string>(
  typed: string,
  verbs: readonly V[],
  phrases: (verb: V) => string,
): TypedVerb<V>[] {
  const words = foldWords(typed).split(' ');
  return verbs.flatMap((verb) => {
    const lengths = phrases(verb)
      .split('|')
      .map((phrase) => matchedWords(words, foldWords(phrase).split(' ')));
    const longest = Math.max(...lengths);
    return longest === 0 ? [] : [{ verb, name: words.slice(longest).join(' ') }];
  });
}

/** Fewer letters begin too many words. */
const minLetters = 3;

/**
 * How many typed words belong to the phrase: all of its words or, if nothing else was typed, the first of them. Of the
 * first word a part will do if another follows.
 */
function matchedWords(typed: readonly string[], phrase: readonly string[]): number {
  const last = typed.length - 1;
  const isBegun = typed.every((word, at) =>
    at === last && at > 0 ? phrase[at]?.startsWith(word) : phrase[at] === word,
  );
  if (isBegun) return typed.length;
  const first = typed[0] ?? '';
  const mayBePart = typed.length > phrase.length && first.length >= minLetters;
  const isMeant = (word: string, at: number) =>
    typed[at] === word || (at === 0 && mayBePart && word.startsWith(first));
  return phrase.every(isMeant) ? phrase.length : 0;
}
