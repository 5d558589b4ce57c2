import { expect, test } from 'vitest';
import { readYear, type YearProgress, yearQuery } from '../../src/main/comparisons/readYear.ts';
import type { DirectoryRequest } from '../../src/main/remote/directoryClient.ts';
import type { Answer } from '../../src/main/remote/exchange.ts';
import { checkQuery } from '../../src/shared/search/searchQuery.ts';
import { numbers, remoteId } from '../helpers/directoryYear.ts';
import { saying } from '../helpers/saying.ts';

const issns = ['1234-5679', '2345-6787'];

/** A directory that answers searches for a year from a list, which can change before any request. */
function listed(ids: string[], before: (request: number, ids: string[]) => void = () => undefined) {
  const sent: string[] = [];
  const found: string[] = [];
  const progress: YearProgress[] = [];
  const ask = async ({ path, query }: DirectoryRequest): Promise<Answer> => {
    before(sent.length, ids);
    const text = decodeURIComponent(path);
    const [page, size] = [Number(query?.page), Number(query?.pageSize)];
    sent.push(`${text} ${page}/${size}`);
    const after = /id\.exact:\{(\w+) TO/.exec(text)?.[1] ?? '';
    const hits = ids.toSorted().filter((id) => id > after);
    if ((page - 1) * size >= 1000) throw new Error('beyond the wall');
    const results = hits.slice((page - 1) * size, page * size).map((id) => ({ id, bibjson: {} }));
    const json = { total: hits.length, results };
    return { kind: 'answer', status: 200, headers: new Headers(), text: '', json };
  };
  const read = () =>
    readYear({
      issns,
      year: '2024',
      ask,
      found: (articles, so) => {
        found.push(...articles.map(({ id }) => id));
        progress.push(so);
      },
    });
  return { read, sent, found, progress };
}

const ids = (count: number) => numbers(count).map(remoteId);

test.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 3],
  [1000, 11],
  [1001, 12],
  [3999, 41],
  [10_000, 101],
])('%i articles take %i requests, and each is read once', async (count, requests) => {
  const { read, sent, found, progress } = listed(ids(count));
  expect(await read()).toEqual({ total: count, read: count, hasChanged: false });
  expect(found).toEqual(ids(count).toSorted());
  expect(sent).toHaveLength(requests);
  expect(requests - Math.ceil(count / 100)).toBeLessThanOrEqual(1);
  expect(new Set(progress.map(({ inAll }) => inAll))).toEqual(new Set([requests]));
});

test('an article that stays is read whatever is added or removed between two pages', async () => {
  for (let at = 1; at < 22; at++) {
    const some = ids(2200);
    const gone = new Set(some.toSorted().slice(at * 40, at * 40 + 30));
    const { read, found } = listed([...some], (request, list) => {
      if (request === at) list.splice(0, list.length, ...some.filter((id) => !gone.has(id)));
      if (request === at + 1) list.push(remoteId(-at));
    });
    expect((await read()).hasChanged).toBe(true);
    const known = new Set(found);
    expect(known.size).toBe(found.length);
    expect(some.filter((id) => !gone.has(id) && !known.has(id))).toEqual([]);
  }
});

test('a constantly changing list needs hardly more requests', async () => {
  let more = 0;
  const { read, sent } = listed(ids(5000), (_, list) => void list.push(remoteId(10_000 + more++)));
  expect(await read()).toMatchObject({ hasChanged: true });
  expect(sent.length).toBeLessThan(55);
});

test('a directory that does not continue where asked ends the comparison with a message', async () => {
  const stuck = readYear({
    issns,
    year: '2024',
    found: () => undefined,
    ask: async () => ({
      kind: 'answer',
      status: 200,
      headers: new Headers(),
      text: '',
      json: { total: 500, results: ids(100).map((id) => ({ id })) },
    }),
  });
  await expect(stuck).rejects.toMatchObject({ full: saying(/are inconsistent/) });
});

test('a malformed response, or results without an id, end the comparison with a message', async () => {
  const answered = (json: unknown) =>
    readYear({
      issns,
      year: '2024',
      found: () => undefined,
      ask: async () => ({ kind: 'answer', status: 200, headers: new Headers(), text: '', json }),
    });
  await expect(answered({})).rejects.toMatchObject({ code: 'remote' });
  await expect(answered({ total: 1, results: [{ bibjson: {} }] })).rejects.toMatchObject({ code: 'remote' });
  await expect(answered({ total: 1, results: [null] })).rejects.toMatchObject({ code: 'remote' });
});

test('the search for a year passes the query check and is sent unchanged', () => {
  for (const dialect of ['3.0.1', '4.0'] as const) {
    for (const query of [yearQuery(['1234-5679'], '2024'), yearQuery(issns, '2024', remoteId(1))]) {
      expect(checkQuery(query, { kind: 'article', dialect })).toEqual({
        accepted: true,
        query,
        findings: [],
      });
    }
  }
});
