import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import { articleToWire } from '../../../src/shared/article/article.ts';
import { takenArticle } from '../../../src/shared/article/takenArticle.ts';
import type { Dialect } from '../../../src/shared/directory/account.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { asking, purgeNow, putBackNow, putBackUploadNow, sendNow } from '../../helpers/confirm.ts';
import { directoryForFile } from '../../helpers/directoryForFile.ts';
import { openForTest } from '../../helpers/openForTest.ts';
import { testPrograms } from '../../helpers/programFiles.ts';
import { saying } from '../../helpers/saying.ts';
import { article, goodKey } from '../../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../../helpers/testServices.ts';
import { textOf } from '../../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;

const open = async (dialect: Dialect, options: Partial<TestServicesOptions> = {}) => {
  world = await openForTest({ directory: directory.directory, key: goodKey, dialect, ...options });
  return world;
};

async function start(ids: readonly number[], options: { takesSnapshots?: boolean } = {}) {
  return sendNow(asking(world.handlers), {
    accountId: world.accountId,
    selection: { ids: [...ids] },
    includeUnchanged: false,
    name: 'test',
    ...options,
  });
}

async function sendAll(ids: readonly number[], options: { takesSnapshots?: boolean } = {}) {
  const { id } = await start(ids, options);
  return world.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
}

/** The directory's articles in the form of drafts, by DOI. */
async function stored(): Promise<Map<string, DraftRecord>> {
  const records = (await directory.articles()) as unknown as DraftRecord[];
  return new Map(records.map((record) => [doiOf(record), takenArticle(record)]));
}

const doiOf = (record: DraftRecord) =>
  (record.bibjson as { identifier: { type: string; id: string }[] }).identifier.find(
    (one) => one.type === 'doi',
  )!.id;
const searches = async () =>
  (await directory.requests()).filter(({ path }) => path.includes('search/articles'));

/** Drafts that were sent and got another title since. */
async function sentAndChanged(count: number): Promise<number[]> {
  const ids = world.addDrafts(Array.from({ length: count }, (_, n) => article(n)));
  await sendAll(ids);
  for (const [n, id] of ids.entries()) {
    await world.editDraft(id, article(n, { title: `Article ${n}, corrected`, abstract: 'Another one.' }));
  }
  return ids;
}

