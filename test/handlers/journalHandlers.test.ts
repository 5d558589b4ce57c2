import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openQueueWorld, type QueueWorld, testAccount } from '../helpers/queueWorld.ts';
import {
  world as directoryWorld,
  goodKey,
  startTestDirectory,
  type TestDirectory,
} from '../helpers/testDirectory.ts';

let directory: TestDirectory;
let world: QueueWorld;
beforeAll(async () => {
  directory = await startTestDirectory();
});
afterAll(() => directory.stop());
beforeEach(() => directory.reset());
afterEach(async () => {
  await world.close();
  world.remove();
});

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`fetches the account's journals by its name, without a key (${dialect})`, async () => {
    world = openQueueWorld({ directory: directory.directory, dialect });
    expect(await world.handlers['journals.list']({ accountId: testAccount })).toEqual({
      journals: [],
      fetchedAt: null,
    });
    const { journals, fetchedAt } = await world.handlers['journals.refresh']({ accountId: testAccount });
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
    expect(world.heard.at(-1)).toMatchObject({ name: 'journals.changed' });
    expect(world.rechecked).toEqual([testAccount]);
  });
}

test('a journal that search does not show any more is kept, as withdrawn', async () => {
  world = openQueueWorld({ directory: directory.directory, key: goodKey });
  await world.handlers['journals.refresh']({ accountId: testAccount });
  const journals = directoryWorld.journals.map((journal) => ({
    ...journal,
    admin: { ...journal.admin, in_doaj: false },
  }));
  const response = await fetch(`${directory.origin}/_sandbox/world`, {
    method: 'POST',
    body: JSON.stringify({ ...directoryWorld, journals }),
  });
  expect(response.status).toBe(204);
  const after = await world.handlers['journals.refresh']({ accountId: testAccount });
  expect(after.journals).toMatchObject([{ id: 'j1', inDirectory: false, mine: true }]);
  await fetch(`${directory.origin}/_sandbox/world`, { method: 'POST', body: JSON.stringify(directoryWorld) });
});

test('asks for the account name where it is not known', async () => {
  world = openQueueWorld({ directory: directory.directory });
  world.accountStore.update(testAccount, { username: '' });
  const refresh = world.handlers['journals.refresh']({ accountId: testAccount });
  await expect(refresh).rejects.toMatchObject({
    code: 'input',
    fix: 'Fill in the account name in Settings.',
  });
});

test('without a connection the journals known before stay', async () => {
  world = openQueueWorld({ directory: directory.directory });
  await world.handlers['journals.refresh']({ accountId: testAccount });
  await directory.fault({ kind: 'drop_before', match: { path: 'search/journals' } });
  await expect(world.handlers['journals.refresh']({ accountId: testAccount })).rejects.toMatchObject({
    code: 'offline',
  });
  expect((await world.handlers['journals.list']({ accountId: testAccount })).journals).toHaveLength(1);
});
