import { expect, test } from 'vitest';
import type { ArticleRecord } from '../../../src/shared/article/article.ts';
import { takenArticle, takenOver } from '../../../src/shared/article/takenArticle.ts';
import {
  articleDifferences,
  compareArticles,
  pairArticles,
} from '../../../src/shared/comparisons/compareArticles.ts';

type Bibjson = ArticleRecord;

function draft(bibjson: Bibjson = {}): ArticleRecord {
  return {
    bibjson: {
      title: 'On soil',
      year: '2024',
      month: '5',
      identifier: [
        { type: 'doi', id: '10.5555/a' },
        { type: 'pissn', id: '1234-5679' },
      ],
      link: [{ type: 'fulltext', url: 'https://example.org/a', content_type: 'PDF' }],
      author: [{ name: 'Ada Example', affiliation: 'Nowhere' }],
      keywords: ['soil', 'water'],
      journal: { volume: '1', number: '2', start_page: '3', end_page: '9' },
      ...bibjson,
    },
  };
}

/** The article as returned by search: pages outside the journal, and values that only the directory sets. */
function hit(bibjson: Bibjson = {}): ArticleRecord {
  return {
    id: 'r1',
    created_date: '2024-01-01T00:00:00Z',
    last_updated: '2024-01-02T00:00:00Z',
    bibjson: {
      ...(draft().bibjson as Bibjson),
      start_page: '3',
      end_page: '9',
      journal: { volume: '1', number: '2', title: 'Soil', publisher: 'Press', issns: ['1234-5679'] },
      subject: [{ scheme: 'LCC', term: 'Agriculture', code: 'S' }],
      ...bibjson,
    },
  };
}

/** The article as returned by GET. */
function fetched(): ArticleRecord {
  const { start_page, end_page, journal, ...bibjson } = hit().bibjson as Record<string, ArticleRecord>;
  return { ...hit(), bibjson: { ...bibjson, journal: { ...journal, start_page: '3', end_page: '9' } } };
}

test('values that the directory writes differently are equal', () => {
  expect(articleDifferences(hit(), draft())).toEqual([]);
  expect(articleDifferences(fetched(), draft())).toEqual([]);
  const loose = draft({
    year: 2024,
    month: 5,
    abstract: '',
    identifier: [
      { type: 'PISSN', id: '12345679' },
      { type: 'DOI', id: '10.5555/a' },
      { type: 'isbn', id: '978' },
      { type: 'eissn', id: '' },
    ],
    link: [
      { type: ' Fulltext ', url: ' https://example.org/a ', content_type: 'pdf' },
      { type: 'fulltext', url: '' },
    ],
    author: [{ name: 'Ada Example', affiliation: 'Nowhere', email: 'ada@example.org' }, { name: '' }],
    keywords: ['soil', '', 'water', null],
    journal: { volume: 1, number: '2', start_page: 3, end_page: '9', title: 'Another name' },
    subject: [],
    extra: true,
  });
  expect(articleDifferences(hit(), loose)).toEqual([]);
});

test('a page outside the journal in a draft is not stored and counts as missing', () => {
  const stray = draft({ start_page: '3', end_page: '9', journal: { volume: '1', number: '2' } });
  expect(articleDifferences(hit(), stray)).toEqual([
    { path: 'bibjson.journal.start_page', before: '3', after: null },
    { path: 'bibjson.journal.end_page', before: '9', after: null },
  ]);
});

test('each differing field is listed, with the directory’s value first', () => {
  const changed = draft({
    title: 'On soils',
    abstract: 'New.',
    identifier: [
      { type: 'pissn', id: '1234-5679' },
      { type: 'doi', id: '10.5555/b' },
    ],
    author: [{ name: 'Ada Example', affiliation: 'Somewhere', orcid_id: 'https://orcid.org/x' }],
    keywords: ['soil', 'air'],
  });
  expect(articleDifferences(hit(), changed)).toEqual([
    { path: 'bibjson.title', before: 'On soil', after: 'On soils' },
    { path: 'bibjson.abstract', before: null, after: 'New.' },
    { path: 'bibjson.identifier[1].id', before: '10.5555/a', after: '10.5555/b' },
    { path: 'bibjson.author[0].affiliation', before: 'Nowhere', after: 'Somewhere' },
    { path: 'bibjson.author[0].orcid_id', before: null, after: 'https://orcid.org/x' },
    { path: 'bibjson.keywords[1]', before: 'water', after: 'air' },
  ]);
});

