import { foldText } from '../../../shared/text/foldText.ts';
import { matchingText } from '../../../shared/text/nearMatch.ts';
import type { Choice } from '../../state/data/compliance.ts';

/** The choices whose title, detail or id contains every word of the text, or nearly. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  return matchingText(choices, text, ({ id, title, detail }) => `${title} ${detail} ${id}`);
}

/** The account's own choices, then the others found; a journal known by another of its ISSNs is listed once. */
export function merged(own: readonly Choice[], found: readonly Choice[]): Choice[] {
  const known = new Set(own.flatMap(({ id, detail }) => [id, ...detail.split(', ')]));
  return [...own, ...found.filter(({ id }) => !known.has(id))];
}

/** The choice that the text names by its id, or by its whole title if no other has the same. */
export function exactly(choices: readonly Choice[], text: string): Choice | undefined {
  const wanted = foldText(text.trim());
  const named = choices.filter(({ title }) => foldText(title) === wanted);
  return choices.find(({ id }) => foldText(id) === wanted) ?? (named.length === 1 ? named[0] : undefined);
}