for (const dialect of ['3.0.1', '4.0'] as const) {
  describe(`earlier versions (${dialect})`, () => {
    test('the version that an upload overwrites is kept and can be restored', async () => {
      await open(dialect, { batchBytes: 10_000 });
      const ids = await sentAndChanged(30);
      const before = await stored();
      const plan = await world.plan(ids);
      expect(plan.overwriting).toBe(30);
      expect(plan.keepRequests).toBeGreaterThan(0);
      expect(plan.requests).toBeGreaterThanOrEqual(plan.batches + plan.keepRequests);
      const asked = (await searches()).length;
      const upload = await sendAll(ids);
      expect(upload.counts).toMatchObject({ overwrote: 30, created: 0 });
      expect(upload.replaced).toBe(30);
      const lookedUp = dialect === '3.0.1' ? 0 : Number.POSITIVE_INFINITY;
      expect((await searches()).length - asked).toBeLessThanOrEqual(plan.keepRequests + lookedUp);
      for (const id of ids) {
        const draft = await world.draft(id);
        const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id });
        expect(versions).toMatchObject([
          { why: 'overwritten', remoteId: draft.remoteId, uploadId: upload.id },
        ]);
        const kept = await world.handlers['versions.compare']({ id: versions[0]!.id, recordId: id });
        expect(takenArticle(kept.record)).toEqual(before.get(doiOf(draft.record)));
      }
      expect(await stored()).not.toEqual(before);

      const back = await putBackUploadNow(asking(world.handlers), { uploadId: upload.id });
      expect(back).toMatchObject({ recordIds: ids });
      expect(await stored()).not.toEqual(before);
      const again = await sendAll(back.recordIds);
      expect(again.counts).toMatchObject({ overwrote: 30 });
      expect(await stored()).toEqual(before);
    });

    test('a draft with other content is restored from its own versions', async () => {
      await open(dialect);
      const [id] = (await sentAndChanged(1)) as [number];
      const upload = await sendAll([id]);
      const edited = article(0, { title: 'A third title', publisher_note: 'only here' });
      await world.editDraft(id, edited);
      await putBackUploadNow(asking(world.handlers), { uploadId: upload.id });
      const held = await world.draft(id);
      expect(held).toMatchObject({ title: 'Article 0', sync: 'changed' });
      expect(held.record.bibjson).toMatchObject({ publisher_note: 'only here' });
      const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id });
      expect(versions.map(({ why }) => why).sort()).toEqual(['draft', 'overwritten']);
      const own = versions.find(({ why }) => why === 'draft')!;
      await putBackNow(asking(world.handlers), { id: own.id, recordId: id });
      expect((await world.draft(id)).record).toEqual(edited);
    });

    test('the directory’s content that was found beside a draft is kept too', async () => {
      await open(dialect);
      const [first] = world.addDrafts([article(0)]) as [number];
      await sendAll([first]);
      await world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [first] } });
      await purgeNow(asking(world.handlers), { accountId: world.accountId, selection: { ids: [first] } });
      const [id] = world.addDrafts([article(0, { title: 'Typed again' })]) as [number];
      await world.handlers['drafts.askDirectory']({ id });
      const upload = await sendAll([id]);
      expect(upload).toMatchObject({ counts: { overwrote: 1, created: 0 }, replaced: 1 });
    });

    test('restoring is a change that can be undone', async () => {
      await open(dialect);
      const ids = await sentAndChanged(3);
      const upload = await sendAll(ids);
      const held = (await world.drafts(ids)).map(({ record }) => record);
      await putBackUploadNow(asking(world.handlers), { uploadId: upload.id });
      expect((await world.drafts(ids)).map(({ record }) => record)).not.toEqual(held);
      const [step] = await world.handlers['undo.list']({ accountId: world.accountId });
      expect(step).toMatchObject({ kind: 'putBackVersions', name: 'test', total: 3 });
      await world.handlers['undo.take']({ id: step!.id });
      expect((await world.drafts(ids)).map(({ record }) => record)).toEqual(held);
    });

    test('the same content is kept once, however often it is overwritten', async () => {
      await open(dialect);
      const [id] = (await sentAndChanged(1)) as [number];
      for (let n = 0; n < 4; n++) {
        await world.editDraft(id, article(0, n % 2 === 0 ? { title: 'Other' } : {}));
        await sendAll([id]);
      }
      const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id });
      expect(versions.map(({ title }) => title).sort()).toEqual(['Article 0', 'Other']);
    });

    test('new records cost no look-up and have nothing to restore', async () => {
      await open(dialect);
      const ids = world.addDrafts([article(0), article(1)]);
      const upload = await sendAll(ids);
      expect(upload.replaced).toBe(0);
      if (dialect === '3.0.1') expect(await searches()).toEqual([]);
      expect(await world.handlers['versions.putBackUploadPreview']({ uploadId: upload.id })).toMatchObject({
        count: 0,
        created: 2,
        unkept: 0,
        left: [],
      });
    });

    test('a permanently removed draft is restored as a new one that is sent over the current record', async () => {
      await open(dialect);
      const [id] = (await sentAndChanged(1)) as [number];
      const before = await stored();
      const upload = await sendAll([id]);
      await world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [id] } });
      const shown = await world.handlers['versions.putBackUploadPreview']({ uploadId: upload.id });
      expect(shown).toMatchObject({
        count: 0,
        leftCount: 1,
        left: [{ recordId: id, message: saying('It is in the trash. Restore it first.') }],
      });
      await purgeNow(asking(world.handlers), { accountId: world.accountId, selection: { ids: [id] } });
      const { recordIds } = await putBackUploadNow(asking(world.handlers), { uploadId: upload.id });
      expect(recordIds).toHaveLength(1);
      expect(recordIds[0]).not.toBe(id);
      const again = await sendAll(recordIds);
      expect(again.counts).toMatchObject({ overwrote: 1, created: 0 });
      expect(await stored()).toEqual(before);
    });

    test('nothing is overwritten until the current record has been fetched or the user declines to keep it', async () => {
      await open(dialect);
      const ids = await sentAndChanged(3);
      const before = await stored();
      await directory.fault({ kind: 'status', status: 502, match: { path: 'search/articles' } });
      const { id } = await start(ids);
      const waiting = await world.until(id, (upload) => upload.message !== null);
      expect(textOf(waiting.message)).toMatch(/^Before Colophon overwrites an article, it backs up/);
      expect(waiting).toMatchObject({ state: 'running', isKeeping: true });
      expect(await stored()).toEqual(before);
      await directory.clearFaults();
      const done = await world.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
      expect(done).toMatchObject({ replaced: 3, message: null });
    });

    test('the user may send without keeping, which fetches nothing and is reported', async () => {
      await open(dialect);
      const ids = await sentAndChanged(2);
      const asked = (await searches()).length;
      const upload = await sendAll(ids, { takesSnapshots: false });
      expect(upload).toMatchObject({ counts: { overwrote: 2 }, replaced: 0 });
      if (dialect === '3.0.1') expect((await searches()).length).toBe(asked);
      const { items } = await world.handlers['uploads.items']({
        id: upload.id,
        states: [],
        offset: 0,
        limit: 10,
      });
      expect(items.map(({ keeping, versionId }) => ({ keeping, versionId }))).toEqual([
        { keeping: 'left', versionId: null },
        { keeping: 'left', versionId: null },
      ]);
      expect(await world.handlers['versions.putBackUploadPreview']({ uploadId: upload.id })).toMatchObject({
        count: 0,
        unkept: 2,
      });
    });

    test('a waiting upload can be told to send without keeping', async () => {
      await open(dialect);
      const ids = await sentAndChanged(2);
      await directory.fault({ kind: 'status', status: 502, match: { path: 'search/articles' } });
      const { id } = await start(ids);
      await world.until(id, (upload) => upload.message !== null);
      const plan = await world.handlers['uploads.unkeptPreview']({ id });
      expect(plan.count).toBe(2);
      await world.handlers['uploads.sendUnkept']({ plan: plan.id });
      await world.until(id, (upload) => upload.state === 'done');
      await directory.clearFaults();
      expect([...(await stored()).values()].map(titleOf).sort()).toEqual([
        'Article 0, corrected',
        'Article 1, corrected',
      ]);
    });

    test('an overwrite is recognised although the draft’s DOI changed since it was sent', async () => {
      await open(dialect);
      const [first] = world.addDrafts([article(0)]) as [number];
      await sendAll([first]);
      await world.editDraft(first, article(7));
      const [second] = world.addDrafts([article(0, { title: 'The same one' })]) as [number];
      const plan = await world.plan([second]);
      expect(plan).toMatchObject({ fresh: 0, overwriting: 1 });
      const upload = await sendAll([second]);
      expect(upload).toMatchObject({ counts: { overwrote: 1, created: 0 }, replaced: 1 });
    });
  });
}

