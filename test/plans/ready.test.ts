import { beforeEach, expect, test } from 'vitest';
import { readyToSend } from '../../src/shared/journal/draftCounts.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;

beforeEach(async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
});

/** The readiness of each draft as the list shows it, and why, by title; the list and its counts must agree. */
async function shown(): Promise<Record<string, string>> {
  const { accountId } = world;
  const filter = { trashed: false };
  const sort = { by: 'title', direction: 'asc' } as const;
  const list = (more: object) =>
    world.handlers['drafts.list']({ accountId, filter: { ...filter, ...more }, sort, offset: 0, limit: 50 });
  const { rows } = await list({});
  const facets = await world.handlers['drafts.facets']({ accountId, filter });
  for (const [readiness, count] of Object.entries(facets.readiness)) {
    expect((await list({ readiness: [readiness] })).total, readiness).toBe(count);
    expect(rows.filter((row) => row.readiness === readiness)).toHaveLength(count);
  }
  return Object.fromEntries(
    rows.map(({ title, readiness, undecided }) => [
      title,
      undecided ? `${readiness}: ${undecided}` : readiness,
    ]),
  );
}

/** Plans the list of drafts that are ready: it must send each of them and hold back none. */
async function planReady(): Promise<number> {
  const { accountId } = world;
  const filter = { ...readyToSend, trashed: false };
  const { total } = await world.handlers['drafts.facets']({ accountId, filter });
  const plan = await world.handlers['uploads.plan']({
    accountId,
    selection: { filter, except: [] },
    includeUnchanged: false,
  });
  expect(plan).toMatchObject({ selected: total, toSend: total, heldBack: [] });
  return total;
}

const trash = (ids: number[]) =>
  world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids } });

async function sent(numbers: readonly number[]): Promise<number[]> {
  const ids = world.addDrafts(numbers.map((number) => article(number)));
  const { id } = await world.send(ids);
  await world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  return ids;
}

test('drafts of the same article wait for a decision until one of them is in the trash', async () => {
  const [first, second] = world.addDrafts([article(1), article(1, { title: 'Again' }), article(2)]);
  const twins = { 'Article 1': 'undecided: same-article', Again: 'undecided: same-article' };
  expect(await shown()).toEqual({ ...twins, 'Article 2': 'ready' });
  expect(await planReady()).toBe(1);
  await trash([second!]);
  expect(await shown()).toEqual({ 'Article 1': 'ready', 'Article 2': 'ready' });
  expect(await planReady()).toBe(2);
  await world.handlers['drafts.restore']({ accountId: world.accountId, selection: { ids: [second!] } });
  expect(await shown()).toEqual({ ...twins, 'Article 2': 'ready' });
  await world.editDraft(first!, article(3));
  expect(await shown()).toEqual({ Again: 'ready', 'Article 2': 'ready', 'Article 3': 'ready' });
  expect(await planReady()).toBe(3);
});

test('an article that was deleted from the directory waits for a decision', async () => {
  const [first] = await sent([1, 2]);
  expect(await shown()).toEqual({ 'Article 1': 'ready', 'Article 2': 'ready' });
  const { id: plan } = await world.handlers['deletions.preview']({
    accountId: world.accountId,
    of: { selection: { ids: [first!] } },
  });
  await world.handlers['deletions.start']({ plan });
  await world.when(async () => (await shown())['Article 1'] === 'undecided: deleted-there');
  expect(await planReady()).toBe(0);
});

test('a change that the directory would refuse waits for a decision', async () => {
  world = await openForTest({ directory: directory.directory, dialect: '4.0', key: goodKey });
  const [first] = await sent([1]);
  const { bibjson } = article(1) as unknown as { bibjson: { identifier: { type: string; id: string }[] } };
  const identifier = bibjson.identifier.map((one) =>
    one.type === 'doi' ? { ...one, id: '10.5555/new' } : one,
  );
  await world.editDraft(first!, { bibjson: { ...bibjson, identifier } });
  expect(await shown()).toEqual({ 'Article 1': 'undecided: would-be-refused' });
  expect(await planReady()).toBe(0);
});

for (const dialect of ['3.0.1', '4.0'] as const)
  test(`an article that lost all that identifies it at the directory waits for a decision (${dialect})`, async () => {
    world = await openForTest({ directory: directory.directory, dialect, key: goodKey });
    const withoutDoi = (url: string) =>
      article(1, {
        identifier: [{ type: 'pissn', id: '1234-5679' }],
        link: [{ type: 'fulltext', url: `https://j1.example.org/${url}` }],
      });
    const [onlyLink, both] = world.addDrafts([withoutDoi('a'), article(2)]);
    const upload = await world.send([onlyLink!, both!]);
    await world.until(upload.id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
    await world.editDraft(onlyLink!, withoutDoi('b'));
    await world.editDraft(both!, article(3));
    const lost = 'undecided: identity-changed';
    expect(await shown()).toEqual({ 'Article 1': lost, 'Article 3': lost });
    expect(await planReady()).toBe(0);
    await world.editDraft(both!, article(2, { title: 'Article 2, changed' }));
    expect(await shown()).toEqual({ 'Article 1': lost, 'Article 2, changed': 'ready' });
    expect(await planReady()).toBe(1);
  });

test('an article that gets its first DOI after it was sent waits for a decision, too', async () => {
  world = await openForTest({ directory: directory.directory, dialect: '4.0', key: goodKey });
  const { bibjson } = article(1) as unknown as { bibjson: { identifier: { type: string; id: string }[] } };
  const identifier = bibjson.identifier.filter(({ type }) => type !== 'doi');
  const [id] = world.addDrafts([{ bibjson: { ...bibjson, identifier } }]);
  const upload = await world.send([id!]);
  await world.until(upload.id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  await world.editDraft(id!, article(1));
  expect(await shown()).toEqual({ 'Article 1': 'undecided: would-be-refused' });
  expect(await planReady()).toBe(0);
});
