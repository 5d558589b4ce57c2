import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { Keychain } from '../../src/main/platform/secrets/keychain.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import type { Upload } from '../../src/shared/upload/upload.ts';
import { asking, retryNow, sendNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { longWaits, openInWait } from '../helpers/longWaits.ts';
import { closedAfterTest, openForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { article, foreignArticle, goodKey, otherKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = directoryForFile();

function open(options: Partial<TestServicesOptions> = {}) {
  return openForTest({ directory: directory.directory, key: goodKey, ...options });
}

const send = (world: TestServices, ids: number[], includeUnchanged = false) =>
  world.send(ids, { includeUnchanged });

const isOver = (upload: { state: string }) => upload.state === 'done';

test('an upload whose drafts could not all be stored is cancelled once there is room, and they can be sent', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), article(2), article(3)]);
  const full = (table: string) =>
    `CREATE TRIGGER full_${table} BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, 'full'); END`;
  // Its items do not fit, and after them nothing does.
  world.db.exec(`CREATE TRIGGER full_items BEFORE INSERT ON upload_items WHEN new.position > 1
    BEGIN SELECT RAISE(ABORT, 'full'); END; ${full('uploads')}`);
  await expect(send(world, ids)).rejects.toThrow();
  const states = async () => (await world.handlers['uploads.list']({})).map(({ state }) => state);
  expect(await states()).toEqual(['reading']);
  world.db.exec('DROP TRIGGER full_items; DROP TRIGGER full_uploads');
  await world.when(async () => (await states()).join() === 'cancelled');
  const { id } = await send(world, ids);
  expect((await world.until(id, isOver)).counts).toMatchObject({ created: 3 });
}, 60_000);

/** Sends run one at a time, however long the directory takes for each. */
const slow = (ms: number) => ({ kind: 'slow', ms, match: { method: 'POST', path: 'articles' } });

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`bad records among many are isolated by halving, and none stops the others (${dialect})`, async () => {
    const world = await open({ dialect, batchBytes: 20_000 });
    const bad = new Set([0, 13, 14, 77, 119]);
    const ids = world.addDrafts(
      Array.from({ length: 120 }, (_, n) => (bad.has(n) ? foreignArticle(n) : article(n))),
    );
    const { id } = await send(world, ids);
    const upload = await world.until(id, isOver);
    expect(upload.counts).toMatchObject({ refused: 5, created: 115, failed: 0 });
    const items = await world.items(id, ['refused']);
    expect(items.map((item) => item.position - 1)).toEqual([...bad]);
    for (const item of items) {
      expect(item.refusal?.words).toContain('It is not possible to create an article for this journal');
      expect(item.refusal?.reference).not.toBe('');
      expect(item.attempts).toBe(1);
    }
    expect(await directory.articles()).toHaveLength(115);
  });
}

test('continues with other batches while one is halved', async () => {
  const world = await open({ batchBytes: 8_000 });
  const ids = world.addDrafts(
    Array.from({ length: 40 }, (_, n) => (n === 3 ? foreignArticle(n) : article(n))),
  );
  const { id } = await send(world, ids);
  await world.handlers['uploads.pause']({ id });
  await world.handlers['uploads.resume']({ id });
  await world.until(id, isOver);
  const sizes = (await world.attempts(id)).map((one) => one.records);
  // The refused batch first, then its halves recursively, and never a batch that mixes them with others.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(40);
  expect(Math.max(...sizes)).toBe(sizes[0]);
});

test('4.0: a record with an ISSN that the directory calls foreign goes alone at once, those around it together', async () => {
  const world = await open({ dialect: '4.0' });
  const ids = world.addDrafts(
    Array.from({ length: 40 }, (_, n) => (n === 3 ? foreignArticle(n) : article(n))),
  );
  const { id } = await send(world, ids);
  await world.until(id, (upload) => isOver(upload) && upload.idsMissing === 0);
  const posts = (await world.attempts(id)).filter((one) => one.method === 'POST');
  expect(posts.map((one) => one.records).sort((a, b) => b - a)).toEqual([40, 36, 3, 1]);
});

