import { expect, test } from 'vitest';
import { sameJson } from '../../src/shared/sameJson.ts';

const authors = [{ name: 'A', affiliation: 'B' }, { name: 'C' }];

test('the order of members makes no difference', () => {
  const other = { keywords: ['a'], author: [{ affiliation: 'B', name: 'A' }, { name: 'C' }] };
  expect(sameJson({ author: authors, keywords: ['a'] }, other)).toBe(true);
});

test.each([
  ['authors', { author: authors }, { author: authors.toReversed() }],
  ['keywords', { bibjson: { keywords: ['a', 'b'] } }, { bibjson: { keywords: ['b', 'a'] } }],
  ['lists in lists', [[1, 2], [3]], [[2, 1], [3]]],
  ['a list and an object', ['a'], { 0: 'a' }],
  ['a missing member and null', {}, { a: null }],
])('%s differ', (_, one, other) => {
  expect(sameJson(one, other)).toBe(false);
  expect(sameJson(other, one)).toBe(false);
});
