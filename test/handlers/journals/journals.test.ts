import { beforeEach, expect, test } from 'vitest';
import { createJournalStore } from '../../../src/main/store/journals/journalStore.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { draftCountFilters, draftCounts } from '../../../src/shared/journal/draftCounts.ts';
import { directoryForFile } from '../../helpers/directoryForFile.ts';
import { openForTest } from '../../helpers/openForTest.ts';
import { saying } from '../../helpers/saying.ts';
import { article, world as directoryWorld, goodKey } from '../../helpers/testDirectory.ts';
import type { TestServices } from '../../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;
beforeEach(async () => {
  await play({});
  await directory.reset();
});

/** Replaces the world of the directory. */
async function play(change: { journals?: unknown[]; applications?: unknown[] }): Promise<void> {
  const body = JSON.stringify({ ...directoryWorld, ...change });
  const answer = await fetch(`${directory.origin}/_sandbox/world`, { method: 'POST', body });
  expect(answer.status).toBe(204);
}

/** The requested paths, unescaped. */
async function asked(): Promise<string[]> {
  return (await directory.requests()).map(({ path }) =>
    decodeURIComponent(path.replace(/^.*\/api\/v\d\//, '')),
  );
}

function application(id: string, issns: DraftRecord, status = 'update_request'): object {
  return {
    id,
    created_date: '2026-01-01T00:00:00Z',
    last_updated: '2026-01-01T00:00:00Z',
    admin: { owner: 'pub1', application_status: status, current_journal: 'hidden from search' },
    bibjson: { title: 'As it was then', ...issns },
  };
}

/** Removes the account's name. */
const forgetName = () => world.handlers['accounts.update']({ id: world.accountId, username: '' });
/** How often the drafts and applications of the account were rechecked. */
const rechecks = () =>
  world.received.filter(
    ({ name, data }) => name === 'applications.changed' && 'ids' in data && data.ids === null,
  ).length;
const stored = () => createJournalStore(world.db);
const refresh = () => world.handlers['journals.refresh']({ accountId: world.accountId });
const get = (id: string, fresh = false) =>
  world.handlers['journals.get']({ accountId: world.accountId, id, fresh });
const withdrawAll = () =>
  play({
    journals: directoryWorld.journals.map((one) => ({ ...one, admin: { ...one.admin, in_doaj: false } })),
  });

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`fetches the account's journals by name, without a key (${dialect})`, async () => {
    world = await openForTest({ directory: directory.directory, dialect });
    expect(await world.handlers['journals.list']({ accountId: world.accountId })).toEqual({
      journals: [],
      fetchedAt: null,
    });
    const { journals, fetchedAt } = await world.handlers['journals.refresh']({ accountId: world.accountId });
    expect(journals).toEqual([
      {
        id: 'j1',
        title: 'Journal j1',
        publisher: 'Press',
        pissn: '1234-5679',
        eissn: '2345-6787',
        inDirectory: true,
        mine: true,
      },
    ]);
    expect(fetchedAt).not.toBeNull();
    expect(world.received.map(({ name }) => name)).toContain('journals.changed');
    await world.when(() => rechecks() === 1);
  });
}

test('a journal that search no longer shows is kept as withdrawn', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  await withdrawAll();
  expect((await refresh()).journals).toMatchObject([{ id: 'j1', inDirectory: false, mine: true }]);
  expect(await get('j1')).toMatchObject({ journal: { inDirectory: false }, record: null });
  expect(stored().get(world.accountId, 'j1')).toMatchObject({ record: { bibjson: { title: 'Journal j1' } } });
  await play({});
  expect((await refresh()).journals).toMatchObject([{ id: 'j1', inDirectory: true, mine: true }]);
});

test('asks for the account name when it is unknown', async () => {
  world = await openForTest({ directory: directory.directory });
  await forgetName();
  const refresh = world.handlers['journals.refresh']({ accountId: world.accountId });
  await expect(refresh).rejects.toMatchObject({
    code: 'input',
    fix: saying('Enter the account name in Settings.'),
  });
});

