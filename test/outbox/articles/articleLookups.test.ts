import { describe, expect, test } from 'vitest';
import {
  doiLookups,
  lookupLength,
  overwrittenLookups,
  ownLookups,
  urlLookups,
} from '../../../src/main/outbox/articles/articleLookups.ts';
import { isQueryRefused, readHit } from '../../../src/main/outbox/articles/sending/articleLookUp.ts';
import { readFound } from '../../../src/main/outbox/articles/sending/articleSnapshots.ts';
import { anyOf } from '../../../src/main/remote/lookupQuery.ts';
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts';
import { literal } from '../../../src/shared/message.ts';
import { article } from '../../helpers/testDirectory.ts';

const doi = (value: string) => ({ field: 'index.doi.exact', value });
const url = (value: string) => ({ field: 'index.fulltext.exact', value });
const id = 'a'.repeat(32);

describe('a DOI', () => {
  test('is looked up in its normal form, if it can be', () => {
    expect(doiLookups('10.1/a')).toEqual([doi('10.1/a')]);
    expect(doiLookups('10.1/\na')).toEqual([]);
    expect(doiLookups(null)).toEqual([]);
  });
});

describe('an address', () => {
  // reference/directory-api.md 7.1, directory-changes.md 2.2
  test('is looked up as the directory compares it: without its scheme', () => {
    expect(urlLookups('//x.org/1?a=b#c')).toEqual([url('//x.org/1?a=b#c')]);
    expect(urlLookups('//x.org/\n1')).toEqual([]);
    expect(urlLookups(null)).toEqual([]);
  });
});

describe('the record that a draft overwrites', () => {
  const keys = { doiKey: '10.5555/article.1', urlKey: '//j1.example.org/article/1' };
  const known = { ...keys, remoteId: id, sentDoiKey: keys.doiKey, sentUrlKey: keys.urlKey };
  const byId = { field: 'id.exact', value: id };
  const byKeys = [doi('10.5555/article.1'), url('//j1.example.org/article/1')];

  test('is looked up by its id alone, without reading the draft, if it was stored with the same keys', () => {
    expect(overwrittenLookups(known)).toEqual([byId]);
  });

  test.each([
    ['its DOI changed', { sentDoiKey: '10.5555/former' }, [byId, ...byKeys]],
    ['its address changed', { sentUrlKey: null }, [byId, ...byKeys]],
    ['its id is not known yet', { remoteId: null }, byKeys],
  ])('is looked up by its keys, too, if %s', (_name, change, lookups) => {
    expect(overwrittenLookups({ ...known, ...change })).toEqual(lookups);
  });

  test('is looked up for a new draft by what makes the directory overwrite', () => {
    const own = (dialect: '3.0.1' | '4.0', change = {}) => ownLookups({ ...keys, ...change }, dialect);
    const [plain, byUrl] = byKeys;
    expect(own('4.0')).toEqual([plain]);
    expect(own('3.0.1')).toEqual([plain, byUrl]);
    expect(own('4.0', { doiKey: null })).toEqual([byUrl]);
    expect(own('4.0', { doiKey: null, urlKey: null })).toEqual([]);
  });
});

test('the length of look-ups is at least that of their values in the address', () => {
  const lookups = ['10.5555/ä?', '10.5555/*', '10.5555/3'].map(
    (value) => ({ field: 'index.doi.exact', value }) as const,
  );
  const query = encodeURIComponent(anyOf(lookups));
  const rest = encodeURIComponent('index.doi.exact:()').length - encodeURIComponent(' OR ').length;
  expect(lookupLength(lookups)).toBe(query.length - rest);
  expect(lookupLength([])).toBe(0);
});

test('a hit of the search is read if it has an id, and keys that can be read or none', () => {
  const hit = { ...article(1), id: 'r1', created_date: '2026-01-01', last_updated: '2026-01-02' };
  const read = { id: 'r1', created: '2026-01-01T00:00:00.000Z', updated: '2026-01-02T00:00:00.000Z' };
  const keys = { doi: '10.5555/article.1', url: '//j1.example.org/article/1' };
  expect(readHit(hit)).toMatchObject({ ...read, keys });
  expect(readFound(hit)).toEqual({ ...readHit(hit), record: hit });
  const bare = { id: 'r1', bibjson: { identifier: null } };
  expect(readHit(bare)).toMatchObject({ id: 'r1', keys: { doi: null, url: null } });
  const having = (bibjson: unknown) => ({ ...hit, bibjson });
  for (const record of [
    ...[null, undefined, 'r1', 1, [], {}, { ...hit, id: '' }, { ...hit, id: 1 }],
    ...[undefined, null, 'text', [], { identifier: '10.5555/1' }, { identifier: { type: 'doi' } }].map(
      having,
    ),
    ...[{ link: ['https://a.example'] }, { link: [{ type: 'fulltext', url: ['a'] }] }].map(having),
  ]) {
    expect(readHit(record), JSON.stringify(record)).toBeNull();
    expect(readFound(record)).toBeNull();
  }
});

test('only an error of the directory with status 400 or 414 means that it refused the query', () => {
  const error = (code: ErrorCode, status: number) => new AppError(code, literal('no'), { status });
  for (const status of [400, 414]) expect(isQueryRefused(error('remote', status))).toBe(true);
  expect(isQueryRefused(error('remote', 500))).toBe(false);
  expect(isQueryRefused(error('version_retired', 400))).toBe(false);
  expect(isQueryRefused(Object.assign(new Error('a bug'), { code: 'remote', status: 400 }))).toBe(false);
});
