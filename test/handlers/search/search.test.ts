import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/shared/directory/account.ts';
import { type SearchKind, searchPageSchema } from '../../../src/shared/search/searching.ts';
import { saying } from '../../helpers/saying.ts';
import {
  article,
  world as directoryWorld,
  goodKey,
  startTestDirectory,
  type TestDirectory,
} from '../../helpers/testDirectory.ts';
import { openTestServices, type TestServices } from '../../helpers/testServices.ts';

let directory: TestDirectory;
let world: TestServices;
let handlers: TestServices['handlers'];
beforeAll(async () => {
  const [journal] = directoryWorld.journals;
  directory = await startTestDirectory({
    world: {
      ...directoryWorld,
      articles: Array.from({ length: 1203 }, (_, index) => ({
        id: `art${index}`,
        created_date: '2024-01-01T00:00:00Z',
        last_updated: '2024-01-01T00:00:00Z',
        admin: { in_doaj: true },
        ...article(index, { title: index === 5 ? '=HYPERLINK("x"), "soil"' : `Article ${index}` }),
      })),
      applications: [
        { ...journal, id: 'app1', admin: { owner: 'pub1', application_status: 'pending' } },
        { ...journal, id: 'app2', admin: { owner: 'pub2', application_status: 'pending' } },
      ],
    },
  });
});
afterAll(() => directory.stop());
beforeEach(() => open());
afterEach(async () => {
  await directory.clearFaults();
  await world.close();
  world.remove();
});

async function open(options: { dialect?: Dialect; key?: string | null } = {}) {
  const { key = goodKey, dialect = '4.0' } = options;
  world = await openTestServices({ directory: directory.directory, dialect, key: key ?? undefined });
  handlers = world.handlers;
}
async function reopen(options: { dialect?: Dialect; key?: string | null }) {
  await world.close();
  world.remove();
  await open(options);
}

const asked = (query: string, more: { kind?: SearchKind; sort?: string } = {}) => ({
  accountId: world.accountId,
  kind: 'article' as const,
  query,
  sort: '',
  ...more,
});
const run = (
  query: string,
  more: { kind?: SearchKind; sort?: string; page?: number; pageSize?: number } = {},
) => handlers['search.run']({ page: 1, pageSize: 10, ...asked(query), ...more });
const sent = async () => (await directory.requests()).filter(({ path }) => path.includes('/search/')).length;

describe('a search', () => {
  test('returns what a list needs of each article, and the draft with the same identifiers', async () => {
    const [known] = world.addDrafts([article(7, { identifier: [{ type: 'doi', id: '10.5555/ARTICLE.7' }] })]);
    const page = await run('doi:10.5555/article.7');
    expect(searchPageSchema.parse(page)).toEqual(page);
    expect(page).toMatchObject({ query: 'doi:10.5555\\/article.7', total: 1, page: 1, pageSize: 10 });
    expect(page.hits).toMatchObject([
      {
        id: 'art7',
        title: 'Article 7',
        detail: 'Ada Example',
        doi: '10.5555/article.7',
        issns: ['1234-5679', '2345-6787'],
        year: '2024',
        draftId: known,
        mine: false,
      },
    ]);
  });

  test('recognises a draft by its full-text address too, but none in the trash', async () => {
    const link = [{ type: 'fulltext', url: 'http://j1.example.org/article/8' }];
    const [known] = world.addDrafts([article(8, { identifier: [], link })]);
    expect((await run('doi:10.5555/article.8')).hits[0]!.draftId).toBe(known);
    const selection = { ids: [known!] };
    await handlers['drafts.trash']({ accountId: world.accountId, selection });
    expect((await run('doi:10.5555/article.8')).hits[0]!.draftId).toBeNull();
  });

  for (const dialect of ['3.0.1', '4.0'] as const) {
    test(`reads journals in the format of ${dialect} and marks the account's own`, async () => {
      await reopen({ dialect });
      await world.handlers['journals.refresh']({ accountId: world.accountId });
      const { hits } = await run('title:journal', { kind: 'journal', sort: 'title:desc' });
      expect(hits.map(({ id, detail, issns, mine }) => ({ id, detail, issns, mine }))).toEqual([
        { id: 'j3', detail: 'Press', issns: ['4567-8901'], mine: false },
        { id: 'j1', detail: 'Press', issns: ['1234-5679', '2345-6787'], mine: true },
      ]);
    });
  }

  test('finds only own applications, with their state as text', async () => {
    const { hits } = await run('title:journal', { kind: 'application' });
    expect(hits).toMatchObject([{ id: 'app1', status: saying('Waiting for an editor'), mine: false }]);
  });

  test('names the local Update Request about the journal that was found', async () => {
    const draft = await world.handlers['applications.create']({
      accountId: world.accountId,
      journalId: 'j1',
    });
    const { hits } = await run('issn:1234-5679', { kind: 'journal' });
    expect(hits.map(({ id, draftId }) => [id, draftId])).toEqual([['j1', draft.id]]);
  });

  test('of applications is not sent without a key', async () => {
    await reopen({ key: null });
    const before = await sent();
    await expect(run('title:journal', { kind: 'application' })).rejects.toMatchObject({
      code: 'key_missing',
    });
    expect(await sent()).toBe(before);
  });

  test.each([
    ['jour*', {}, 'wildcard'],
    ['"open', {}, 'quotation mark'],
    ['soil', { sort: 'title:up' }, 'direction'],
    ['soil', { sort: 'bibjson.title' }, 'sort by'],
    ['soil', { page: 101 }, '1,000'],
    ['soil', { page: 11, pageSize: 100 }, '1,000'],
  ])(
    'for %j %j is refused with the finding’s message before anything is sent',
    async (query, more, words) => {
      const before = await sent();
      await expect(run(query, more)).rejects.toMatchObject({
        code: 'input',
        problem: saying(new RegExp(words)),
        fix: saying(/./),
      });
      expect(await sent()).toBe(before);
      expect(await handlers['search.list']({ accountId: world.accountId })).toEqual({
        saved: [],
        recent: [],
      });
    },
  );

  test('returns the last page before the limit', async () => {
    const page = await run('bibjson.year:2024', { page: 10, pageSize: 100 });
    expect([page.total, page.hits.length]).toEqual([1203, 100]);
  });

  test('is retried when the directory asks to slow down', async () => {
    await directory.fault({
      match: { path: 'search/articles/', times: 1 },
      kind: 'rate_limit',
      retryAfter: 0,
    });
    expect((await run('doi:10.5555/article.7')).total).toBe(1);
  });
});