test('without a connection the cached journals stay', async () => {
  world = await openForTest({ directory: directory.directory });
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  await directory.fault({ kind: 'drop_before', match: { path: 'search/journals' } });
  await expect(world.handlers['journals.refresh']({ accountId: world.accountId })).rejects.toMatchObject({
    code: 'offline',
  });
  expect((await world.handlers['journals.list']({ accountId: world.accountId })).journals).toHaveLength(1);
});

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`without the account's name, a key finds the journals that its applications are about (${dialect})`, async () => {
    await play({
      applications: [
        application('a1', { pissn: '1234-5679', eissn: '2345-6787' }),
        application('a2', { pissn: '9999-9994' }, 'pending'),
      ],
    });
    world = await openForTest({ directory: directory.directory, dialect, key: goodKey });
    await forgetName();
    const { journals, isPartial } = await refresh();
    expect(journals).toMatchObject([{ id: 'j1', title: 'Journal j1', mine: true }]);
    expect(isPartial).toBe(true);
    // The list may be incomplete, so no article is held back because of a journal missing from it.
    expect(stored().cards(world.accountId)).toBeNull();
    expect(await asked()).toHaveLength(2);
  });
}

test('without the account’s name, cached journals are looked up and not taken for withdrawn', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  await refresh();
  await forgetName();
  expect((await refresh()).journals).toMatchObject([{ id: 'j1', inDirectory: true, mine: true }]);
});

test('a journal that is now found under another name belongs to somebody else', async () => {
  world = await openForTest({ directory: directory.directory });
  await refresh();
  await play({
    journals: directoryWorld.journals.map((one) => ({ ...one, admin: { ...one.admin, owner: 'pub2' } })),
  });
  expect((await refresh()).journals).toMatchObject([{ id: 'j1', inDirectory: true, mine: false }]);
});

test('a rejected application does not make somebody else’s journal one’s own', async () => {
  await play({
    applications: [
      application('a1', { eissn: '4567-8901' }, 'rejected'),
      application('a2', { pissn: '1234-5679' }),
    ],
  });
  world = await openForTest({ directory: directory.directory, key: goodKey });
  expect((await refresh()).journals.map(({ id }) => id)).toEqual(['j1']);
  expect(await asked()).toHaveLength(2);
});

test('a journal that its name does not show is not one’s own because of an earlier application', async () => {
  await play({ applications: [application('a1', { eissn: '4567-8901' }, 'accepted')] });
  world = await openForTest({ directory: directory.directory, key: goodKey });
  expect((await refresh()).journals.map(({ id }) => id)).toEqual(['j1']);
});

test('journals are found by name although the key is refused', async () => {
  world = await openForTest({ directory: directory.directory, key: 'ffffffffffffffffffffffffffffffff' });
  expect((await refresh()).journals).toHaveLength(1);
  await forgetName();
  await expect(refresh()).rejects.toMatchObject({ code: 'key_refused' });
});

test('a cached journal is shown in full offline with its age, and refreshed on request', async () => {
  world = await openForTest({ directory: directory.directory });
  const { fetchedAt } = await refresh();
  const before = (await asked()).length;
  expect(await get('j1')).toMatchObject({ fetchedAt, record: { bibjson: { title: 'Journal j1' } } });
  expect(await asked()).toHaveLength(before);
  const renamed = { ...directoryWorld.journals[0]! };
  await play({ journals: [{ ...renamed, bibjson: { ...renamed.bibjson, title: 'New name' } }] });
  expect((await get('j1')).journal.title).toBe('Journal j1');
  const fresh = await get('j1', true);
  expect(fresh).toMatchObject({ journal: { title: 'New name', mine: true, inDirectory: true } });
  expect(fresh.record).toMatchObject({ es_type: 'journal', bibjson: { title: 'New name' } });
  expect(stored().cards(world.accountId)).toMatchObject([{ title: 'New name' }]);
  await world.when(() => rechecks() === 2);
  await directory.fault({ kind: 'drop_before', match: { path: 'journals/j1' } });
  await expect(get('j1', true)).rejects.toMatchObject({ code: 'offline' });
  expect((await get('j1')).journal.title).toBe('New name');
  await directory.clearFaults();
});

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`any journal is fetched when first viewed and is not counted as the account's own (${dialect})`, async () => {
    world = await openForTest({ directory: directory.directory, dialect });
    await refresh();
    const cards = stored().cards(world.accountId);
    await world.when(() => rechecks() === 1);
    const { journal, record } = await get('j3');
    expect(journal).toMatchObject({ id: 'j3', mine: false, eissn: '4567-8901', pissn: null });
    expect(record).toMatchObject({ id: 'j3' });
    const before = (await asked()).length;
    await get('j3');
    expect(await asked()).toHaveLength(before);
    expect(stored().cards(world.accountId)).toEqual(cards);
    expect(rechecks()).toBe(1);
    expect((await world.handlers['journals.list']({ accountId: world.accountId })).journals).toHaveLength(1);
    await refresh();
    expect(stored().get(world.accountId, 'j3')).toMatchObject({ isViewed: true });
  });
}