test('pause acts at once: the running request ends, nothing new is sent', async () => {
  await directory.fault(slow(80));
  const world = await open({ batchBytes: 2_000 });
  const ids = world.addDrafts(Array.from({ length: 30 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  await world.until(id, (upload) => upload.counts.created > 0 && upload.counts.sending > 0);
  const paused = await world.handlers['uploads.pause']({ id });
  expect(paused).toMatchObject({ state: 'paused', pausedBy: 'person', rate: null });
  const settled = await world.until(id, (upload) => upload.counts.sending === 0);
  const requests = settled.requests;
  expect(settled.counts.queued).toBeGreaterThan(0);
  await directory.clearFaults();
  // The waiting upload does not delay another upload of the account.
  const other = await send(world, world.addDrafts([article(500)]));
  await world.until(other.id, isOver);
  expect(await world.upload(id)).toMatchObject({ state: 'paused', requests, counts: settled.counts });
  await world.handlers['uploads.resume']({ id });
  expect((await world.until(id, isOver)).counts.created).toBe(30);
});

test.each(longWaits)('pause and cancel never wait: $name', async (wait) => {
  const { world, upload } = await openInWait(directory, wait);
  closedAfterTest(world);
  const { id } = upload;
  const at = performance.now();
  await world.handlers['uploads.pause']({ id });
  expect(
    world.received.some(
      (one) =>
        one.name === 'uploads.changed' && one.at >= at && (one.data as { state: string }).state === 'paused',
    ),
  ).toBe(true);
  await world.handlers['uploads.resume']({ id });
  await world.handlers['uploads.cancel']({ id });
  expect((await world.upload(id)).state).toBe('cancelled');
  expect((await world.handlers['accounts.limiter']({ id: world.accountId })).waiting).toBe(0);
});

test('cancel keeps what was sent and releases the other drafts', async () => {
  await directory.fault(slow(60));
  const world = await open({ batchBytes: 2_000 });
  const ids = world.addDrafts(Array.from({ length: 20 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  await world.until(id, (upload) => upload.counts.created > 0 && upload.counts.sending > 0);
  await world.handlers['uploads.cancel']({ id });
  const upload = await world.until(id, (one) => one.counts.sending === 0);
  expect(upload.state).toBe('cancelled');
  await directory.clearFaults();
  expect(await directory.articles()).toHaveLength(upload.counts.created);
  const syncs = (await world.drafts(ids)).map(({ sync }) => sync);
  expect(syncs.filter((sync) => sync === 'sent')).toHaveLength(upload.counts.created);
  expect(syncs.filter((sync) => sync === 'never')).toHaveLength(20 - upload.counts.created);
  await expect(world.handlers['uploads.resume']({ id })).rejects.toMatchObject({
    problem: saying(/not paused/),
  });
  await expect(world.handlers['uploads.cancel']({ id })).rejects.toMatchObject({
    problem: saying(/is finished/),
  });
  const again = await send(world, ids);
  expect(again.counts.total).toBe(20 - upload.counts.created);
  expect(again.skipped).toBe(upload.counts.created);
});

test('a cancelled upload still learns the outcome of what was sent', async () => {
  await directory.fault({ kind: 'drop_after', match: { method: 'POST', path: 'articles', times: 1 } });
  const world = await open({ dialect: '4.0', pace: { jobDelay: 300 } });
  const ids = world.addDrafts(Array.from({ length: 5 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  await world.until(id, (upload) => upload.counts.unsure === 5);
  await world.handlers['uploads.cancel']({ id });
  const upload = await world.until(id, (one) => one.counts.unsure === 0);
  expect(upload).toMatchObject({ state: 'cancelled', counts: { created: 5 } });
  expect((await world.drafts(ids)).map(({ sync }) => sync)).toEqual(Array(5).fill('sent'));
});

test('what did not arrive is sent again, or released if its upload was cancelled', async () => {
  const world = await open({ pace: { indexDelay: 300 } });
  for (const isCancelled of [true, false]) {
    const ids = world.addDrafts([article(isCancelled ? 1 : 2)]);
    await directory.fault({ kind: 'drop_before', match: { method: 'POST', path: 'articles', times: 1 } });
    const { id } = await send(world, ids);
    await world.until(id, (upload) => upload.counts.unsure === 1);
    if (isCancelled) await world.handlers['uploads.cancel']({ id });
    await world.until(id, (upload) => upload.counts.unsure === 0);
    const [draft] = await world.drafts(ids);
    if (isCancelled) expect(draft!.sync).toBe('never');
    else {
      expect(['queued', 'sent']).toContain(draft!.sync);
      expect((await world.until(id, isOver)).counts.created).toBe(1);
    }
  }
});

test('without a connection it waits without using up attempts, and continues automatically', async () => {
  let isGone = true;
  const world = await open({
    fetch: (address, init) =>
      isGone ? Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')) : fetch(address, init),
  });
  const ids = world.addDrafts([article(1), article(2)]);
  const { id } = await send(world, ids);
  const waiting = await world.until(id, (upload) => upload.pausedBy === 'offline');
  expect(waiting).toMatchObject({ state: 'paused', counts: { queued: 2 } });
  expect((await world.handlers['accounts.connection']({ id: world.accountId })).state).toBe('offline');
  await world.until(id, (upload) => upload.requests > 0);
  isGone = false;
  const upload = await world.until(id, isOver);
  expect(upload.counts.created).toBe(2);
  expect((await world.items(id)).map((item) => item.attempts)).toEqual([1, 1]);
  expect((await world.handlers['accounts.connection']({ id: world.accountId })).state).toBe('online');
});

test('the user can retry at once instead of waiting for the connection', async () => {
  let isGone = true;
  const world = await open({
    pace: { offline: { first: 600_000, longest: 600_000 } },
    fetch: (address, init) =>
      isGone ? Promise.reject(new Error('net::ERR_NAME_NOT_RESOLVED')) : fetch(address, init),
  });
  const { id } = await send(world, world.addDrafts([article(1)]));
  await world.until(id, (upload) => upload.pausedBy === 'offline');
  isGone = false;
  await world.handlers['uploads.resume']({ id });
  expect((await world.until(id, isOver)).counts.created).toBe(1);
});

test('maintenance of the directory is waited for with a message', async () => {
  await directory.maintenance(true);
  const world = await open({ batchBytes: 2_000 });
  const ids = world.addDrafts(Array.from({ length: 6 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  const waiting = await world.until(id, (upload) => upload.message !== null);
  expect(waiting).toMatchObject({ state: 'running', pausedBy: null });
  expect(textOf(waiting.message)).toContain('maintenance');
  await directory.maintenance(false);
  const upload = await world.until(id, isOver);
  expect(upload).toMatchObject({ message: null, counts: { created: 6 } });
});

test('a draft edited while queued is not sent until the edit is confirmed, nor if it has errors', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), article(2), article(3)]);
  await directory.maintenance(true);
  const { id } = await send(world, ids);
  await world.handlers['uploads.pause']({ id });
  await world.until(id, ({ state, counts }) => state === 'paused' && counts.queued === 3);
  await world.editDraft(ids[0]!, article(1, { title: 'The newest title' }));
  await world.editDraft(ids[1]!, { bibjson: { title: 'Nothing else' } });
  await directory.maintenance(false);
  await world.handlers['uploads.resume']({ id });
  const upload = await world.until(id, isOver);
  expect(upload.counts).toMatchObject({ created: 1, refused: 2 });
  const titles = async () => (await directory.articles()).map((one) => one.bibjson.title).sort();
  expect(await titles()).toEqual(['Article 3']);
  const [changed] = await world.items(id, ['refused']);
  expect(changed).toMatchObject({ draftId: ids[0], refusal: { code: 'changed-since-plan', status: null } });
  await retryNow(asking(world.handlers), { id, itemIds: [changed!.id] });
  await world.until(id, isOver);
  expect(await titles()).toEqual(['Article 3', 'The newest title']);
  const draft = await world.draft(ids[1]!);
  expect(draft).toMatchObject({ sync: 'refused', refusal: { status: null, words: '', uploadId: id } });
  expect(textOf(draft.refusal?.message)).not.toBe('');
});

test('refused records can be corrected and retried in the same upload', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), foreignArticle(2), foreignArticle(3)]);
  const { id } = await send(world, ids);
  await world.until(id, isOver);
  await world.editDraft(ids[1]!, article(2));
  const retried = await retryNow(asking(world.handlers), { id });
  expect(retried).toMatchObject({ state: 'running', finishedAt: null });
  const upload = await world.until(id, isOver);
  expect(upload.counts).toMatchObject({ created: 2, refused: 1 });
  expect(await world.draft(ids[1]!)).toMatchObject({ sync: 'sent', refusal: null });
  expect(await world.draft(ids[2]!)).toMatchObject({ sync: 'refused' });
  const [item] = await world.items(id, ['refused']);
  expect(item?.attempts).toBe(1);
  await expect(retryNow(asking(world.handlers), { id, itemIds: [] })).rejects.toMatchObject({
    problem: saying(/nothing to retry/),
  });
});

test('a record equal to what was sent is skipped unless requested, and then overwrites', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), article(2), article(3)]);
  await world.until((await send(world, ids)).id, isOver);
  await world.editDraft(ids[0]!, article(1, { title: 'Another title' }));
  const plan = await world.plan(ids);
  expect(plan).toMatchObject({ selected: 3, overwriting: 1, unchanged: 2, toSend: 1 });
  const changed = await world.until((await send(world, ids)).id, isOver);
  expect(changed).toMatchObject({ skipped: 2, counts: { overwrote: 1, total: 1 } });
  await expect(send(world, ids)).rejects.toMatchObject({ code: 'state' });
  const all = await world.until((await send(world, ids, true)).id, isOver);
  expect(all.counts.overwrote).toBe(3);
  expect(await directory.articles()).toHaveLength(3);
});

