import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { fastClock } from '../helpers/fastClock.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;

/** Sends `count` articles and returns the upload once it is finished or waits for the user. */
async function send(count: number, dialect: Dialect, options: Partial<TestServicesOptions> = {}) {
  world = await openForTest({
    directory: directory.directory,
    key: goodKey,
    dialect,
    clock: fastClock(8),
    ...options,
  });
  const ids = world.addDrafts(Array.from({ length: count }, (_, n) => article(n)));
  const { id } = await world.send(ids);
  const upload = await ended(id);
  return { id, ids, upload, items: () => world.items(id) };
}

function ended(id: number) {
  return world.until(
    id,
    (upload) =>
      (upload.state === 'done' && upload.idsMissing === 0) ||
      (upload.state === 'paused' && upload.pausedBy !== 'offline'),
  );
}

const attempts = async (id: number) => (await world.attempts(id)).filter((one) => one.method === 'POST');

const sends = { method: 'POST', path: 'articles' };
const dialects = ['3.0.1', '4.0'] as const;
/** A single record is sent alone, several as a batch. */
const sizes = [1, 6];

describe.each(dialects)('dialect %s', (dialect) => {
  describe.each(sizes)('%i at once', (count) => {
    const isBatch = count > 1;

    test.each([
      ['asked to slow down for a time', { kind: 'rate_limit', retryAfter: 0.5 }, 429],
      ['asked to slow down', { kind: 'rate_limit' }, 429],
      [
        'closed for maintenance',
        { kind: 'status', status: 503, body: { message: 'essential maintenance' } },
        503,
      ],
    ])('%s: sent again, and the attempt is not counted', async (_name, fault, status) => {
      await directory.fault({ ...fault, match: { ...sends, times: 1 } });
      const { id, upload, items } = await send(count, dialect);
      expect(upload.counts.created).toBe(count);
      expect((await attempts(id)).map((one) => one.status)).toEqual([
        status,
        isBatch && dialect === '4.0' ? 202 : 201,
      ]);
      expect((await items()).map((item) => item.attempts)).toEqual(Array(count).fill(1));
    });

    test.each([
      ['the connection breaks before anything is stored', { kind: 'drop_before' }],
      ['an error before anything is stored', { kind: 'status', status: 500 }],
      ['a gateway without a server', { kind: 'status', status: 502 }],
      [
        'a firewall turns the request away',
        { kind: 'status', status: 403, body: '<html><title>Denied</title></html>' },
      ],
    ])('%s: looked up, not found, sent again', async (_name, fault) => {
      await directory.fault({ ...fault, match: { ...sends, times: 1 } });
      const { id, upload, items } = await send(count, dialect);
      expect(upload.counts.created).toBe(count);
      expect((await items()).map((item) => item.attempts)).toEqual(Array(count).fill(2));
      expect(await attempts(id)).toHaveLength(2);
      expect(textOf((await attempts(id))[0]?.outcome)).not.toBe('');
      expect(await directory.articles()).toHaveLength(count);
    });

    test.each([
      ['the connection breaks after it was stored', { kind: 'drop_after' }],
      ['an error after it was stored', { kind: 'status', status: 500, after: true }],
      ['an answer that breaks off', { kind: 'truncated' }],
      ['a page in place of the answer', { kind: 'not_json' }],
      ['JSON that is no answer', { kind: 'wrong_json' }],
      ['a list in place of one', { kind: 'wrong_json', body: [] }],
    ])('%s: found by the look-up, not sent twice', async (_name, fault) => {
      await directory.fault({ ...fault, match: { ...sends, times: 1 } });
      const { id, ids, upload } = await send(count, dialect);
      expect(upload.counts.created).toBe(count);
      expect(await attempts(id)).toHaveLength(1);
      const stored = await directory.articles();
      expect(stored).toHaveLength(count);
      expect((await world.drafts(ids)).map(({ remoteId }) => remoteId).sort()).toEqual(
        stored.map((one) => one.id).sort(),
      );
    });

    test('no response in time: looked up before it is sent again', async () => {
      await directory.fault({ kind: 'hang', match: { ...sends, times: 1 } });
      // Ends the minute's wait of the request that hangs; a busy computer may need it for the others.
      const waits: (() => void)[] = [];
      const clock = {
        ...systemClock,
        sleep: async (ms: number, signal?: AbortSignal) => {
          if (ms < 10_000) return systemClock.sleep(ms, signal);
          const { promise, resolve } = Promise.withResolvers<void>();
          waits.push(resolve);
          await Promise.race([systemClock.sleep(ms, signal), promise]);
        },
      };
      const hangs = async () => (await directory.requests()).some(({ isHanging }) => isHanging);
      const endWaits = async () => {
        await expect.poll(hangs, { timeout: 60_000 }).toBe(true);
        for (const end of waits) end();
      };
      const sending = send(count, dialect, { clock, pace: { progress: 20 } });
      const [{ id, upload }] = await Promise.all([sending, endWaits()]);
      expect(upload.counts.created).toBe(count);
      expect((await attempts(id))[0]).toMatchObject({ status: null, outcome: saying('No answer in time') });
    });

    test('the key is refused: pauses with a message and continues with another key', async () => {
      const body = { status: 'unauthorised', error: 'An API Key is required to access this. (ref: 1-2)' };
      await directory.fault({ kind: 'status', status: 401, body, match: { ...sends, times: 1 } });
      const { id, upload, items } = await send(count, dialect);
      expect(upload).toMatchObject({ state: 'paused', pausedBy: 'key', counts: { queued: count } });
      expect(textOf(upload.message)).toContain('does not accept the key');
      expect((await items()).map((item) => item.attempts)).toEqual(Array(count).fill(0));
      expect((await world.handlers['accounts.connection']({ id: world.accountId })).state).toBe(
        'key_refused',
      );
      await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
      expect((await ended(id)).counts.created).toBe(count);
    });

    test('a redirect is not followed: pauses with a message', async () => {
      await directory.fault({ kind: 'redirect', status: 301, match: sends });
      const { id, upload } = await send(count, dialect);
      expect(upload).toMatchObject({ state: 'paused', pausedBy: 'problem', counts: { queued: count } });
      expect(textOf(upload.message)).toContain('address');
      expect(await directory.requests()).toHaveLength(1);
      await directory.clearFaults();
      await world.handlers['uploads.resume']({ id });
      expect((await ended(id)).counts.created).toBe(count);
    });

    test('too large: batches are halved, and a single record is refused with a message', async () => {
      await directory.fault({
        kind: 'status',
        status: 413,
        match: { ...sends, ...(isBatch ? { times: 1 } : {}) },
      });
      const { id, upload, items } = await send(count, dialect);
      if (isBatch) {
        expect(upload.counts.created).toBe(count);
        expect((await attempts(id)).map((one) => one.records)).toEqual([6, 3, 3]);
      } else {
        expect(upload.counts.refused).toBe(1);
        expect((await items())[0]?.refusal).toMatchObject({ code: 'too-large', status: 413 });
      }
    });

    test('never a response: fails after five attempts with a message', async () => {
      await directory.fault({ kind: 'status', status: 500, match: sends });
      const { ids, upload, items } = await send(count, dialect);
      expect(upload.counts).toMatchObject({ failed: count, created: 0 });
      expect((await items()).map((item) => item.attempts)).toEqual(Array(count).fill(5));
      expect(textOf((await items())[0]?.refusal?.message)).toContain('failed after 5 attempts');
      expect((await world.draft(ids[0]!)).sync).toBe('failed');
    });
  });

  test('one record that crashes the directory does not stop the others', async () => {
    await directory.fault({ kind: 'status', status: 500, match: { method: 'POST', path: 'bulk', times: 5 } });
    await directory.fault({
      kind: 'status',
      status: 500,
      match: { method: 'POST', regex: '/articles\\?', times: 5 },
    });
    const { upload } = await send(6, dialect);
    expect(upload.counts.created + upload.counts.failed).toBe(6);
    expect(upload.counts.created).toBeGreaterThanOrEqual(5);
  });

  test('a draft edited while its outcome was uncertain counts as changed once that is found', async () => {
    await directory.fault({ kind: 'drop_after', match: { ...sends, times: 1 } });
    world = await openForTest({
      directory: directory.directory,
      key: goodKey,
      dialect,
      pace: { indexDelay: 800, jobDelay: 200 },
    });
    const ids = world.addDrafts([article(1), article(2)]);
    const { id } = await world.send(ids);
    await world.until(id, (upload) => upload.counts.unsure === 2);
    await world.editDraft(ids[0]!, article(1, { title: 'Edited meanwhile' }));
    const upload = await ended(id);
    expect(upload.counts.created).toBe(2);
    // The sent version was found, so the edit counts as a change since.
    expect((await world.draft(ids[0]!)).sync).toBe('changed');
    expect((await world.draft(ids[1]!)).sync).toBe('sent');
  });
});