test('lists of different lengths are shown whole, without empty members', () => {
  const changed = draft({ author: [{ name: 'Ada Example' }, { name: 'Bo' }], keywords: [], link: [] });
  expect(articleDifferences(hit(), changed)).toEqual([
    {
      path: 'bibjson.link',
      before: [{ type: 'fulltext', url: 'https://example.org/a', content_type: 'PDF' }],
      after: null,
    },
    {
      path: 'bibjson.author',
      before: [{ name: 'Ada Example', affiliation: 'Nowhere' }],
      after: [{ name: 'Ada Example' }, { name: 'Bo' }],
    },
    { path: 'bibjson.keywords', before: ['soil', 'water'], after: null },
  ]);
});

test('with a second identifier of a type the lists are compared in any order', () => {
  const twice = [
    { type: 'doi', id: '10.5555/a' },
    { type: 'pissn', id: '1234-5679' },
    { type: 'doi', id: '10.5555/c' },
  ];
  expect(articleDifferences(hit({ identifier: twice }), draft({ identifier: twice.toReversed() }))).toEqual(
    [],
  );
  const [difference] = articleDifferences(hit({ identifier: twice }), draft());
  expect(difference).toMatchObject({
    path: 'bibjson.identifier',
    before: { length: 3 },
    after: { length: 2 },
  });
});

test('articles are paired by directory id, then by DOI, then by address', () => {
  const there = [
    { remoteId: 'r1', doi: 'd1', url: 'u1' },
    { remoteId: 'r2', doi: 'd2', url: 'u2' },
    { remoteId: 'r3', doi: null, url: 'u3' },
    { remoteId: 'r4', doi: 'd4', url: 'u4' },
  ];
  const here = [
    { remoteId: null, doi: 'd1', url: null },
    { remoteId: 'r1', doi: 'd9', url: null },
    { remoteId: 'gone', doi: 'd2', url: 'u3' },
    { remoteId: null, doi: 'd8', url: 'u3' },
    { remoteId: null, doi: null, url: 'u5' },
  ];
  const { pairs, onlyThere, onlyHere } = pairArticles(there, here);
  expect(pairs).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [0, 0],
  ]);
  expect({ onlyThere, onlyHere }).toEqual({ onlyThere: [3], onlyHere: [4] });
});

test('a second article with a paired DOI is not missing, one with only the same address is', () => {
  const one = { remoteId: null, doi: 'd1', url: 'u1' };
  const there = [
    { remoteId: 'r1', doi: 'd1', url: 'u1' },
    { remoteId: 'r2', doi: 'd1', url: 'u1' },
    { remoteId: 'r3', doi: 'd3', url: 'u1' },
  ];
  expect(pairArticles(there, [one])).toEqual({
    pairs: [
      [0, 0],
      [1, 0],
    ],
    onlyThere: [2],
    onlyHere: [],
  });
  expect(pairArticles(there.slice(0, 1), [one, { ...one, doi: 'd4' }]).onlyHere).toEqual([1]);
});

test('two articles with different DOIs share an address only if one DOI was corrected, so that nothing else has it', () => {
  const there = { remoteId: 'r1', doi: 'd1', url: 'u1' };
  const draft = { remoteId: null, doi: 'd2', url: 'u1' };
  expect(pairArticles([there], [draft])).toEqual({ pairs: [[0, 0]], onlyThere: [], onlyHere: [] });
  const other = { remoteId: 'r3', doi: 'd3', url: 'u1' };
  const apart = { onlyThere: [0], onlyHere: [0] };
  expect(pairArticles([there, other], [draft, other])).toEqual({ pairs: [[1, 1]], ...apart });
  const twice = [draft, { ...draft, doi: 'd4' }];
  expect(pairArticles([there], twice)).toEqual({ pairs: [], onlyThere: [0], onlyHere: [0, 1] });
  expect(pairArticles([there, other], [draft])).toEqual({ pairs: [], onlyThere: [0, 1], onlyHere: [0] });
  // The directory has the draft's own article, though perhaps not in this year.
  expect(pairArticles([there], [{ ...draft, remoteId: 'r2' }])).toEqual({ pairs: [], ...apart });
});