test('fetching survives delays, broken connections and refusals, and keeps everything', async () => {
  await open('3.0.1', { batchBytes: 3_000 });
  const ids = await sentAndChanged(20);
  const before = await stored();
  const match = { path: 'search/articles', times: 1 };
  await directory.fault({ kind: 'rate_limit', match });
  await directory.fault({ kind: 'drop_after', match });
  await directory.fault({ kind: 'status', status: 400, match: { ...match, times: 2 } });
  await directory.fault({ kind: 'not_json', match });
  const upload = await sendAll(ids);
  expect(upload.replaced).toBe(20);
  const statuses = (await searches()).map(({ status }) => status);
  expect(statuses).toEqual(expect.arrayContaining([429, 400, 200]));
  await sendAll((await putBackUploadNow(asking(world.handlers), { uploadId: upload.id })).recordIds);
  expect(await stored()).toEqual(before);
});

test('fetching goes through the rate limiter', async () => {
  const limits = { perSecond: 40, burst: 5 };
  await open('3.0.1', { batchBytes: 2_000, limits });
  const ids = await sentAndChanged(16);
  await directory.limit(limits);
  try {
    expect((await sendAll(ids)).replaced).toBe(16);
    expect((await directory.requests()).map(({ status }) => status)).not.toContain(429);
  } finally {
    await directory.limit(null);
  }
});