test('several uploads of an account run in turn, and a draft is never in two of them', async () => {
  const world = await open({ batchBytes: 2_000 });
  const ids = world.addDrafts(Array.from({ length: 12 }, (_, n) => article(n)));
  const [first, second] = await Promise.all([send(world, ids.slice(0, 6)), send(world, ids.slice(6))]);
  const plan = await world.plan(ids, { includeUnchanged: true });
  expect(plan.heldBackCounts['in-queue'] ?? 0).toBeGreaterThan(0);
  const done = [await world.until(first.id, isOver), await world.until(second.id, isOver)];
  expect(done.map((upload) => upload.counts.created)).toEqual([6, 6]);
  const inFlight = world.db.prepare('SELECT at, duration FROM requests ORDER BY id').all() as {
    at: string;
    duration: number;
  }[];
  expect(inFlight.length).toBeGreaterThan(2);
});

test('two accounts of one directory send at the same time, each with its own key', async () => {
  const world = await open({ limits: { perSecond: 1, burst: 1 } });
  const other = world.handlers['accounts.create'];
  const account = await other({
    name: 'Other',
    base: directory.directory['3.0.1'],
    dialect: '3.0.1',
    rate: 2,
    username: 'pub2',
  });
  await world.handlers['accounts.setKey']({ id: account.id, key: otherKey });
  const [mine] = world.addDrafts([article(1)]);
  const theirs = world.addDrafts([foreignArticle(2)], account.id);
  const a = await send(world, [mine!]);
  const b = await world.send(theirs, { accountId: account.id });
  expect((await world.until(a.id, isOver)).counts.created).toBe(1);
  expect((await world.until(b.id, isOver)).counts.created).toBe(1);
});

