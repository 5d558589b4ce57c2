import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { type DirectoryServices, openDirectoryServices } from '../helpers/directoryServices.ts';
import { article } from '../helpers/testDirectory.ts';

let services: DirectoryServices;
let other: string;

beforeAll(async () => {
  services = await openDirectoryServices();
  const base = services.directory.directory['4.0'];
  const account = { name: 'The real one', base, dialect: '4.0', rate: 2, username: 'pub2' } as const;
  other = (await services.handlers['accounts.create'](account)).id;
});

afterAll(() => services.end());

const everything = { filter: { trashed: false }, except: [] };

async function copy(selection: { ids: number[] } | typeof everything = everything) {
  const { accountId, handlers } = services;
  const { id, ...counts } = await handlers['edits.copyPreview']({ accountId, selection, to: other });
  return { counts, done: await handlers['edits.copy']({ preview: id }) };
}

async function draftsOf(accountId: string, trashed = false) {
  const sort = { by: 'title', direction: 'asc' } as const;
  const page = { accountId, filter: { trashed }, sort, offset: 0, limit: 100 };
  return (await services.handlers['drafts.list'](page)).rows;
}

const without = (record: DraftRecord, path: string) => setAt(record, path, []);

test('copies drafts as new ones that were never sent, checked against the other account, in one undo step', async () => {
  const ids = services.addDrafts([
    article(1),
    article(2),
    { ...article(3), id: 'an id of the directory' },
    // The same address as another draft.
    without(article(1), 'bibjson.identifier'),
    without(without(article(5, { title: 'No identifier' }), 'bibjson.identifier'), 'bibjson.link'),
  ]);
  const { id } = await services.send(ids.slice(0, 1));
  await services.until(id, ({ state }) => state === 'done');
  services.addDrafts([without(article(2), 'bibjson.link')], other);
  await services.handlers['journals.refresh']({ accountId: services.accountId });
  await services.handlers['journals.refresh']({ accountId: other });

  const { counts, done } = await copy();
  expect(counts).toEqual({ selected: 5, fresh: 3, known: 2, tooLarge: 0, unreadable: 0 });
  expect(done).toMatchObject({ copied: 3, known: 0, tooLarge: 0, isCancelled: false });

  const copies = await draftsOf(other);
  expect(copies.map(({ title }) => title)).toEqual(['Article 1', 'Article 2', 'Article 3', 'No identifier']);
  const [first, , third] = await services.drafts(copies.map((row) => row.id));
  expect(first).toMatchObject({
    sync: 'never',
    remoteId: null,
    sentAt: null,
    sentKeys: null,
    importId: null,
  });
  // Its journal belongs to the first account.
  expect(first!.errors).toBeGreaterThan(0);
  expect((await services.draft(ids[0]!)).errors).toBe(0);
  expect(third!.record).not.toHaveProperty('id');
  const found = { accountId: other, filter: { text: 'Article 3', trashed: false } };
  const sort = { by: 'title', direction: 'asc' } as const;
  const search = await services.handlers['drafts.list']({ ...found, sort, offset: 0, limit: 10 });
  expect(search.total).toBe(1);

  expect(await copy()).toMatchObject({ counts: { fresh: 1, known: 4 } });
  const steps = await services.handlers['undo.list']({ accountId: other });
  expect(steps.map(({ kind, total }) => [kind, total])).toEqual([
    ['copyDrafts', 1],
    ['copyDrafts', 3],
  ]);
  for (const step of steps) await services.handlers['undo.take']({ id: step.id });
  await services.when(async () => (await draftsOf(other)).length === 1);
  expect(await draftsOf(services.accountId)).toHaveLength(5);
});

test('copies every draft of several orders that another thread may compute ahead', async () => {
  const ids = services.addDrafts(Array.from({ length: 1_300 }, (_, n) => article(n + 1_000)));
  const { counts, done } = await copy({ ids });
  expect(counts).toMatchObject({ selected: 1_300, fresh: 1_300 });
  expect(done).toMatchObject({ copied: 1_300, known: 0 });
});
