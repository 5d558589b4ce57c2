import { expect, test } from 'vitest';
import { checkApplication } from '../../../src/shared/application/applicationRules.ts';
import { comparable } from '../../../src/shared/application/applicationValues.ts';
import { addedReviews, isReviewChoice } from '../../../src/shared/directory/reviewValues.ts';

const path = 'bibjson.editorial.review_process';

/** Codes and fixes of the findings about these kinds of review. */
function told(kinds: string[], reviews: 'mixed' | 'by-sides') {
  const record = { bibjson: { editorial: { review_process: kinds } } };
  const context = { dialect: '4.0', now: new Date(), journals: null, profile: { reviews } } as const;
  return checkApplication(record, context)
    .filter((finding) => finding.path.startsWith(path))
    .map(({ code, fix }) => [code, ...(fix?.changes ?? []).map(({ value }) => value)]);
}

test('a former name is offered the present one, where the server has it', () => {
  expect(told(['Anonymous peer review'], 'mixed')).toEqual([]);
  expect(told(['Anonymous peer review'], 'by-sides')).toEqual([
    ['review-renamed', 'Single anonymous peer review'],
  ]);
  expect(told(['Peer review'], 'by-sides')).toEqual([['review-renamed', 'Unspecified peer review']]);
  for (const now of ['Single anonymous peer review', 'Unspecified peer review'])
    expect(told([now], 'by-sides')).toEqual([]);
});

test('a text about blind review, and None, are errors where the server refuses them', () => {
  for (const text of ['Double-blind', 'BLIND', 'None', ' none ']) {
    expect(told([text], 'mixed').flat()).not.toContain('review-blind');
    expect(told([text], 'mixed').flat()).not.toContain('none-as-text');
  }
  expect(told(['Double-Blind'], 'by-sides')).toContainEqual(['review-blind']);
  expect(told([' none '], 'by-sides').flat()).toContain('none-as-text');
});

test('a former and a present name are the same value', () => {
  const same = (a: string[], b: string[]) => comparable(path, a) === comparable(path, b);
  expect(same(['Anonymous peer review'], ['Single anonymous peer review'])).toBe(true);
  expect(same(['Peer review', 'Open peer review'], ['Open peer review', 'Unspecified peer review'])).toBe(
    true,
  );
  expect(same(['Peer review'], ['Open peer review'])).toBe(false);
});

test('the choices are those of the server', () => {
  expect(addedReviews('mixed')).toEqual([]);
  for (const value of addedReviews('by-sides')) {
    expect([isReviewChoice(value, 'mixed'), isReviewChoice(value, 'by-sides')]).toEqual([false, true]);
  }
  expect(isReviewChoice('Peer review', 'by-sides')).toBe(false);
  expect(isReviewChoice('Double anonymous peer review', 'by-sides')).toBe(true);
});