test('without a key nothing is queued, and a key that gets lost pauses with a message', async () => {
  const world = await open({ key: '', batchBytes: 2_000 });
  const ids = world.addDrafts([article(1)]);
  await expect(send(world, ids)).rejects.toMatchObject({ code: 'key_missing' });
  expect((await world.draft(ids[0]!)).sync).toBe('never');
  await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  await directory.fault(slow(50));
  const many = world.addDrafts(Array.from({ length: 6 }, (_, n) => article(10 + n)));
  const { id } = await send(world, [...ids, ...many]);
  await world.handlers['accounts.removeKey']({ id: world.accountId });
  const upload = await world.until(id, (one) => one.state === 'paused');
  expect(upload).toMatchObject({ pausedBy: 'key' });
  expect(textOf(upload.message)).toContain('key is missing');
});

test('continues after a stop in the middle of a request, with nothing lost and nothing stored twice', async () => {
  await directory.fault(slow(100));
  const world = await open({ batchBytes: 2_000 });
  const ids = world.addDrafts(Array.from({ length: 12 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  await world.until(id, (upload) => upload.counts.created > 0 && upload.counts.sending > 0);
  await world.close();
  await directory.clearFaults();
  const next = await openForTest({
    directory: directory.directory,
    key: goodKey,
    folder: world.folder,
    batchBytes: 2_000,
  });
  expect((await next.upload(id)).state).toBe('running');
  const upload = await next.until(id, isOver);
  expect(upload.counts.created + upload.counts.overwrote).toBe(12);
  const stored = await directory.articles();
  expect(new Set(stored.map((one) => one.bibjson.title)).size).toBe(12);
  expect(stored).toHaveLength(12);
});

test('stopping waits for the running request', async () => {
  await directory.fault(slow(80));
  const world = await open({ graceMs: 5_000 });
  const { id } = await send(world, world.addDrafts([article(1), article(2)]));
  await world.until(id, (upload) => upload.counts.sending === 2);
  await world.close();
  const { folder } = world;
  const next = await openForTest({ directory: directory.directory, folder, isStarted: false });
  expect((await next.upload(id)).counts.created).toBe(2);
});

test('reports progress at most at the requested rate, with the counts of the rows', async () => {
  const world = await open({ batchBytes: 2_000, pace: { progress: 100 } });
  const ids = world.addDrafts(Array.from({ length: 60 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  const upload = await world.until(id, isOver);
  const changes = world.received.filter((one) => one.name === 'uploads.changed');
  const events = changes.map((one) => one.data as typeof upload);
  const states = events.map((one) => one.state).filter((state, n, all) => state !== all[n - 1]);
  expect(states).toEqual(['reading', 'ready', 'running', 'done']);
  const passed = changes.at(-1)!.at - changes[0]!.at;
  expect(events.length).toBeLessThanOrEqual(8 + passed / 100);
  expect(upload.counts).toEqual({
    total: 60,
    queued: 0,
    sending: 0,
    accepted: 0,
    unsure: 0,
    created: 60,
    overwrote: 0,
    stored: 0,
    refused: 0,
    failed: 0,
  });
  expect(upload).toMatchObject({ rate: null, secondsLeft: null, limiter: null, halving: false });
});

test('estimates the remaining time after five records, including the rate limit', async () => {
  await directory.fault(slow(20));
  const world = await open({ batchBytes: 4_000, limits: { perSecond: 20, burst: 2 } });
  const ids = world.addDrafts(Array.from({ length: 60 }, (_, n) => article(n)));
  const { id } = await send(world, ids);
  await world.until(id, isOver);
  const events = world.received
    .filter((one) => one.name === 'uploads.changed')
    .map((one) => one.data as Upload);
  for (const event of events) {
    const done = event.counts.created;
    if (done < 5 || event.state !== 'running') expect(event.secondsLeft).toBeNull();
  }
  expect(events.some((event) => event.secondsLeft !== null && event.rate !== null)).toBe(true);
});

test('no key is written anywhere: database, log, exports, events', async () => {
  await directory.fault({
    kind: 'status',
    status: 400,
    body: { error: `Bad key ${goodKey} at ?api_key=${goodKey}` },
    match: { method: 'POST', regex: '/articles\\?', times: 1 },
  });
  await directory.fault({ kind: 'status', status: 500, match: { method: 'POST', path: 'bulk', times: 1 } });
  const world = await open({ dialect: '4.0' });
  const one = await send(world, world.addDrafts([article(1)]));
  await world.until(one.id, isOver);
  const many = await send(world, world.addDrafts([article(2), article(3)]));
  await world.until(many.id, (upload) => isOver(upload) && upload.idsMissing === 0);
  const exported = await Promise.all([
    world.handlers['uploads.export']({ id: one.id, format: 'csv' }),
    world.handlers['uploads.export']({ id: one.id, format: 'json' }),
  ]);
  const answers = JSON.stringify([
    world.received,
    exported,
    await world.handlers['uploads.list']({}),
    await world.attempts(one.id),
  ]);
  expect(answers).not.toContain(goodKey);
  expect(answers).toContain('[key]');
  world.db.pragma('wal_checkpoint(TRUNCATE)');
  for (const name of readdirSync(world.folder)) {
    expect(readFileSync(join(world.folder, name)).includes(goodKey), name).toBe(false);
  }
});

test('exports the result with directory ids and messages, safe for spreadsheets', async () => {
  const world = await open();
  const ids = world.addDrafts([
    article(1, { title: '=cmd|"x"' }),
    foreignArticle(2),
    { bibjson: { title: 'No identifier' } },
  ]);
  const { id } = await send(world, ids);
  await world.until(id, isOver);
  const { text: csv, type } = await world.handlers['uploads.export']({ id, format: 'csv' });
  expect(type).toBe('text/csv');
  const [head, first, second, third] = csv.slice(1).trim().split('\r\n');
  expect(head).toContain('Directory id');
  expect(first).toContain(`"'=cmd|""x"""`);
  expect(first).toContain((await world.draft(ids[0]!)).remoteId!);
  expect(first).toContain('articles.json, record 1');
  expect(second).toContain('refused');
  expect(third).toContain('held back');
  const { text } = await world.handlers['uploads.export']({ id, format: 'json' });
  expect(JSON.parse(text).records).toHaveLength(3);
});

test('a response that cannot be stored pauses the upload with a message; resumed, the record is looked up', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), article(2)]);
  world.db.exec(
    `CREATE TRIGGER broken BEFORE UPDATE ON upload_items WHEN new.state = 'done' BEGIN SELECT raise(ABORT, 'disk'); END`,
  );
  const { id } = await send(world, ids);
  const paused = await world.until(id, (upload) => upload.state === 'paused');
  expect(paused).toMatchObject({ pausedBy: 'problem', counts: { sending: 2 } });
  expect(textOf(paused.message)).toContain('could not read or write its data file');
  world.db.exec('DROP TRIGGER broken');
  await world.handlers['uploads.resume']({ id });
  const upload = await world.until(id, isOver);
  expect(upload.counts).toMatchObject({ created: 2 });
  expect(await directory.articles()).toHaveLength(2);
});

test('an upload being prepared when the program died is cancelled, and its drafts are released', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), article(2)]);
  const id = 1;
  world.db.exec(`
    INSERT INTO uploads (id, account_id, name, state, created_at)
      VALUES (${id}, '${world.accountId}', 'x', 'reading', '2026-01-01T00:00:00Z');
    INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at)
      VALUES (${id}, ${ids[0]}, 1, 'queued', '2026-01-01T00:00:00Z');
    UPDATE drafts SET sync = 'queued';`);
  await world.close();
  const next = await openForTest({ directory: directory.directory, key: goodKey, folder: world.folder });
  expect(await next.upload(id)).toMatchObject({ state: 'cancelled' });
  expect(textOf((await next.upload(id)).message)).toContain('Nothing was sent');
  expect((await next.drafts(ids)).map(({ sync }) => sync)).toEqual(['never', 'never']);
  expect(await directory.articles()).toEqual([]);
});

