import { expect, test } from 'vitest';
import { matchingText } from '../../../src/shared/text/nearMatch.ts';

const names = ['Wellcome', 'Wellbeing of Women', 'Österreichischer Fonds', 'UK Research and Innovation UKRI'];
const found = (typed: string) => matchingText(names, typed, (name) => name);

test('every word counts, wherever it is, without case and accents', () => {
  expect(found('')).toEqual(names);
  expect(found('OSTERR')).toEqual(['Österreichischer Fonds']);
  expect(found('innovation uk')).toEqual(['UK Research and Innovation UKRI']);
  expect(found('wel')).toEqual(['Wellcome', 'Wellbeing of Women']);
});

test('one letter may be missing, added, wrong or exchanged, if nothing else matches', () => {
  for (const typed of ['welcom', 'wellkome', 'welllcome', 'wellocme', 'Welcome'])
    expect(found(typed)).toEqual(['Wellcome']);
  expect(found('reserch inovation')).toEqual(['UK Research and Innovation UKRI']);
  expect(found('welco women')).toEqual([]);
});

test('short words, and words with two mistakes, match nothing', () => {
  for (const typed of ['wlel', 'wlcom', 'uxri', 'fnods of', 'velkome']) expect(found(typed)).toEqual([]);
});