describe('tickets of dialect 4.0', () => {
  const status = { method: 'GET', path: 'bulk/articles' };

  test.each([
    ['an error', { kind: 'status', status: 500 }],
    ['a broken connection', { kind: 'drop_before' }],
    ['an answer that breaks off', { kind: 'truncated' }],
    ['a page', { kind: 'not_json' }],
    ['something else', { kind: 'wrong_json' }],
    ['too many requests', { kind: 'rate_limit' }],
  ])('%s in place of the status: asked again', async (_name, fault) => {
    await directory.fault({ ...fault, match: { ...status, times: 1 } });
    const { upload } = await send(6, '4.0');
    expect(upload.counts.created).toBe(6);
    expect(await directory.articles()).toHaveLength(6);
  });

  test('a ticket that the directory no longer knows: the records are looked up', async () => {
    const body = { status: 'bad_request', error: 'upload_id is invalid (ref: 1-2)' };
    await directory.fault({ kind: 'status', status: 400, body, match: status });
    const { id, upload } = await send(6, '4.0');
    expect(upload.counts.created).toBe(6);
    expect(await attempts(id)).toHaveLength(1);
  });

  test('a ticket that never closes is given up, and its records are looked up', async () => {
    const body = { id: 'x', created: '2026-01-01T00:00:00Z', status: 'pending' };
    await directory.fault({ kind: 'wrong_json', body, match: status });
    const { upload } = await send(6, '4.0', { pace: { ticketTimeout: 200 } });
    expect(upload.counts.created).toBe(6);
    expect(await directory.articles()).toHaveLength(6);
  });

  test('the key is refused while a ticket is open: pauses, then continues', async () => {
    await directory.fault({ kind: 'status', status: 401, match: { ...status, times: 1 } });
    const { id, upload } = await send(6, '4.0');
    expect(upload).toMatchObject({ state: 'paused', pausedBy: 'key', counts: { accepted: 6 } });
    await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
    expect((await ended(id)).counts.created).toBe(6);
  });
});