test('without a key, an open ticket of a cancelled upload is not polled endlessly', async () => {
  const pace = { poll: { first: 40, longest: 40 } };
  let asked = 0;
  let entry = '';
  const keychain: Keychain = {
    state: 'system',
    reason: null,
    async get() {
      asked += 1;
      return asked === 1 ? entry : null;
    },
    set: async (_name, kept) => {
      entry = kept;
    },
    remove: () => Promise.resolve(),
  };
  const options = { dialect: '4.0', pace, keychain, key: '' } as const;
  const world = await open(options);
  await directory.fault({
    kind: 'wrong_json',
    body: { status: 'pending' },
    match: { method: 'GET', path: 'bulk' },
  });
  await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  const { id } = await send(world, world.addDrafts([article(1), article(2)]));
  await world.until(id, (upload) => upload.counts.accepted === 2);
  await world.handlers['uploads.cancel']({ id });
  await world.close();
  const next = await open({ ...options, folder: world.folder });
  await expect.poll(() => asked).toBeGreaterThan(1);
  const before = asked;
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, 200);
  await promise;
  expect(asked - before).toBeLessThan(20);
  expect((await next.upload(id)).counts.accepted).toBe(2);
});

test('setting the clock back does not delay the queue', async () => {
  let behind = 0;
  const clock = { ...systemClock, now: () => Date.now() - behind };
  const world = await open({ clock, pace: { indexDelay: 150 } });
  await directory.fault({ kind: 'drop_before', match: { method: 'POST', path: 'articles', times: 1 } });
  const { id } = await send(world, world.addDrafts([article(1), article(2)]));
  await world.until(id, (upload) => upload.counts.unsure === 2);
  behind = 24 * 3_600_000;
  expect((await world.until(id, isOver)).counts.created).toBe(2);
});

