import { expect, test } from 'vitest';
import type { OwnedFields } from '../../../src/main/formats/tables/ownedFields.ts';
import { mergeRecord } from '../../../src/main/import/matching/mergeRecord.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';

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
  return mergeRecord(before, { bibjson, ...more }, { format: 'csv', owned, clears: true });
}

const mergedBibjson = (bibjson: DraftRecord, owned: OwnedFields) => merge(bibjson, owned).bibjson;

test('an empty cell clears the field of its column, and fields without a column stay', () => {
  expect(mergedBibjson({ title: 'Soil' }, ['title', 'abstract', 'month', 'number'])).toEqual({
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
    ...(['doi', 'pissn', 'eissn', 'volume', 'number'] as const),
    ...(['startPage', 'endPage', 'journalTitle'] as const),
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
  expect(mergedBibjson({ author }, ['authorName', 'affiliation'])).toMatchObject({
    author: [
      { name: 'Bo Li' },
      { name: 'Ada Okoro', affiliation: 'Ibadan', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { name: 'Cy Roe' },
    ],
  });
});

test('without columns for addresses a draft keeps its own', () => {
  const link = [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/1' }];
  const merged = (owned: OwnedFields, clears: boolean, hasLink: boolean) =>
    mergeRecord(before, { bibjson: { link } }, { format: 'csv', owned, clears, hasLink }).bibjson;
  const { link: kept } = before.bibjson as DraftRecord;
  expect(merged(['doi'], true, false)).toMatchObject({ link: kept });
  expect(merged(['doi', 'address'], false, false)).toMatchObject({ link: kept });
  expect(merged(['doi', 'address'], true, false)).toMatchObject({ link });
  expect(merged(['doi', 'address'], false, true)).toMatchObject({ link });
});

test('an empty id at the publisher is cleared', () => {
  expect(merge({}, ['recordId'])).not.toHaveProperty('admin');
  expect(merge({}, ['title'])).toMatchObject({ admin: { publisher_record_id: '7' } });
});

test('a file with whole records replaces them, and one of another format clears nothing', () => {
  expect(merge({ title: 'Water' }, 'all')).toEqual({ bibjson: { title: 'Water' } });
  expect(mergeRecord(before, { bibjson: { title: 'Water' } }, { format: 'json', clears: false })).toEqual({
    bibjson: { title: 'Water' },
  });
  expect(mergeRecord(before, { bibjson: { title: 'Water' } }, { format: 'ris', clears: false })).toEqual({
    ...before,
    bibjson: { ...(before.bibjson as DraftRecord), title: 'Water' },
  });
});

const columns: OwnedFields = ['abstract', 'keywords', 'month', 'pissn', 'doi', 'number', 'affiliation'];
test.each<[OwnedFields]>([[columns], ['all']])(
  'empty cells keep everything if they should (columns: %s)',
  (owned) => {
    const read = { title: 'Soil, corrected', author: [{ name: 'Bo Li' }, { name: 'Ada Okoro' }] };
    const { bibjson, admin } = mergeRecord(
      before,
      { bibjson: read },
      { format: 'csv', owned, clears: false },
    );
    const old = before.bibjson as DraftRecord;
    const [ada, bo] = old.author as DraftRecord[];
    expect(bibjson).toEqual({ ...old, title: 'Soil, corrected', author: [bo, ada] });
    expect(admin).toEqual(before.admin);
  },
);

test('other pages or another year do not keep the end of the old ones', () => {
  const read = { year: '2025', journal: { start_page: '9' } };
  const { bibjson } = mergeRecord(before, { bibjson: read }, { format: 'csv', owned: [], clears: false });
  expect(bibjson).toMatchObject({ year: '2025', journal: { volume: '1', start_page: '9' } });
  expect(bibjson).not.toHaveProperty('month');
  expect(bibjson).not.toHaveProperty('endPage');
  const same = { year: '2023', journal: { start_page: '3' } };
  expect(mergeRecord(before, { bibjson: same }, { format: 'ris', clears: false })).toEqual(before);
});

test('a file without some identifiers leaves them in the draft', () => {
  const identifier = [{ type: 'doi', id: '10.5555/2' }];
  const { bibjson } = mergeRecord(before, { bibjson: { identifier } }, { format: 'ris', clears: false });
  expect(bibjson).toMatchObject({ identifier: [{ type: 'eissn', id: '2049-3630' }, ...identifier] });
});

test('an ISSN of the draft stays of its kind, unless the file says otherwise', () => {
  const print = { type: 'pissn', id: '0037-9999' };
  const electronic = { type: 'eissn', id: '2049-3630' };
  const guessed = { type: 'eissn', id: '0037-9999' };
  const draft = { bibjson: { identifier: [print, electronic] } };
  const merged = (identifier: DraftRecord[], owned: OwnedFields = []) =>
    mergeRecord(draft, { bibjson: { identifier } }, { format: 'ris', owned, clears: true }).bibjson;
  expect(merged([guessed])).toEqual(draft.bibjson);
  const turned = [{ type: 'pissn', id: '2049-3630' }, guessed];
  expect(merged(turned)).toEqual({ identifier: turned });
  expect(merged([guessed], ['pissn', 'eissn'])).toEqual({ identifier: [guessed] });
});