test('of articles with one address, those without a DOI are paired first', () => {
  const there = ['d1', 'd2'].map((doi) => ({ remoteId: doi, doi, url: 'u1' }));
  const here = ['d3', null].map((doi) => ({ remoteId: null, doi, url: 'u1' }));
  expect(pairArticles(there, here)).toEqual({ pairs: [[0, 1]], onlyThere: [1], onlyHere: [0] });
});

test.each<[string, number, (side: string, at: number) => string | null]>([
  ['without DOIs', 20_000, () => null],
  ['with other DOIs', 0, (side, at) => `${side}${at}`],
])('thousands of articles with one address %s are paired quickly', (_, count, doiOf) => {
  const many = Array.from({ length: 20_000 }, (_one, at) => at);
  const there = many.map((at) => ({ remoteId: `r${at}`, doi: doiOf('there', at), url: 'u' }));
  const here = many.map((at) => ({ remoteId: null, doi: doiOf('here', at), url: 'u' }));
  expect(pairArticles(there, here).pairs).toHaveLength(count);
});

test('two lists give rows: missing on either side, different, the same', () => {
  const other = (id: string) => [
    { type: 'doi', id },
    { type: 'pissn', id: '1234-5679' },
  ];
  const link = (name: string) => [{ type: 'fulltext', url: `https://example.org/${name}` }];
  const rows = compareArticles(
    [
      { id: 'r1', record: hit() },
      { id: 'r2', record: hit({ identifier: other('10.5555/new'), link: link('new') }) },
      { id: 'r3', record: hit({ identifier: other('10.5555/t'), link: link('t'), title: 'Old' }) },
    ],
    [
      { remoteId: null, record: draft() },
      { remoteId: null, record: draft({ identifier: other('10.5555/local'), link: link('local') }) },
      { remoteId: 'r3', record: draft({ identifier: other('10.5555/T'), link: link('t'), title: 'New' }) },
    ],
  );
  expect(rows.map(({ outcome, there, here }) => [outcome, there, here])).toEqual([
    ['missing-there', null, 1],
    ['missing-here', 1, null],
    ['different', 2, 2],
    ['same', 0, 0],
  ]);
  expect(rows[2]!.differences.map(({ path }) => path)).toEqual(['bibjson.title']);
});

test('an article taken from search or GET equals the draft that would create it', () => {
  for (const record of [hit(), fetched()]) {
    expect(takenArticle(record)).toEqual(draft());
    expect(articleDifferences(record, takenArticle(record))).toEqual([]);
  }
  expect(takenArticle({})).toEqual({ bibjson: { title: '', identifier: [] } });
});

test('an article that replaces a draft keeps what the directory does not store', () => {
  const before = {
    ...draft({
      title: 'Mine',
      abstract: 'Mine',
      note: 'keep',
      journal: { volume: '7', start_page: '1', title: 'Soil', note: 'keep' },
    }),
    local: [1],
  };
  const after = takenOver(before, hit({ month: null }));
  expect(after).toMatchObject({ local: [1], bibjson: { note: 'keep', title: 'On soil' } });
  expect((after.bibjson as Bibjson).journal).toEqual({
    title: 'Soil',
    note: 'keep',
    volume: '1',
    number: '2',
    start_page: '3',
    end_page: '9',
  });
  expect(after.bibjson).not.toHaveProperty('abstract');
  expect(after.bibjson).not.toHaveProperty('month');
  expect(articleDifferences(hit({ month: null }), after)).toEqual([]);
});
