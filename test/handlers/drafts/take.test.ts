import { beforeEach, expect, test } from 'vitest';
import { takenArticle } from '../../../src/shared/article/takenArticle.ts';
import { directoryForFile } from '../../helpers/directoryForFile.ts';
import { fill, remoteId, storedAs } from '../../helpers/directoryYear.ts';
import { openForTest } from '../../helpers/openForTest.ts';
import { saying } from '../../helpers/saying.ts';
import { article, goodKey } from '../../helpers/testDirectory.ts';
import type { TestServices } from '../../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;
beforeEach(() =>
  fill(
    directory,
    [1, 2, 3].map((number) => storedAs(number)),
  ),
);

const take = (...remoteIds: string[]) =>
  world.handlers['drafts.take']({ accountId: world.accountId, remoteIds });
const asked = async () => (await directory.requests()).length;

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`a directory article becomes a draft that counts as sent (${dialect})`, async () => {
    world = await openForTest({ directory: directory.directory, dialect, key: goodKey });
    const { drafts } = await take(remoteId(1));
    expect(drafts).toEqual([{ remoteId: remoteId(1), draftId: expect.any(Number), isNew: true }]);
    const draft = await world.draft(drafts[0]!.draftId);
    expect(draft).toMatchObject({
      sync: 'sent',
      remoteId: remoteId(1),
      sentAt: '2024-06-02T00:00:00.000Z',
      sentKeys: { doi: '10.5555/article.1', url: '//j1.example.org/article/1' },
      ignored: 0,
    });
    expect(draft.record).toEqual(takenArticle(article(1)));
    expect(world.received.map(({ name }) => name)).toContain('undo.changed');
    const changes = world.received.filter(({ name }) => name === 'drafts.changed');
    expect(changes.at(-1)).toMatchObject({ data: { ids: [draft.id] } });
    await world.editDraft(draft.id, { ...draft.record, note: 'not sent' });
    expect((await world.draft(draft.id)).sync).toBe('sent');
    await world.editDraft(draft.id, article(1, { title: 'Edited' }));
    expect((await world.draft(draft.id)).sync).toBe('changed');
  });
}

test('an article with a draft keeps it: found by id without a request, by DOI or address with one', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  const first = await take(remoteId(1));
  const before = await asked();
  expect((await take(remoteId(1), remoteId(1))).drafts).toEqual([{ ...first.drafts[0], isNew: false }]);
  expect(await asked()).toBe(before);
  const [byDoi, byUrl] = world.addDrafts([
    article(2, { title: 'Mine', link: [] }),
    article(3, { title: 'Mine', identifier: [{ type: 'pissn', id: '1234-5679' }] }),
  ]);
  expect((await take(remoteId(2), remoteId(3))).drafts).toEqual([
    { remoteId: remoteId(2), draftId: byDoi, isNew: false },
    { remoteId: remoteId(3), draftId: byUrl, isNew: false },
  ]);
  expect(await world.draft(byDoi!)).toMatchObject({ title: 'Mine', version: 1, sync: 'never' });
});

test('a draft in the trash is not restored by taking its article again', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  const [old] = (await take(remoteId(1))).drafts;
  const selection = { ids: [old!.draftId] };
  await world.handlers['drafts.trash']({ accountId: world.accountId, selection });
  const [fresh] = (await take(remoteId(1))).drafts;
  expect(fresh).toMatchObject({ isNew: true });
  expect((await world.draft(old!.draftId)).trashedAt).not.toBeNull();
});

test('taking imports the articles that the directory has, and fails if it has none', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  expect((await take('nothing', remoteId(1))).drafts.map((draft) => draft.remoteId)).toEqual([remoteId(1)]);
  await expect(take('nothing')).rejects.toMatchObject({
    code: 'not_found',
    problem: saying('The directory does not show these articles.'),
  });
});

test.each([
  ['a page of a server in front', '<html><title>404 Not Found</title></html>'],
  ['an address that the directory does not know', { error: 'No endpoint at articles/x. (ref: 1-2)' }],
])('%s is not taken for an article that the directory does not have', async (_name, body) => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  await directory.fault({ kind: 'status', status: 404, body, match: { path: 'articles/' } });
  await expect(take(remoteId(1))).rejects.toMatchObject({ code: 'remote', status: 404 });
});

test('without a key, only public articles are taken', async () => {
  await fill(directory, [storedAs(1), { ...storedAs(2), admin: { in_doaj: false } }]);
  world = await openForTest({ directory: directory.directory });
  expect((await take(remoteId(1), remoteId(2))).drafts).toHaveLength(1);
  await world.close();
  world.remove();
  world = await openForTest({ directory: directory.directory, key: goodKey });
  expect((await take(remoteId(1), remoteId(2))).drafts).toHaveLength(2);
});

test('articles taken before a broken connection are kept, and taking continues afterwards', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  await directory.fault({ kind: 'drop_before', match: { path: `articles/${remoteId(2)}` } });
  await expect(take(remoteId(1), remoteId(2))).rejects.toMatchObject({ code: 'offline' });
  const { total } = await world.handlers['drafts.facets']({
    accountId: world.accountId,
    filter: { trashed: false },
  });
  expect(total).toBe(1);
  await directory.clearFaults();
  expect((await take(remoteId(1), remoteId(2))).drafts.map((draft) => draft.isNew)).toEqual([false, true]);
});

test.each<[unknown]>([[7], [true], [null], [[]], ['text']])(
  'an answer whose article is %j is not taken for an empty article',
  async (bibjson) => {
    world = await openForTest({ directory: directory.directory, key: goodKey });
    const body = { ...storedAs(1), bibjson };
    await directory.fault({ kind: 'wrong_json', body, match: { path: `articles/${remoteId(1)}` } });
    await expect(take(remoteId(1))).rejects.toMatchObject({ code: 'remote' });
    const { total } = await world.handlers['drafts.facets']({
      accountId: world.accountId,
      filter: { trashed: false },
    });
    expect(total).toBe(0);
  },
);

test('a pause that the directory asks for is respected', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  await directory.fault({ kind: 'rate_limit', retryAfter: 1, match: { path: 'articles/', times: 1 } });
  const begun = performance.now();
  expect((await take(remoteId(1))).drafts).toHaveLength(1);
  expect(performance.now() - begun).toBeGreaterThan(900);
});
