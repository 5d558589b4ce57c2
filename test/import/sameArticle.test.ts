import { expect, test } from 'vitest';
import {
  compareFirstAuthors,
  compareTitles,
  isAgreeing,
  isOtherArticle,
} from '../../src/main/import/matching/sameArticle.ts';

test.each([
  ['Soil and Water', 'soil & water.', 'alike'],
  ['Soil: water', 'SOIL — Water', 'same'],
  ['Über Böden', 'Uber Boden', 'same'],
  ['Soil moisture in wet years', 'Soil moistures in wet years', 'alike'],
  ['Soil', 'Soil, second look', 'alike'],
  ['Soil part 1', 'Soil part 2', 'different'],
  ['Soil moisture', 'Bird migration', 'different'],
  ['论土壤', '論水', 'different'],
  ['', 'Soil', 'unknown'],
  ['—', 'Soil', 'unknown'],
])('the titles “%s” and “%s” are %s', (a, b, likeness) => {
  expect([compareTitles(a, b), compareTitles(b, a)]).toEqual([likeness, likeness]);
});

test.each([
  ['J. Garcia; B. Li', 'García López, Juan', 'same'],
  ['Smith, John', 'John Smith; Ana Ruiz', 'same'],
  ['王阳', '王 阳', 'same'],
  ['Ana Garcia', 'Ana Lopez', 'different'],
  ['Bo Li', 'Cy Roe; Bo Li', 'different'],
  ['', 'Bo Li', 'unknown'],
])('the first authors of “%s” and “%s” are %s', (a, b, likeness) => {
  expect([compareFirstAuthors(a, b), compareFirstAuthors(b, a)]).toEqual([likeness, likeness]);
});

test('an identifier is doubted only if both title and first author speak against it', () => {
  const soil = { title: 'Soil', authors: 'Ada Okoro' };
  expect(isOtherArticle(soil, { title: 'Birds', authors: 'Bo Li' })).toBe(true);
  expect(isOtherArticle(soil, { title: 'Birds', authors: 'A. Okoro' })).toBe(false);
  expect(isOtherArticle(soil, { title: 'Birds', authors: '' })).toBe(false);
  expect(isAgreeing(soil, { title: 'Soil', authors: 'Bo Li' })).toBe(false);
  expect(isAgreeing(soil, { title: 'Soil', authors: '' })).toBe(true);
  expect(isAgreeing(soil, { title: 'Birds', authors: 'Ada Okoro' })).toBe(false);
  expect(isAgreeing(soil, { title: 'Soils', authors: 'Ada Okoro' })).toBe(true);
});
