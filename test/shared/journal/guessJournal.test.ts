import { expect, test } from 'vitest';
import { draftCountFilters, draftCounts } from '../../../src/shared/journal/draftCounts.ts';
import { guessJournal } from '../../../src/shared/journal/guessJournal.ts';

const soils = { title: 'The Journal of Soils & Water' };
const sea = { title: 'Deep-Sea Notes' };

test('articles are from the journal whose title most of them name', () => {
  expect(guessJournal({ 'Journal of soils and water': 2, 'DEEP SEA NOTES': 1 }, [sea, soils])).toBe(soils);
  expect(
    guessJournal(
      { 'Journal of Soils and Water': 1, 'the journal of soils & water.': 1, 'Deep Sea: Notes': 1 },
      [sea, soils],
    ),
  ).toBe(soils);
  expect(guessJournal({ 'Deep Sea Notes': 2, wibble: 9 }, [sea, soils])).toBe(sea);
  expect(guessJournal({ 'Deep Sea Notes': 1 }, [sea])).toBe(sea);
});

test('no journal is guessed if two are named equally often, or none', () => {
  expect(guessJournal({ 'Deep Sea Notes': 1, 'Journal of Soils and Water': 1 }, [sea, soils])).toBeNull();
  expect(guessJournal({ wibble: 1 }, [sea])).toBeNull();
  expect(guessJournal({}, [sea, soils])).toBeNull();
  expect(guessJournal({}, [])).toBeNull();
});

test('the only journal is guessed if no article names one', () => {
  expect(guessJournal({}, [sea])).toBe(sea);
});

test.each([
  'La Revue',
  'Le Monde',
  'Les Annales',
  'El Mar',
  'Los Mares',
  'Las Aguas',
  'Der Boden',
  'Die Erde',
  'Das Meer',
  'A Sea',
  'O Mar',
])('the article of %s is optional', (title) => {
  const journal = { title };
  expect(guessJournal({ [title.slice(title.indexOf(' ') + 1)]: 1 }, [journal, sea])).toBe(journal);
});

test('a title that is only an article keeps it', () => {
  const journal = { title: 'A' };
  expect(guessJournal({ a: 1 }, [journal, sea])).toBe(journal);
});

test('each count of drafts has a filter that narrows the list, except for the total', () => {
  expect(Object.keys(draftCountFilters)).toEqual(draftCounts);
  for (const count of draftCounts)
    expect(Object.keys(draftCountFilters[count]).length > 0).toBe(count !== 'total');
});
