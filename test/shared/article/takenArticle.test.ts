import { expect, test } from 'vitest';
import { takenArticle, takenOver } from '../../../src/shared/article/takenArticle.ts';

test('an article from the directory keeps what may be sent, with its pages in the journal block', () => {
  const record = {
    id: 'x',
    admin: { publisher_record_id: 'p1', in_doaj: true },
    bibjson: {
      title: 'T',
      start_page: '1',
      end_page: '2',
      journal: { title: 'J', volume: '7', end_page: '9' },
      subject: [],
    },
  };
  expect(takenArticle(record)).toEqual({
    admin: { publisher_record_id: 'p1' },
    bibjson: { title: 'T', identifier: [], journal: { volume: '7', start_page: '1', end_page: '9' } },
  });
  expect(takenArticle({ bibjson: { start_page: '', journal: { start_page: null } } })).toEqual({
    bibjson: { title: '', identifier: [] },
  });
});

test('a draft takes over everything that the directory stores, and keeps its other members', () => {
  const draft = {
    note: 'mine',
    bibjson: {
      title: 'Old',
      abstract: 'Old',
      year: '2001',
      month: 'May',
      identifier: [{ type: 'doi', id: 'x' }],
      link: [],
      author: [],
      keywords: [],
      wibble: 1,
      journal: { volume: '1', number: '2', start_page: '3', end_page: '4', publisher: 'P' },
    },
  };
  expect(takenOver(draft, { bibjson: { title: 'New', journal: { volume: '8' } } })).toEqual({
    note: 'mine',
    bibjson: { title: 'New', identifier: [], wibble: 1, journal: { volume: '8', publisher: 'P' } },
  });
  expect(takenOver({ bibjson: { journal: { volume: '1' } } }, { bibjson: { title: 'New' } })).toEqual({
    bibjson: { title: 'New', identifier: [] },
  });
});
