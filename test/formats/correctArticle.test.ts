import { describe, expect, test } from 'vitest';
import { jsonReader } from '../../src/main/formats/json/readJson.ts';
import { notesOf, readAll, readOne } from './readAll.ts';

const readJson = jsonReader({ byLine: false });
const read = (record: unknown) => readOne(readJson, JSON.stringify(record));

describe('article JSON', () => {
  test('the mistakes of OJS’ own export are corrected and reported', async () => {
    const record = await read({
      bibjson: {
        title: 'Soil',
        year: '2024',
        month: 'May',
        start_page: '12',
        end_page: '19',
        journal: { volume: '3', country: 'DE' },
        identifier: [
          { type: 'DOI', id: '10.5555/s.41' },
          { type: 'eISSN', id: '2345-6787' },
        ],
        author: [
          { name: 'Ada Okoro', affiliations: 'Univ X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
          { name: 'Wei Li', affiliation: 'Univ Y' },
          { name: 'Bo Ek', affiliations: [{ name: 'Univ Z' }, { name: 'Univ Q' }] },
        ],
        link: [{ url: 'https://j.example.org/41', type: 'fulltext', content_type: 'html' }],
        keywords: ['a', 'b', 'c', 'd', 'e', 'f'],
        other: { kept: true },
      },
      id: '1',
    });
    expect(record.record).toEqual({
      bibjson: {
        title: 'Soil',
        year: '2024',
        month: '5',
        journal: { volume: '3', country: 'DE', start_page: '12', end_page: '19' },
        identifier: [
          { type: 'doi', id: '10.5555/s.41' },
          { type: 'eissn', id: '2345-6787' },
        ],
        author: [
          { name: 'Ada Okoro', affiliation: 'Univ X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
          { name: 'Wei Li', affiliation: 'Univ Y' },
          { name: 'Bo Ek', affiliation: 'Univ Z' },
        ],
        link: [{ url: 'https://j.example.org/41', type: 'fulltext', content_type: 'HTML' }],
        keywords: ['a', 'b', 'c', 'd', 'e', 'f'],
        other: { kept: true },
      },
      id: '1',
    });
    expect(notesOf(record).pop()).toBe('Not imported (no matching field): “name” (Univ Q).');
    expect(notesOf(record).slice(0, -1)).toEqual([
      'Corrected: pages were outside “journal”, the month was a name, types of identifiers were in capitals, “affiliations” instead of “affiliation”, content types were not in the directory’s spelling.',
      'OJS exports at most six keywords. The article may have more.',
    ]);
  });

  test('pages of which one is outside “journal” are put together', async () => {
    for (const bibjson of [
      { start_page: '12', journal: { end_page: '19' } },
      { end_page: '19', journal: { start_page: '12' } },
    ])
      expect((await read({ bibjson })).record).toEqual({
        bibjson: { journal: { start_page: '12', end_page: '19' } },
      });
  });

  test('a record without these mistakes stays as it is', async () => {
    for (const record of [
      {
        bibjson: {
          title: 'A',
          month: 5,
          journal: { start_page: '1' },
          start_page: '7',
          author: [{ name: 'B', affiliations: [] }, 7],
        },
      },
      {
        bibjson: { month: 'Spring', identifier: 'x', link: [{ content_type: 'text/plain' }], keywords: [1] },
      },
      { bibjson: { start_page: '', journal: 'x' } },
      { bibjson: [] },
      { anything: 1 },
    ]) {
      const { record: same, notes } = await read(record);
      expect(same).toEqual(record);
      expect(notes).toEqual([]);
    }
  });

  test('what should be in “bibjson” is put into it', async () => {
    const bare = { title: 'A', identifier: [{ type: 'doi', id: '10.5555/a' }], author: [{ name: 'B' }] };
    const short = { title: 'B', year: '2024', author: [{ name: 'C' }] };
    const { records } = await readAll(readJson, JSON.stringify([bare, short]));
    expect(records.map(({ record }) => record)).toEqual([{ bibjson: bare }, { bibjson: short }]);
    expect(notesOf(records[0]!)).toEqual(['Corrected: the record lacked “bibjson”.']);
  });
});
