import { describe, expect, test } from 'vitest';
import { findRegex } from '../../../../src/main/edits/findRegex.ts';
import type { ArticleRecord } from '../../../../src/shared/article/article.ts';
import { checkArticle } from '../../../../src/shared/article/articleRules.ts';
import { type BulkEdit, bulkEditSchema } from '../../../../src/shared/article/edits/bulkEdit.ts';
import { prepareEdit } from '../../../../src/shared/article/edits/editArticle.ts';

type Members = Record<string, unknown>;

const check = (record: ArticleRecord) =>
  checkArticle(record, { dialect: '3.0.1', now: new Date('2026-01-01') });

function edited(bibjson: Members, edit: BulkEdit): unknown {
  const record = { bibjson } as ArticleRecord;
  return prepareEdit(bulkEditSchema.parse(edit), { findRegex, check })(record).bibjson;
}

/** Edits that change a record, each with its record before and after. */
const changing: [string, BulkEdit, Members, Members][] = [
  [
    'sets a volume beside other members',
    { do: 'set', field: 'volume', value: '7', onlyEmpty: false },
    { journal: { volume: '6', title: 'Moths' } },
    { journal: { volume: '7', title: 'Moths' } },
  ],
  [
    'sets an issue where there is no journal yet',
    { do: 'set', field: 'number', value: '2', onlyEmpty: true },
    { title: 'a' },
    { title: 'a', journal: { number: '2' } },
  ],
  [
    'sets the content type of the links without one',
    { do: 'set', field: 'contentType', value: 'PDF', onlyEmpty: true },
    { link: [{ url: 'a' }, { url: 'b', content_type: 'HTML' }, 'c'] },
    { link: [{ url: 'a', content_type: 'PDF' }, { url: 'b', content_type: 'HTML' }, 'c'] },
  ],
  ['removes a year', { do: 'clear', field: 'year' }, { title: 'a', year: 2024 }, { title: 'a' }],
  [
    'removes the ISSNs of the journal',
    { do: 'clear', field: 'journal' },
    {
      identifier: [
        { type: 'pissn', id: '1' },
        { type: 'doi', id: '2' },
      ],
    },
    { identifier: [{ type: 'doi', id: '2' }] },
  ],
  [
    'sets the ISSNs of a journal',
    { do: 'setJournal', pissn: '1234-5679', eissn: null, onlyEmpty: false },
    { identifier: [{ type: 'eissn', id: '9' }] },
    { identifier: [{ type: 'pissn', id: '1234-5679' }] },
  ],
  [
    'adds keywords that are missing, whatever their case',
    { do: 'keywords', how: 'add', keywords: ['Moths', 'bees'] },
    { keywords: ['moths'] },
    { keywords: ['moths', 'bees'] },
  ],
  [
    'removes keywords, whatever their case',
    { do: 'keywords', how: 'remove', keywords: ['Moths'] },
    { keywords: ['moths ', 'bees'] },
    { keywords: ['bees'] },
  ],
  [
    'replaces all keywords',
    { do: 'keywords', how: 'set', keywords: ['a', 'b', 'A'] },
    { title: 'a' },
    { title: 'a', keywords: ['A', 'b'] },
  ],
  [
    'sets the same keywords in another order',
    { do: 'keywords', how: 'set', keywords: ['b', 'a'] },
    { keywords: ['a', 'b'] },
    { keywords: ['b', 'a'] },
  ],
  [
    'sets the affiliation of the authors with a name',
    { do: 'affiliation', author: 'ada  lovelace', value: 'Turin', onlyEmpty: false },
    { author: [{ name: 'Ada Lovelace ' }, { name: 'Bo Ek' }] },
    { author: [{ name: 'Ada Lovelace ', affiliation: 'Turin' }, { name: 'Bo Ek' }] },
  ],
  [
    'removes the affiliation of every author',
    { do: 'affiliation', author: '', value: '', onlyEmpty: false },
    { author: [{ name: 'Ada', affiliation: 'x' }] },
    { author: [{ name: 'Ada' }] },
  ],
  [
    'replaces plain text with signs that have a meaning in expressions',
    { do: 'replace', field: 'title', find: 'A (b).', with: '$1', isRegex: false, isCaseSensitive: false },
    { title: 'x a (B). y' },
    { title: 'x $1 y' },
  ],
  [
    'replaces a regular expression with its groups',
    {
      do: 'replace',
      field: 'authorName',
      find: '^(\\p{L}+), (.+)$',
      with: '$2 $1$$',
      isRegex: true,
      isCaseSensitive: true,
    },
    { author: [{ name: 'Łoś, Ada' }] },
    { author: [{ name: 'Ada Łoś$' }] },
  ],
  [
    'replaces in every field',
    { do: 'replace', field: 'all', find: 'foo', with: 'bar', isRegex: false, isCaseSensitive: true },
    { title: 'foo', keywords: ['foo', 'Foo'], journal: { volume: 'foo' } },
    { title: 'bar', keywords: ['bar', 'Foo'], journal: { volume: 'bar' } },
  ],
  [
    'removes a keyword and a month that become empty, and keeps an empty title',
    { do: 'replace', field: 'all', find: 'x', with: '', isRegex: false, isCaseSensitive: true },
    { title: 'x', keywords: ['x', 'y'], month: 'x' },
    { title: '', keywords: ['y'] },
  ],
  [
    'splits names, which share their affiliation, and not an entry with an ORCID',
    { do: 'split', list: 'authors', separator: '' },
    {
      author: [
        { name: 'Ada Byron; Bo Ek', affiliation: 'Turin' },
        { name: 'C; D', orcid_id: 'o' },
      ],
    },
    {
      author: [
        { name: 'Ada Byron', affiliation: 'Turin' },
        { name: 'Bo Ek', affiliation: 'Turin' },
        { name: 'C; D', orcid_id: 'o' },
      ],
    },
  ],
  [
    'splits keywords at a separator',
    { do: 'split', list: 'keywords', separator: '/' },
    { keywords: ['a / b', 'c, d'] },
    { keywords: ['a', 'b', 'c, d'] },
  ],
  [
    'splits recognised keywords, and none at the commas of chemical names',
    { do: 'split', list: 'keywords', separator: '' },
    { keywords: ['N,N-dimethylformamide', '2,4-D', 'soil, water', 'air; sea'] },
    { keywords: ['N,N-dimethylformamide', '2,4-D', 'soil', 'water', 'air', 'sea'] },
  ],
  [
    'joins authors that have nothing but names',
    { do: 'join', list: 'authors', separator: ', ' },
    { author: [{ name: 'Byron' }, { name: 'Ada', affiliation: '' }] },
    { author: [{ name: 'Byron, Ada' }] },
  ],
  [
    'joins keywords',
    { do: 'join', list: 'keywords', separator: '; ' },
    { keywords: ['a', 'b'] },
    { keywords: ['a; b'] },
  ],
  [
    'changes the case by the rules of a language',
    { do: 'case', field: 'title', to: 'upper', language: 'tr' },
    { title: 'istanbul' },
    { title: 'İSTANBUL' },
  ],
  [
    'changes the case of DOIs by the rules of no language',
    { do: 'case', field: 'doi', to: 'lower', language: 'tr' },
    { identifier: [{ type: 'doi', id: '10.1016/J.IJIO.2019.1' }] },
    { identifier: [{ type: 'doi', id: '10.1016/j.ijio.2019.1' }] },
  ],
  [
    'removes spaces at the ends and inside, and keeps paragraphs',
    { do: 'trim', field: 'all' },
    { title: '  a \u00a0 b ', abstract: 'a  b \n\n\n c', keywords: ['  '] },
    { title: 'a b', abstract: 'a b\n\nc', keywords: [] },
  ],
  [
    'replaces http in links only at the start',
    { do: 'https' },
    {
      link: [
        { url: ' HTTP://a.org/?http://b.org' },
        { url: 'http://a.org:80/x' },
        { url: 'http://a.org/x:80' },
      ],
    },
    {
      link: [
        { url: 'https://a.org/?http://b.org' },
        { url: 'http://a.org:80/x' },
        { url: 'https://a.org/x:80' },
      ],
    },
  ],
  [
    'replaces the host in links, whatever its case',
    { do: 'replaceHost', from: 'https://old.org/', to: 'new.org' },
    { link: [{ url: 'http://OLD.org/old.org' }, { url: 'https://sub.old.org/' }] },
    { link: [{ url: 'http://new.org/old.org' }, { url: 'https://sub.old.org/' }] },
  ],
];

