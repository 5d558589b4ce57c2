import type { ServerProfile } from './profile.ts';
import { hasCode } from './vocabulary.ts';

type Reviews = ServerProfile['reviews'];

/**
 * Kinds of peer review by their former name (reference/directory-changes.md 4.1, #2589). "Unspecified peer review" is
 * no choice of the form, but the text that the directory stores for it.
 */
const renamed: Readonly<Record<string, string>> = {
  'Anonymous peer review': 'Single anonymous peer review',
  'Peer review': 'Unspecified peer review',
};
const added: readonly string[] = ['Single anonymous peer review', 'Triple anonymous peer review'];

/** Returns true if the form of a server with this list has the value as a choice. */
export function isReviewChoice(value: string, reviews: Reviews): boolean {
  if (reviews === 'mixed') return hasCode('review', value);
  return added.includes(value) || (hasCode('review', value) && !Object.hasOwn(renamed, value));
}

/** The choices that a server with this list has beside those of the vocabulary. */
export function addedReviews(reviews: Reviews): readonly string[] {
  return reviews === 'mixed' ? [] : added;
}

/** The present name of a kind of peer review, which is the same for a former and a present name. */
export function reviewNow(value: string): string {
  return Object.hasOwn(renamed, value) ? renamed[value]! : value;
}
