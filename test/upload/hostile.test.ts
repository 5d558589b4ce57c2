import { expect, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { asking, removeAccountNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';

const directory = directoryForFile();

function open(options: Partial<TestServicesOptions> = {}) {
  return openForTest({ directory: directory.directory, key: goodKey, ...options });
}

const send = (world: TestServices, ids: number[]) => world.send(ids);
const articles = (count: number) => Array.from({ length: count }, (_, n) => article(n));
const isDone = ({ state }: Upload) => state === 'done';
const day = 24 * 3_600_000;
const ofTickets = { method: 'GET', path: 'bulk' };

test('when two windows press Send at once, one sends and the other learns why it does not', async () => {
  const world = await open();
  const ids = world.addDrafts(articles(5));
  const [first, second] = await Promise.allSettled([send(world, ids), send(world, ids)]);
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { code: 'state', why: saying(t('queue.held.inQueue')) },
  });
  expect(first.status).toBe('fulfilled');
  const uploads = await world.handlers['uploads.list']({});
  expect(uploads).toHaveLength(1);
  expect((await world.until(uploads[0]!.id, isDone)).counts.created).toBe(5);
  expect(await directory.articles()).toHaveLength(5);
});

test('when two windows send overlapping drafts at once, the later one names those it leaves out', async () => {
  const world = await open();
  const ids = world.addDrafts(articles(6));
  const [first, second] = await Promise.all([send(world, ids.slice(0, 4)), send(world, ids.slice(2))]);
  const { text } = await world.handlers['uploads.export']({ id: second.id, format: 'json' });
  const explanations = (JSON.parse(text).records as { explanation: string }[]).map((one) => one.explanation);
  expect(explanations.filter((one) => one === t('queue.held.inQueue'))).toHaveLength(2);
  const ends = [await world.until(first.id, isDone), await world.until(second.id, isDone)];
  expect(ends.map(({ counts }) => counts.created)).toEqual([4, 2]);
});

test('a ticket that never closes is given up in time although the clock was set back by a day', async () => {
  let behind = 0;
  const clock = { ...systemClock, now: () => Date.now() - behind };
  const world = await open({ clock, dialect: '4.0', pace: { ticketTimeout: 150 } });
  await directory.fault({ kind: 'wrong_json', body: { status: 'pending' }, match: ofTickets });
  const { id } = await send(world, world.addDrafts(articles(3)));
  await world.until(id, ({ counts }) => counts.accepted === 3);
  behind = day;
  expect((await world.until(id, isDone)).counts.created).toBe(3);
});

test('a ticket whose counts do not fit is not believed: the records are looked up', async () => {
  const world = await open({ dialect: '4.0' });
  const tally = { imported: 1, failed: 0, update: 0, new: 1 };
  await directory.fault([
    { kind: 'status', status: 202, body: { upload_id: 'lost' }, match: { method: 'POST', times: 1 } },
    { kind: 'wrong_json', body: { status: 'processed', results: tally }, match: { ...ofTickets, times: 1 } },
  ]);
  const { id } = await send(world, world.addDrafts(articles(3)));
  const ended = await world.until(id, (upload) => isDone(upload) && upload.idsMissing === 0);
  expect(ended.counts.created).toBe(3);
  expect((await world.items(id)).every((one) => one.remoteId)).toBe(true);
});

test.each([
  ['fewer', [{ id: 'a' }]],
  ['more', [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]],
  ['the same for all', [{ id: 'a' }, { id: 'a' }, { id: 'a' }]],
])('a response with %s ids is not believed: the records are looked up', async (_name, body) => {
  const world = await open();
  await directory.fault({
    kind: 'wrong_json',
    status: 201,
    body,
    match: { method: 'POST', path: 'articles', times: 1 },
  });
  const { id } = await send(world, world.addDrafts(articles(3)));
  expect((await world.until(id, isDone)).counts.created).toBe(3);
  const there = (await directory.articles()).map((one) => one.id).sort();
  const items = await world.items(id);
  expect(items.map((one) => one.remoteId).sort()).toEqual(there);
});

test('removing an account while it plans and sends leaves nothing of it behind', async () => {
  const world = await open({ batchBytes: 2_000 });
  const ids = world.addDrafts(articles(30));
  await directory.fault({ kind: 'slow', ms: 60, match: {} });
  const { id } = await send(world, ids.slice(0, 20));
  await world.until(id, ({ counts }) => counts.sending > 0);
  const late = Promise.allSettled([world.plan(ids.slice(20), { look: true }), send(world, ids.slice(20))]);
  await removeAccountNow(asking(world.handlers), world.accountId, true);
  for (const one of await late)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { code: expect.stringMatching(/not_found|cancelled|state|key_missing/) },
    });
  for (const table of ['uploads', 'upload_items', 'drafts', 'requests'])
    expect(world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
});

test('the address cannot change while the outcome of a cancelled upload is open', async () => {
  const world = await open({ dialect: '4.0', pace: { poll: { first: 40, longest: 40 } } });
  await directory.fault({ kind: 'wrong_json', body: { status: 'pending' }, match: ofTickets });
  const { id } = await send(world, world.addDrafts(articles(3)));
  await world.until(id, ({ counts }) => counts.accepted === 3);
  await world.handlers['uploads.cancel']({ id });
  const move = () => world.handlers['accounts.update']({ id: world.accountId, dialect: '3.0.1' });
  await expect(move()).rejects.toMatchObject({ code: 'state' });
  await directory.clearFaults();
  await world.until(id, ({ counts }) => counts.accepted === 0);
  await expect(move()).resolves.toMatchObject({ dialect: '3.0.1' });
});

test('smaller batches chosen during an upload apply to the remaining records', async () => {
  const world = await open({ limits: { perSecond: 10_000, burst: 1_000 } });
  await world.handlers['app.changeSettings']({ batchBytes: 100_000 });
  await directory.fault({ kind: 'slow', ms: 40, match: { method: 'POST', path: 'articles' } });
  const { id } = await send(
    world,
    world.addDrafts(Array.from({ length: 12 }, (_, n) => article(n, { bytes: 40_000 }))),
  );
  await world.until(id, ({ counts }) => counts.sending === 2);
  await world.handlers['app.changeSettings']({ batchBytes: 50_000 });
  const sizes = new Set<number>();
  await world.until(id, (upload) => {
    if (upload.counts.created > 2) sizes.add(upload.counts.sending);
    return isDone(upload);
  });
  expect([...sizes].every((size) => size <= 1)).toBe(true);
  expect(await directory.articles()).toHaveLength(12);
});
