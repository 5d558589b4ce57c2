import { expect, test } from 'vitest';
import { addressOf, candidateAddresses } from '../../../src/main/sources/harvest/harvestSteps.ts';

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
  ...['https://a.example/oai.php', 'https://a.example/oai/request', 'https://a.example/soil/OAI/'].map(
    (address): [string, string[]] => [address, [address]],
  ),
  // Only the names of journals, hosts and arguments.
  ...['https://a.example/index.php/oaijse', 'https://a.example/koai', 'https://oai.example/soil'].map(
    (address): [string, string[]] => [address, [address, `${address}/oai`, `${address}/api/oai/`]],
  ),
  [
    'https://a.example/index.php?journal=oaijse',
    ['https://a.example/index.php?journal=oaijse', 'https://a.example/index.php?journal=oaijse&page=oai'],
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