test.each(changing)('an edit %s', (_, edit, before, after) => {
  expect(edited(before, edit)).toEqual(after);
});

test.each(changing)('an edit that %s changes nothing the second time', (_, edit, before) => {
  const after = edited(before, edit) as Members;
  expect(edited(after, edit)).toEqual(after);
});

describe('an edit leaves a record as it is, the same object,', () => {
  const unchanged: [string, BulkEdit, unknown][] = [
    [
      'with the same value as a number',
      { do: 'set', field: 'year', value: '2024', onlyEmpty: false },
      { year: 2024 },
    ],
    [
      'with a value, if only missing ones are filled',
      { do: 'set', field: 'year', value: '1', onlyEmpty: true },
      { year: '2' },
    ],
    [
      'with something else in place of a list',
      { do: 'keywords', how: 'add', keywords: ['a'] },
      { keywords: 'a, b' },
    ],
    [
      'with text in place of the journal',
      { do: 'set', field: 'volume', value: '1', onlyEmpty: false },
      { journal: 'x' },
    ],
    [
      'with ISSNs, if only missing ones are filled',
      { do: 'setJournal', pissn: '1', eissn: null, onlyEmpty: true },
      { identifier: [{ type: 'eissn', id: '2' }] },
    ],
    [
      'with authors that have more than names',
      { do: 'join', list: 'authors', separator: ',' },
      { author: [{ name: 'A', orcid_id: 'o' }, { name: 'B' }] },
    ],
    ['without bibjson', { do: 'set', field: 'year', value: '1', onlyEmpty: false }, undefined],
    ['with text as bibjson', { do: 'keywords', how: 'set', keywords: ['a'] }, 'text'],
  ];
  test.each(unchanged)('%s', (_, edit, bibjson) => {
    const record = (bibjson === undefined ? { id: '1' } : { bibjson }) as ArticleRecord;
    expect(prepareEdit(edit, { findRegex, check })(record)).toBe(record);
  });
});