test('a journal that the directory stopped showing is withdrawn, one that it never showed is unknown', async () => {
  world = await openForTest({ directory: directory.directory });
  await refresh();
  await withdrawAll();
  expect(await get('j1', true)).toMatchObject({ journal: { id: 'j1', inDirectory: false }, record: null });
  expect(stored().cards(world.accountId)).toMatchObject([{ id: 'j1', inDirectory: false }]);
  await expect(get('nothing')).rejects.toMatchObject({
    code: 'not_found',
    problem: saying('The directory does not show this journal.'),
  });
});

test('a journal’s drafts are counted under the key of their filtered list', async () => {
  world = await openForTest({ directory: directory.directory });
  await refresh();
  world.addDrafts([article(1), article(2, { issns: ['', '2345-6787'] }), article(3, { title: '' })]);
  world.addDrafts([article(4, { issns: ['', '4567-8901'] })]);
  const { drafts } = await get('j1');
  const filter = { journal: [drafts.key], trashed: false };
  const { total } = await world.handlers['drafts.facets']({ accountId: world.accountId, filter });
  expect(drafts).toEqual({
    total: 3,
    ready: 2,
    warnings: 1,
    undecided: 0,
    incomplete: 1,
    sent: 0,
    changed: 0,
    refused: 0,
    key: '1234-5679/2345-6787',
  });
  expect(total).toBe(3);
  expect((await get('j3')).drafts).toMatchObject({ total: 1, key: '/4567-8901' });
});

test('each count of a journal’s drafts is the length of the list that it opens', async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  await refresh();
  const ids = world.addDrafts([
    article(1),
    article(2, { keywords: ['water', 'water'] }),
    article(3, { author: [{ name: 'A', orcid_id: 'x' }] }),
    article(4),
  ]);
  const { id } = await world.send([ids[0]!, ids[1]!]);
  await world.until(id, ({ state }) => state === 'done');
  await world.editDraft(ids[1]!, article(2, { keywords: ['soil', 'soil'] }));
  const { key, ...counts } = (await get('j1')).drafts;
  expect(counts).toEqual({
    total: 4,
    ready: 2,
    warnings: 1,
    undecided: 0,
    incomplete: 1,
    sent: 1,
    changed: 1,
    refused: 0,
  });
  for (const name of draftCounts) {
    const { total } = await world.list({ ...draftCountFilters[name], journal: [key] });
    expect(total, name).toBe(counts[name]);
  }
});

test('journals are found by ISSN in any form and by words of the title', async () => {
  world = await openForTest({ directory: directory.directory });
  await refresh();
  const find = (text: string) => world.handlers['journals.find']({ accountId: world.accountId, text });
  expect(await find('ISSN 12345679')).toMatchObject({ total: 1, journals: [{ id: 'j1', mine: true }] });
  expect(await find('j3 journal')).toMatchObject({ total: 1, journals: [{ id: 'j3', mine: false }] });
  expect((await find('Journal')).total).toBe(2);
  expect((await find('what? "is": title:this* /or/ that~')).total).toBe(0);
  await expect(find('?*')).rejects.toMatchObject({ code: 'input' });
});