test('a temporary read error of the data file does not end the work', async () => {
  const world = await open({ pace: { trouble: { first: 100, longest: 100 } } });
  const ids = world.addDrafts([article(1)]);
  await directory.fault({ kind: 'drop_before', match: { method: 'POST', path: 'articles', times: 1 } });
  const { id } = await send(world, ids);
  await world.until(id, (upload) => upload.counts.unsure === 1);
  world.db.exec('ALTER TABLE uploads RENAME TO uploads_away');
  await expect
    .poll(() => readFileSync(join(world.folder, 'colophon.log'), 'utf8'))
    .toContain('no such table');
  world.db.exec('ALTER TABLE uploads_away RENAME TO uploads');
  expect((await world.until(id, isOver)).counts.created).toBe(1);
});

test('a record that readers could hardly find since it was queued is sent only if the user agrees', async () => {
  const world = await open();
  const ids = world.addDrafts([article(1), article(2), article(3, { title: '' })]);
  await directory.fault({ kind: 'status', status: 401, match: { method: 'POST', times: 1 } });
  const how = { accountId: world.accountId, selection: { ids }, includeUnchanged: false, name: '' };
  const { id } = await sendNow(asking(world.handlers), { ...how, includeHardToFind: true });
  await world.until(id, ({ state }) => state === 'paused');
  await world.editDraft(ids[0]!, article(1, { year: '24' }));
  await world.editDraft(ids[1]!, article(2, { title: 'A corrected title' }));
  const finish = async () => {
    await world.until(id, isOver);
    return (await world.items(id)).map(({ state }) => state);
  };
  await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  // The user has seen the plan for the third.
  expect(await finish()).toEqual(['refused', 'refused', 'done']);
  await retryNow(asking(world.handlers), { id });
  expect(await finish()).toEqual(['refused', 'done', 'done']);
  const [held] = await world.items(id, ['refused']);
  expect(held!.refusal).toMatchObject({ path: 'bibjson.year', status: null });
  expect(textOf(held!.refusal!.help)).toBe(t('queue.held.hardToFindHelp'));
  await retryNow(asking(world.handlers), { id });
  expect(await finish()).toEqual(['refused', 'done', 'done']);
  await world.editDraft(ids[0]!, article(1));
  await retryNow(asking(world.handlers), { id });
  expect(await finish()).toEqual(['done', 'done', 'done']);
});