describe('saved searches', () => {
  test('are the last ones that were run, without repetition, and notify every window', async () => {
    await run('doi:10.5555/article.1');
    await run('doi:10.5555/article.2');
    await run('doi:10.5555/article.1', { page: 2 });
    const { recent } = await handlers['search.list']({ accountId: world.accountId });
    expect(recent.map(({ query, total }) => [query, total])).toEqual([
      ['doi:10.5555/article.2', 1],
      ['doi:10.5555/article.1', 1],
    ]);
    const told = world.received.filter(({ name }) => name === 'search.changed');
    expect(told.map(({ data }) => data)).toEqual([
      { accountId: world.accountId },
      { accountId: world.accountId },
    ]);
  });

  test('are recounted', async () => {
    const saved = await handlers['search.save']({ ...asked('bibjson.year:2024'), name: 'This year' });
    expect(saved).toMatchObject({ name: 'This year', total: null, ranAt: null });
    const counted = await handlers['search.count']({ id: saved.id });
    expect(counted).toMatchObject({ total: 1203, ranAt: expect.stringMatching(/^20/) });
    expect((await handlers['search.list']({ accountId: world.accountId })).saved).toEqual([counted]);
    expect(await handlers['search.rename']({ id: saved.id, name: 'Year' })).toEqual({
      ...counted,
      name: 'Year',
    });
    expect(await handlers['search.remove']({ id: saved.id })).toBeNull();
    await expect(async () => handlers['search.count']({ id: saved.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('that the directory would refuse are not counted', async () => {
    const { id } = await handlers['search.save']({ ...asked('soil*'), name: 'Star' });
    await expect(handlers['search.count']({ id })).rejects.toMatchObject({ code: 'input' });
  });
});

describe('an export', () => {
  test('has the records up to the limit and reports how many exist', async () => {
    const file = await handlers['search.export']({ ...asked('bibjson.year:2024'), format: 'json' });
    expect(file).toMatchObject({ count: 1000, total: 1203, type: 'application/json' });
    expect(file.name).toMatch(/^colophon-articles-\d{4}-\d\d-\d\d\.json$/);
    const { search, records } = JSON.parse(file.text);
    expect(search).toMatchObject({ query: 'bibjson.year:2024', count: 1000, total: 1203 });
    expect(new Set(records.map((record: { id: string }) => record.id)).size).toBe(1000);
  });

  test('is a table without spreadsheet formulas', async () => {
    const file = await handlers['search.export']({ ...asked('doi:10.5555/article.5'), format: 'csv' });
    expect(file).toMatchObject({ count: 1, total: 1, type: 'text/csv' });
    expect(file.text).toBe(
      '\ufeffDirectory id,Title,Authors,Journal,ISSNs,DOI,Year,Full-text address\r\n' +
        'art5,"\'=HYPERLINK(""x""), ""soil""",Ada Example,,1234-5679 2345-6787,10.5555/article.5,2024,https://j1.example.org/article/5\r\n',
    );
  });

  test('continues after a failure of the directory', async () => {
    await directory.fault({ match: { path: 'search/articles/', nth: 3, times: 1 }, kind: 'drop_after' });
    expect(await handlers['search.export']({ ...asked('bibjson.year:2024'), format: 'csv' })).toMatchObject({
      count: 1000,
    });
  });
});
