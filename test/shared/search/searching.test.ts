import { describe, expect, test } from 'vitest';
import { directoryAddress } from '../../../src/renderer/parts/directoryAddress.ts';
import {
  blankCondition,
  build,
  howsOf,
  rowsFor,
  withField,
  withHow,
} from '../../../src/renderer/screens/Search/builderRows.ts';
import { comparableArticle } from '../../../src/renderer/screens/Search/comparableArticle.ts';
import { examplesOf } from '../../../src/renderer/screens/Search/examples.ts';
import { markParts } from '../../../src/renderer/screens/Search/markParts.ts';
import { pageSizes, placesOf } from '../../../src/renderer/screens/Search/placesOf.ts';
import { checkQuery, checkSort, searchFields } from '../../../src/shared/search/searchQuery.ts';

describe('the pages of a search', () => {
  test.each([
    [
      { total: 0, pageSize: 25, page: 1 },
      { pages: 0, reachable: 0, first: 0, last: 0, isWalled: false },
    ],
    [
      { total: 30, pageSize: 25, page: 2 },
      { pages: 2, reachable: 30, first: 26, last: 30, isWalled: false },
    ],
    [
      { total: 1000, pageSize: 25, page: 40 },
      { pages: 40, reachable: 1000, first: 976, last: 1000, isWalled: false },
    ],
    [
      { total: 1001, pageSize: 100, page: 10 },
      { pages: 10, reachable: 1000, first: 901, last: 1000, isWalled: true },
    ],
    // A page that begins within the limit is returned in full.
    [
      { total: 5000, pageSize: 70, page: 15 },
      { pages: 15, reachable: 1050, first: 981, last: 1050, isWalled: true },
    ],
  ])('of %o are %o', (given, expected) => {
    expect(placesOf(given)).toEqual(expected);
  });

  test('end at the same record whatever their length', () => {
    for (const pageSize of pageSizes) {
      expect(placesOf({ total: 4000, pageSize, page: 1 }).reachable).toBe(1000);
    }
  });
});

describe('a query with its findings', () => {
  const at = (start: number, end: number, severity: 'error' | 'warning' = 'error') => ({
    start,
    end,
    severity,
  });

  test('is highlighted at the findings and keeps its text', () => {
    const parts = markParts('title:ab* and c', [at(6, 9), at(10, 13, 'warning')]);
    expect(parts.map(({ text, severity }) => [text, severity])).toEqual([
      ['title:', null],
      ['ab*', 'error'],
      [' ', null],
      ['and', 'warning'],
      [' c', null],
    ]);
    expect(parts.map(({ start }) => start)).toEqual([0, 6, 9, 10, 13]);
  });

  test.each([
    [
      'one within the other',
      'abcdef',
      [at(0, 6, 'warning'), at(2, 4)],
      [
        ['ab', 'warning'],
        ['cd', 'error'],
        ['ef', 'warning'],
      ],
    ],
    ['the whole of it', 'ab', [at(0, 2)], [['ab', 'error']]],
    ['nothing at its end', 'ab', [at(2, 2)], [['ab', null]]],
    [
      'beyond its end',
      'ab',
      [at(1, 9)],
      [
        ['a', null],
        ['b', 'error'],
      ],
    ],
    ['nothing in nothing', '', [at(0, 0)], []],
  ])('is highlighted correctly for %s', (_name, text, findings, expected) => {
    expect(markParts(text, findings).map((part) => [part.text, part.severity])).toEqual(expected);
  });
});

describe('the query builder', () => {
  const fields = searchFields('article');

  test('replaces the text of complete rows and keeps the others', () => {
    const rows = [
      { ...blankCondition, field: 'title', value: 'maps' },
      blankCondition,
      { field: 'created_date', how: 'range' as const, value: '', to: ' ', not: false },
    ];
    const built = build(rows, 'AND');
    expect(built.text).toBe('title:maps');
    expect(rowsFor('title:maps', built)?.conditions).toEqual(rows);
  });

  test('parses typed text and reports what it cannot parse', () => {
    const built = build([{ ...blankCondition, value: 'maps' }], 'AND');
    expect(rowsFor('title:maps AND NOT doi:10.1/x', built)?.conditions).toHaveLength(2);
    expect(rowsFor('(a OR b) AND c', built)).toBeNull();
    expect(rowsFor('  ', built)?.conditions).toEqual([blankCondition]);
  });

  test('offers operators that fit the field and keeps the current one if it fits', () => {
    expect(howsOf('title', fields)).toEqual(['words', 'phrase']);
    expect(howsOf('created_date', fields)).toContain('range');
    expect(howsOf('bibjson.something.odd', fields)).toHaveLength(4);
    const phrase = { ...blankCondition, how: 'phrase' as const, value: 'x' };
    expect(withField(phrase, 'title', fields).how).toBe('phrase');
    expect(withField(phrase, 'doi', fields).how).toBe('is');
    expect(withHow({ ...phrase, how: 'range', to: '9' }, 'is')).not.toHaveProperty('to');
  });
});