test('a retired version: pauses with an offer and continues in 4.0 without a loss', async () => {
  const body = { status: 'bad_request', error: 'Version 3 is no longer supported. (ref: 1-2)' };
  await directory.fault({ kind: 'status', status: 400, body, match: { method: 'POST', path: '/v3/bulk' } });
  const { id, upload } = await send(6, '3.0.1');
  expect(upload).toMatchObject({ state: 'paused', pausedBy: 'version', counts: { queued: 6 } });
  expect(textOf(upload.message)).toContain('version 4.0');
  const account = await world.handlers['accounts.switchTo4']({ id: world.accountId });
  expect(account).toMatchObject({ dialect: '4.0', base: directory.directory['4.0'] });
  const { accountId } = world;
  await world.when(() =>
    world.received.some(({ data }) => isDeepStrictEqual(data, { accountId, ids: null })),
  );
  expect((await ended(id)).counts.created).toBe(6);
});

test('an unusable search delays the decision and sends nothing blindly', async () => {
  await directory.fault({ kind: 'drop_after', match: { ...sends, times: 1 } });
  await directory.fault({ kind: 'status', status: 500, match: { method: 'GET', path: 'search', times: 3 } });
  const { id, upload, items } = await send(2, '3.0.1');
  expect(upload.counts.created).toBe(2);
  expect(await attempts(id)).toHaveLength(1);
  expect((await items()).map((item) => item.attempts)).toEqual([1, 1]);
});

test('a search that is refused for one odd value finds the others, and that one is not sent blindly', async () => {
  await directory.fault({ kind: 'drop_after', match: { ...sends, times: 1 } });
  await directory.fault({
    kind: 'status',
    status: 400,
    body: { status: 'bad_request', error: 'Query contains disallowed Lucene features (ref: 1-2)' },
    match: { method: 'GET', path: 'article.1%22' },
  });
  const { id, upload } = await send(3, '3.0.1');
  expect(upload.counts).toMatchObject({ created: 2, failed: 1 });
  expect((await attempts(id)).map((one) => one.records)).toEqual([3]);
  expect(await directory.articles()).toHaveLength(3);
});
