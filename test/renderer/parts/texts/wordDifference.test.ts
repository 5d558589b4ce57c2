import { expect, test } from 'vitest';
import { wordDifference, wordsOnlyHere } from '../../../../src/renderer/parts/texts/wordDifference.ts';

test('both sides are split into words that they share and words of their own', () => {
  const { before, after } = wordDifference('The old title of a map', 'The new title of a map');
  expect(before).toEqual([
    { text: 'The ', isOnlyHere: false },
    { text: 'old', isOnlyHere: true },
    { text: ' title of a map', isOnlyHere: false },
  ]);
  expect(wordsOnlyHere(before)).toEqual(['old']);
  expect(wordsOnlyHere(after)).toEqual(['new']);
});

test('nothing is listed if two texts have nothing in common', () => {
  const { before, after } = wordDifference('2024', '1999');
  expect(before).toEqual([{ text: '2024', isOnlyHere: true }]);
  expect([...wordsOnlyHere(before), ...wordsOnlyHere(after)]).toEqual([]);
});

test('two long texts that differ everywhere are marked whole', () => {
  const text = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(' ');
  const { before, after } = wordDifference(text('a'), text('b'));
  expect(before).toEqual([{ text: text('a'), isOnlyHere: true }]);
  expect(after).toEqual([{ text: text('b'), isOnlyHere: true }]);
});
