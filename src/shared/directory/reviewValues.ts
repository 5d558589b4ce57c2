import { own } from '../json.ts';
import { activePack } from '../rulePack/rulePack.ts';
import type { ServerProfile } from './profile.ts';
import { hasCode } from './vocabulary.ts';

type Reviews = ServerProfile['reviews'];

/** Returns true if the form of a server with this list has the value as a choice. */
export function isReviewChoice(value: string, reviews: Reviews): boolean {
  if (reviews === 'mixed') return hasCode('review', value);
  const { added, renamed } = activePack().reviews;
  return added.includes(value) || (hasCode('review', value) && !Object.hasOwn(renamed, value));
}

/** The choices that a server with this list has beside those of the vocabulary. */
export function addedReviews(reviews: Reviews): readonly string[] {
  return reviews === 'mixed' ? [] : activePack().reviews.added;
}

/**
 * The present name of a kind of peer review, which is the same for a former and a present name
 * (reference/directory-changes.md 4.1, #2589).
 */
export function reviewNow(value: string): string {
  return own(activePack().reviews.renamed, value) ?? value;
}