test('kills while fetching and sending lose nothing and keep everything once', async () => {
  await open('3.0.1');
  const ids = await sentAndChanged(12);
  const before = await stored();
  const { folder } = world;
  await directory.fault({ kind: 'hang', match: { path: 'search/articles' } });
  await start(ids);
  await underWay(folder, 'search/articles');
  await world.close();
  const run = { folder, directory: directory.directory, dialect: '3.0.1', key: goodKey, batchBytes: 4_000 };
  for (const path of ['search/articles', 'bulk/articles']) {
    await directory.clearFaults();
    await directory.fault({ kind: 'hang', match: { path } });
    const child = spawn(process.execPath, [testPrograms.sendingProcess, JSON.stringify(run)], {
      stdio: 'ignore',
    });
    await underWay(folder, path);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await directory.clearFaults();
  await open('3.0.1', { folder });
  const [upload] = await world.handlers['uploads.list']({});
  const done = await world.until(upload!.id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  expect(done).toMatchObject({ counts: { total: 12, overwrote: 12 }, replaced: 12 });
  for (const id of ids) {
    const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id });
    expect(versions).toHaveLength(1);
    const { record } = await world.handlers['versions.compare']({ id: versions[0]!.id, recordId: id });
    expect(takenArticle(record)).toEqual(before.get(doiOf(record)));
  }
});

test('a hundred records are fetched with one request, whatever the batches are', async () => {
  await open('3.0.1', { batchBytes: 20_000 });
  const ids = await sentAndChanged(150);
  const asked = (await searches()).length;
  const upload = await sendAll(ids);
  expect(upload.replaced).toBe(150);
  const addresses = (await searches()).slice(asked).map(({ path }) => path);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) expect(address.length).toBeLessThan(4_094);
});

test('a record that our query no longer finds is sent as a new one', async () => {
  await open('3.0.1');
  const [id] = (await sentAndChanged(1)) as [number];
  await directory.reset();
  const upload = await sendAll([id]);
  expect(upload).toMatchObject({ counts: { created: 1, overwrote: 0 }, replaced: 0 });
  const { items } = await world.handlers['uploads.items']({
    id: upload.id,
    states: [],
    offset: 0,
    limit: 10,
  });
  expect(items).toMatchObject([{ keeping: 'nothing', versionId: null }]);
});

test('a version is shown beside the directory’s current content', async () => {
  await open('4.0');
  const [id] = (await sentAndChanged(1)) as [number];
  await sendAll([id]);
  const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id });
  const found = await world.handlers['versions.compare']({ id: versions[0]!.id, recordId: id });
  expect(titleOf(found.record)).toBe('Article 0');
  expect(titleOf(found.remote!)).toBe('Article 0, corrected');
  expect(found.unasked).toBeNull();
  expect(articleToWire(found.draft)).toEqual(articleToWire((await world.draft(id)).record));
});

/** Resolves once a process has a request to this address in flight. */
async function underWay(folder: string, path: string): Promise<void> {
  const db = openDatabase(join(folder, 'colophon.db'));
  const open = db.prepare(
    `SELECT 1 FROM requests WHERE address LIKE ? AND duration IS NULL AND outcome = '' LIMIT 1`,
  );
  while (open.get(`%${path}%`) === undefined) await setTimeout(10);
  db.close();
}

const titleOf = (record: DraftRecord) => (record.bibjson as { title: string }).title;
