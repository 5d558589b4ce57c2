import { expect, test } from 'vitest';
import { addressOf, candidateAddresses } from '../../src/main/sources/harvest/harvestSteps.ts';

test.each([
  ['https://a.example/soil/oai?verb=Identify', ['https://a.example/soil/oai']],
  [
    'https://a.example/soil/',
    ['https://a.example/soil/', 'https://a.example/soil/oai', 'https://a.example/soil/api/oai/'],
  ],
  [
    'https://a.example/index.php?journal=soil',
    ['https://a.example/index.php?journal=soil', 'https://a.example/index.php?journal=soil&page=oai'],
  ],
  [
    'https://a.example/index.php?journal=soil&page=oai&verb=ListSets',
    ['https://a.example/index.php?journal=soil&page=oai'],
  ],
  ['ftp://a.example/oai', []],
])('the repository of %s is looked for at its possible addresses', (journal, addresses) => {
  expect(candidateAddresses(journal)).toEqual(addresses);
});

test('a request keeps the query in which OJS names the journal', () => {
  const address = addressOf('https://a.example/index.php?journal=soil&page=oai', {
    verb: 'Identify',
    set: '',
  });
  expect(address).toBe('https://a.example/index.php?journal=soil&page=oai&verb=Identify');
});