describe('the offered orders', () => {
  test.each(['journal', 'article', 'application'] as const)(
    'for %ss all work in either direction',
    (kind) => {
      const sortable = searchFields(kind).filter((field) => field.sortable);
      expect(sortable.length).toBeGreaterThan(2);
      for (const { name } of sortable) {
        for (const dialect of ['3.0.1', '4.0'] as const) {
          for (const direction of ['asc', 'desc']) {
            const { accepted, findings } = checkSort(`${name}:${direction}`, { kind, dialect });
            expect([name, dialect, accepted, findings]).toEqual([name, dialect, true, []]);
          }
        }
      }
    },
  );
});

describe('the examples', () => {
  test.each(['journal', 'article', 'application'] as const)('for %ss are all valid', (kind) => {
    for (const { query } of examplesOf(kind, 'press')) {
      for (const dialect of ['3.0.1', '4.0'] as const) {
        const { accepted, findings } = checkQuery(query, { kind, dialect });
        expect([query, accepted, findings]).toEqual([query, true, []]);
      }
    }
  });

  test("name the account's journals if its name is known", () => {
    expect(examplesOf('journal', 'press')[0]?.query).toBe('username:press');
    expect(examplesOf('journal', '').some(({ name }) => name === 'journalMine')).toBe(false);
    expect(examplesOf('journal', 'a b').some(({ name }) => name === 'journalMine')).toBe(false);
  });
});

describe('an article in the comparison', () => {
  test('has its pages where drafts have them, and no internal members of the directory', () => {
    const found = {
      id: 'a1',
      created_date: '2026-01-01T00:00:00Z',
      bibjson: {
        title: 'T',
        start_page: '1',
        end_page: '9',
        subject: [{ term: 'Maps' }],
        journal: { title: 'J', issns: ['1234-5679'], volume: '2', language: ['EN'], country: 'GB' },
      },
    };
    const copy = structuredClone(found);
    expect(comparableArticle(found)).toEqual({
      bibjson: { title: 'T', journal: { volume: '2', start_page: '1', end_page: '9' } },
    });
    expect(found).toEqual(copy);
    expect(comparableArticle({ bibjson: { start_page: '1', journal: { start_page: '3' } } })).toEqual({
      bibjson: { journal: { start_page: '3' } },
    });
    // What only the draft has is a difference.
    expect(comparableArticle({ bibjson: { journal: { foo: 'x', issns: ['1734-6215'] } } })).toEqual({
      bibjson: { journal: { foo: 'x' } },
    });
    expect(comparableArticle({ bibjson: 'odd' })).toEqual({ bibjson: { journal: {} } });
  });
});

describe('the address of a record', () => {
  const real = { kind: 'directory', base: 'https://directory.example.org/api/v4/' } as const;

  test('is its page beside the API, or the record itself in the sandbox', () => {
    expect(directoryAddress(real, 'article', { id: 'a/1' })).toBe(
      'https://directory.example.org/article/a%2F1',
    );
    expect(directoryAddress(real, 'journal', { id: 'j1' })).toBe('https://directory.example.org/toc/j1');
    const sandbox = { kind: 'sandbox', base: 'http://127.0.0.1:4000/api/v4/' } as const;
    expect(directoryAddress(sandbox, 'article', { id: 'a1' })).toBe(
      'http://127.0.0.1:4000/api/v4/articles/a1',
    );
  });

  test('does not exist for applications, which need a key', () => {
    expect(directoryAddress(real, 'application', { id: 'p1' })).toBeNull();
  });
});