describe('fixing a kind of finding', () => {
  const fix = (code: string, label: string): BulkEdit => ({ do: 'fix', code, label: `fix.${label}` });

  test('applies the fix that each finding offers', () => {
    const author = ['0000-0002-1825-0097', 'orcid.org/0000-0001-5109-3700', 'nonsense'].map((orcid_id) => ({
      name: orcid_id,
      orcid_id,
    }));
    expect(edited({ author }, fix('orcid-form', 'use'))).toEqual({
      author: [
        { ...author[0], orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
        { ...author[1], orcid_id: 'https://orcid.org/0000-0001-5109-3700' },
        author[2],
      ],
    });
  });

  test('removes each of many entries, also those that the rules only count', () => {
    const keywords = Array.from({ length: 150 }, (_, at) => (at % 2 === 0 ? '' : `word ${at}`));
    expect(edited({ keywords }, fix('keyword-empty', 'remove'))).toEqual({
      keywords: keywords.filter((keyword) => keyword !== ''),
    });
  });

  test('leaves findings with another fix', () => {
    const author = [{ name: 'Ada', orcid_id: '0000-0002-1825-0097' }];
    expect(edited({ author }, fix('orcid-form', 'remove'))).toEqual({ author });
  });
});

test('a replacement that would fill the memory ends at the limit of a record', () => {
  const title = 'a'.repeat(200_000);
  const edit: BulkEdit = {
    do: 'replace',
    field: 'title',
    find: 'a',
    with: 'b'.repeat(10_000),
    isRegex: false,
    isCaseSensitive: true,
  };
  const after = edited({ title }, edit) as { title: string };
  expect(after.title.length).toBeGreaterThan(1_000_000);
  expect(after.title.length).toBeLessThan(1_300_000);
});