test('a directory that says until when it is closed is left alone until then, and the upload says so', async () => {
  const world = await open();
  await directory.fault({
    kind: 'status',
    status: 503,
    retryAfter: 7200,
    body: { error: 'Closed for essential maintenance' },
    match: { method: 'POST', path: 'articles' },
  });
  const { id } = await send(world, world.addDrafts([article(1)]));
  const until = /^The directory is closed until \d+ \w+ \d{4}/;
  await world.until(id, ({ message }) => until.test(textOf(message)));
  const posted = async () => (await directory.requests()).filter(({ method }) => method === 'POST').length;
  // It can still be read, which neither opens it nor ends the wait.
  for (let times = 0; times < 5; times++) await world.handlers['accounts.test']({ id: world.accountId });
  expect(await posted()).toBe(1);
  await directory.clearFaults();
  await world.handlers['uploads.pause']({ id });
  await world.handlers['uploads.resume']({ id });
  expect((await world.until(id, isOver)).counts.created).toBe(1);
});

test('an upload continues by itself once the directory is open again', async () => {
  const world = await open();
  await directory.fault({
    kind: 'status',
    status: 503,
    retryAfter: 1,
    match: { method: 'POST', path: 'articles', times: 1 },
  });
  const { id } = await send(world, world.addDrafts([article(1)]));
  const { message, counts } = await world.until(id, isOver);
  expect([message, counts.created]).toEqual([null, 1]);
});
