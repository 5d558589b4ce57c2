import { expect, test } from 'vitest';
import { storedArticle, storedYear } from '../../../src/shared/article/storedArticle.ts';

test('a record without values is stored with empty ones', () => {
  const empty = {
    title: '',
    abstract: '',
    year: '',
    month: '',
    identifier: [],
    link: [],
    author: [],
    keywords: [],
    volume: '',
    number: '',
    startPage: '',
    endPage: '',
  };
  for (const record of [null, {}, { bibjson: [] }, { bibjson: { title: null, author: 'x', journal: 7 } }])
    expect(storedArticle(record)).toEqual(empty);
});

test('values are stored as the directory writes them, and empty entries are dropped', () => {
  const bibjson = {
    title: 5,
    abstract: true,
    year: '19',
    month: 'May',
    identifier: [
      { type: 'DOI', id: '10.5555/x' },
      { type: 'pissn', id: '12345679' },
      { type: 'eissn', id: '' },
      { id: 7 },
      null,
    ],
    link: [
      { type: ' FullText ', url: ' https://a.org ', content_type: ' pdf ' },
      { url: 'https://b.org', content_type: 'wibble' },
      { type: 'fulltext', url: ' ' },
    ],
    author: [{ name: 'Ada', affiliation: 7, orcid_id: 'x' }, { affiliation: 'Delft' }],
    keywords: ['soil', '', null, 7],
    journal: { volume: 12, number: '3', start_page: '101', end_page: 117 },
    start_page: '1',
    end_page: '2',
  };
  expect(storedArticle({ bibjson })).toEqual({
    title: '5',
    abstract: 'True',
    year: '2019',
    month: 'May',
    identifier: [
      { type: 'doi', id: '10.5555/x' },
      { type: 'pissn', id: '1234-5679' },
      { type: '', id: '0000-0007' },
    ],
    link: [
      { type: 'fulltext', url: 'https://a.org', content_type: 'PDF' },
      { type: '', url: 'https://b.org', content_type: 'wibble' },
    ],
    author: [{ name: 'Ada', affiliation: '7', orcid_id: 'x' }],
    keywords: ['soil', '7'],
    volume: '12',
    number: '3',
    startPage: '101',
    endPage: '117',
  });
});

test('pages of a search are beside the journal block', () => {
  const { startPage, endPage } = storedArticle({ bibjson: { start_page: '1', end_page: '2', journal: {} } });
  expect({ startPage, endPage }).toEqual({ startPage: '1', endPage: '2' });
});

test.each([
  ['20', '2020'],
  ['21', '1921'],
  ['00', '2000'],
  ['2019', '2019'],
  ['5', '5'],
  ['a5', 'a5'],
  // Two characters that read as a number.
  [' 5', '20 5'],
  ['-1', '20-1'],
])('the year %s is stored as %s', (year, stored) => {
  expect(storedYear(year)).toBe(stored);
});
