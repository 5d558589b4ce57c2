import { expect, test } from 'vitest';
import type { OwnedFields } from '../../src/main/formats/tables/ownedFields.ts';
import { mergeRecord } from '../../src/main/import/mergeRecord.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';

const before: DraftRecord = {
  bibjson: {
    title: 'Soil',
    abstract: 'Old abstract',
    keywords: ['soil'],
    year: '2023',
    month: '2',
    identifier: [
      { type: 'eissn', id: '2049-3630' },
      { type: 'doi', id: '10.5555/1' },
    ],
    journal: { volume: '1', number: '2', start_page: '3', end_page: '4' },
    author: [
      { name: 'Ada Okoro', affiliation: 'Lagos', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Bo Li', affiliation: 'Wuhan' },
    ],
    link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://example.org/1' }],
  },
  admin: { publisher_record_id: '7' },
};

function merge(bibjson: DraftRecord, owned: OwnedFields, more: DraftRecord = {}): DraftRecord {
  return mergeRecord(before, { bibjson, ...more }, { format: 'csv', owned });
}

const mergedBibjson = (bibjson: DraftRecord, owned: OwnedFields) => merge(bibjson, owned).bibjson;

test('an empty cell clears the field of its column, and fields without a column stay', () => {
  expect(mergedBibjson({ title: 'Soil' }, ['title', 'abstract', 'month', 'journal.number'])).toEqual({
    ...(before.bibjson as DraftRecord),
    abstract: undefined,
    month: undefined,
    journal: { volume: '1', start_page: '3', end_page: '4' },
  });
});

test('an empty cell clears an identifier, and those of other kinds stay in place', () => {
  expect(mergedBibjson({ title: 'Soil' }, ['title', 'doi'])).toMatchObject({
    identifier: [{ type: 'eissn', id: '2049-3630' }],
  });
  expect(mergedBibjson({ identifier: [{ type: 'doi', id: '10.5555/2' }] }, ['doi'])).toMatchObject({
    identifier: [
      { type: 'eissn', id: '2049-3630' },
      { type: 'doi', id: '10.5555/2' },
    ],
  });
});

test('all cleared identifiers and parts of the journal leave no empty objects', () => {
  const { bibjson } = merge({ title: 'Soil' }, [
    ...(['doi', 'pissn', 'eissn', 'journal.volume', 'journal.number'] as const),
    ...(['journal.start_page', 'journal.end_page', 'journal.title'] as const),
  ]);
  expect(bibjson).not.toHaveProperty('identifier');
  expect(bibjson).not.toHaveProperty('journal');
});

test('authors keep the parts for which the table has no column', () => {
  const author: DraftRecord[] = [
    { name: 'Bo Li' },
    { name: 'Ada Okoro', affiliation: 'Ibadan' },
    { name: 'Cy Roe' },
  ];
  expect(mergedBibjson({ author }, ['author', 'author.affiliation'])).toMatchObject({
    author: [
      { name: 'Bo Li' },
      { name: 'Ada Okoro', affiliation: 'Ibadan', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Cy Roe' },
    ],
  });
});

test('without columns for addresses a draft keeps its own', () => {
  const link = [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/1' }];
  expect(mergedBibjson({ link }, ['doi'])).toMatchObject({ link: (before.bibjson as DraftRecord).link });
  expect(mergedBibjson({ link }, ['doi', 'link'])).toMatchObject({ link });
});

test('an empty id at the publisher is cleared', () => {
  expect(merge({}, ['publisher_record_id'])).not.toHaveProperty('admin');
  expect(merge({}, ['title'])).toMatchObject({ admin: { publisher_record_id: '7' } });
});

test('a file with whole records replaces them, and one of another format clears nothing', () => {
  expect(merge({ title: 'Water' }, 'all')).toEqual({ bibjson: { title: 'Water' } });
  expect(mergeRecord(before, { bibjson: { title: 'Water' } }, { format: 'json' })).toEqual({
    bibjson: { title: 'Water' },
  });
  expect(mergeRecord(before, { bibjson: { title: 'Water' } }, { format: 'ris' })).toEqual({
    ...before,
    bibjson: { ...(before.bibjson as DraftRecord), title: 'Water' },
  });
});
