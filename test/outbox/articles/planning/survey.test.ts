import { expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { openForTest } from '../../../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory } from '../../../helpers/testDirectory.ts';
import type { TestServices } from '../../../helpers/testServices.ts';
import { textOf } from '../../../helpers/textOf.ts';

const nowhere = { '3.0.1': 'http://127.0.0.1:9/api/v3/', '4.0': 'http://127.0.0.1:9/api/v4/' };
let world: TestServices;

/** Drafts of an existing directory, all of them sent. */
async function openWithSent(dialect: Dialect, records: DraftRecord[]): Promise<number[]> {
  const directory = await startTestDirectory();
  onTestFinished(() => directory.stop());
  world = await openForTest({ directory: directory.directory, key: goodKey, dialect });
  const ids = world.addDrafts(records);
  const { id } = await world.send(ids);
  await world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  return ids;
}

const both = (doi: number, url: number) =>
  article(doi, { link: [{ type: 'fulltext', url: `https://j1.example.org/article/${url}` }] });

test('holds back invalid records with the field and the reason', async () => {
  world = await openForTest({ directory: nowhere, key: goodKey });
  const ids = world.addDrafts([
    article(1),
    article(2, { title: null }),
    article(3, { identifier: [{ type: 'pissn', id: '1234-5679' }], link: [] }),
    article(1, { title: 'The same again' }),
    both(5, 1),
  ]);
  const found = await world.plan(ids);
  expect(found).toMatchObject({ selected: 5, fresh: 1, toSend: 1 });
  expect(found.heldBackCounts).toEqual({
    'hard-to-find': 1,
    'no-identifier': 1,
    'duplicate-in-selection': 2,
  });
  const [noTitle, noIdentifier, sameDoi, sameUrl] = found.heldBack;
  expect(noTitle).toMatchObject({ draftId: ids[1], path: 'bibjson.title' });
  expect(noIdentifier).toMatchObject({ draftId: ids[2], path: 'bibjson.link', reason: 'no-identifier' });
  expect(sameDoi).toMatchObject({ draftId: ids[3], path: 'bibjson.identifier' });
  expect(textOf(sameDoi?.message)).toContain('“Article 1”');
  expect(sameUrl).toMatchObject({ draftId: ids[4], path: 'bibjson.link' });
});

test('a record that the directory would refuse is held back with our finding', async () => {
  world = await openForTest({ directory: nowhere, key: goodKey });
  const [id] = world.addDrafts([article(1, { author: [{ name: 'A', orcid_id: 'x' }] })]);
  const found = await world.plan([id!]);
  expect(found.heldBack[0]).toMatchObject({ reason: 'errors', path: 'bibjson.author[0].orcid_id' });
  expect(found).toMatchObject({ toSend: 0, batches: 0, requests: 0, seconds: 0, bytes: 0 });
});

test('a record that readers could hardly find is held back until the user wants to send it', async () => {
  const directory = await startTestDirectory();
  onTestFinished(() => directory.stop());
  world = await openForTest({ directory: directory.directory, key: goodKey });
  const ids = world.addDrafts([
    article(1),
    article(2, { title: '' }),
    article(3, { year: '24' }),
    article(4, { year: '20245' }),
    article(5, { title: 'ALL IN CAPITAL LETTERS' }),
  ]);
  expect(await world.plan(ids)).toMatchObject({
    toSend: 2,
    withWarnings: 1,
    hardToFind: 3,
    heldBackCounts: { 'hard-to-find': 3 },
    heldBack: [
      { draftId: ids[1], reason: 'hard-to-find', path: 'bibjson.title' },
      { draftId: ids[2], reason: 'hard-to-find', path: 'bibjson.year' },
      { draftId: ids[3], reason: 'hard-to-find', path: 'bibjson.year' },
    ],
  });
  const included = await world.plan(ids, { includeHardToFind: true });
  expect(included).toMatchObject({ toSend: 5, withWarnings: 4, hardToFind: 3, heldBack: [] });
  const { id } = await world.send(ids);
  await world.until(id, ({ state }) => state === 'done');
  expect((await directory.articles()).map(({ bibjson }) => bibjson.title)).toEqual([
    'Article 1',
    'ALL IN CAPITAL LETTERS',
  ]);
});

test('3.0.1 overwrites by either identifier; two different matches are held back', async () => {
  await openWithSent('3.0.1', [article(1), article(2)]);
  const [newUrl, mixed] = world.addDrafts([both(1, 9), both(1, 2)]);
  expect(await world.plan([newUrl!])).toMatchObject({ overwriting: 1, fresh: 0, toSend: 1 });
  const found = await world.plan([mixed!]);
  expect(found).toMatchObject({ toSend: 0, heldBackCounts: { 'two-records': 1 } });
  expect(textOf(found.heldBack[0]?.message)).toContain('two different articles');
});

test('4.0 refuses a change of one identifier alone: held back before it is sent', async () => {
  const [id] = await openWithSent('4.0', [article(1)]);
  await world.editDraft(id!, both(1, 7));
  expect((await world.plan([id!])).heldBack[0]).toMatchObject({
    reason: 'would-be-refused',
    path: 'bibjson.link',
  });
  await world.editDraft(id!, both(7, 1));
  expect((await world.plan([id!])).heldBack[0]).toMatchObject({
    reason: 'would-be-refused',
    path: 'bibjson.identifier',
  });
  await world.editDraft(id!, article(1, { title: 'Only the title' }));
  expect(await world.plan([id!])).toMatchObject({ overwriting: 1, toSend: 1 });
});

test('counts batches, requests, bytes and time, in 4.0 including the polls of the outcome', async () => {
  const limits = { perSecond: 2, burst: 5 };
  world = await openForTest({ directory: nowhere, key: goodKey, limits, batchBytes: 60_000 });
  const ids = world.addDrafts(Array.from({ length: 241 }, (_, n) => article(n, { bytes: 2_400 })));
  const found = await world.plan(ids);
  expect(found).toMatchObject({ toSend: 241, batches: 11, requests: 11 });
  expect(found.bytes).toBeGreaterThan(241 * 2_400);
  expect(found.seconds).toBeCloseTo((11 - 4.7) / 2, 1);
  await world.handlers['accounts.update']({ id: world.accountId, dialect: '4.0' });
  const later = await world.plan(ids);
  expect(later.batches).toBe(11);
  expect(later.requests).toBeGreaterThan(11 + 10);
});

test('counts the stored bytes of drafts without reading their records', async () => {
  world = await openForTest({ directory: nowhere, key: goodKey });
  const ids = world.addDrafts([article(1), article(2)]);
  const stored = await world.plan(ids);
  expect(stored.bytes).toBeGreaterThan(400);
  world.db.exec('UPDATE drafts SET wire_bytes = 5000');
  expect((await world.plan(ids)).bytes).toBe(2 * 5000 + 3);
});

test('lists the values that will be lost, most frequent first, apart from those that the directory fills in', async () => {
  world = await openForTest({ directory: nowhere, key: goodKey });
  const withEmail = (n: number) =>
    article(n, {
      author: [
        { name: 'A', email: 'a@example.org' },
        { name: 'B', email: 'b@example.org' },
      ],
    });
  const journal = { volume: '1', title: 'A journal', publisher: 'A publisher' };
  const records = [
    withEmail(1),
    withEmail(2),
    { ...article(3), id: 'x' },
    article(4, { journal, keywords: [''], section: 'Letters' }),
  ];
  const { ignored, filledIn } = await world.plan(world.addDrafts(records));
  expect(ignored).toEqual({
    count: 5,
    fields: [
      { path: 'bibjson.author[].email', count: 4 },
      { path: 'bibjson.section', count: 1 },
    ],
  });
  // The id of the record, and the title and publisher of the journal.
  expect(filledIn).toBe(3);
});

test('the exact request of a record is the one that is sent, without the key', async () => {
  world = await openForTest({ directory: nowhere, key: goodKey });
  const sent = article(1, { abstract: 'Some' });
  const record = { ...sent, created_date: '2020-01-01' };
  const [id] = world.addDrafts([record]);
  expect(await world.handlers['uploads.payload']({ draftId: id! })).toEqual({
    method: 'POST',
    address: 'http://127.0.0.1:9/api/v3/articles',
    body: sent,
  });
});
