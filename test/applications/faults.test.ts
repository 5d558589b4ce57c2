import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { newApplication } from '../helpers/applicationRecords.ts';
import {
  type ApplicationWorld,
  isSettled,
  openApplicationWorld,
  textsOf,
} from '../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { goodKey } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = applicationDirectoryForFile();
afterEach(async () => {
  await directory.reset();
  await directory.clearFaults();
  await directory.timing({ resaveDelayMs: 0, checksDelayMs: 0 });
});

const posts = { method: 'POST', path: '/applications' };
const puts = { method: 'PUT', path: '/applications/' };

for (const dialect of ['3.0.1', '4.0'] satisfies Dialect[]) {
  describe(`sending (${dialect})`, () => {
    let world: ApplicationWorld;
    beforeEach(async () => {
      world = await openWorldForTest({ directory: directory.directory, dialect });
    });

    const writes = async () =>
      (await directory.requests())
        .filter(
          (one) => (one.method === 'POST' || one.method === 'PUT') && one.path.includes('/applications'),
        )
        .map((one) => `${one.method} ${one.status}`);
    /** Sends and stores an application first, so that the fault hits its change. */
    async function sentBefore(): Promise<number> {
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, isSettled);
      await world.edit(id, 'bibjson.oa_start', 2016);
      return id;
    }

    test('looks up a request whose response was lost instead of sending it twice', async () => {
      await directory.fault({ kind: 'drop_after', match: { ...posts, times: 1 } });
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await directory.applications()).toHaveLength(1);
      expect((await writes()).filter((one) => one.startsWith('POST'))).toHaveLength(1);
      expect(await world.kinds(id)).toEqual([
        'created',
        'queued',
        'unsure',
        'settled',
        'read-back',
        'status',
      ]);
      expect(await world.texts(id)).toContain('Checked: the directory has the Update Request.');
    });

    test('creates one application when the response to a new one was lost', async () => {
      await directory.fault({ kind: 'drop_after', match: { ...posts, times: 1 } });
      const { id } = await world.handlers['applications.create']({
        accountId: world.accountId,
        journalId: null,
        record: newApplication(),
      });
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await directory.applications()).toHaveLength(1);
    });

    test('looks up a request that never arrived and sends it again', async () => {
      await directory.fault({ kind: 'drop_before', match: { ...posts, times: 1 } });
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, isSettled);
      expect(await world.kinds(id)).toEqual([
        'created',
        'queued',
        'unsure',
        'settled',
        'sent',
        'read-back',
        'status',
      ]);
    });

    test('reads back a change whose response was lost by its id', async () => {
      const id = await sentBefore();
      await directory.fault({ kind: 'drop_after', match: { ...puts, times: 1 } });
      await world.send(id);
      await world.reach(id, isSettled);
      expect((await writes()).filter((one) => one.startsWith('PUT'))).toHaveLength(1);
      expect((await world.row(id)).stored).toMatchObject({ bibjson: { oa_start: 2016 } });
    });

    test('sends a change that never arrived again', async () => {
      const id = await sentBefore();
      await directory.fault({ kind: 'drop_before', match: { ...puts, times: 1 } });
      await world.send(id);
      await world.reach(id, isSettled);
      expect((await world.row(id)).stored).toMatchObject({ bibjson: { oa_start: 2016 } });
    });

    test('retries a locked record and gives up with a message', async () => {
      const id = await sentBefore();
      await directory.lock('journal1');
      await world.send(id);
      const row = await world.reach(id, (one) => one.sync === 'failed');
      expect(row.refusal).toMatchObject({ code: 'locked' });
      expect(textOf(row.refusal!.message)).toContain('after 5 attempts');
      expect((await writes()).filter((one) => one === 'PUT 500')).toHaveLength(5);
      expect(row.record).toMatchObject({ bibjson: { oa_start: 2016 } });
      await directory.unlock();
      expect(await world.plan(id)).toMatchObject([{ action: 'update' }]);
      await world.send(id);
      await world.reach(id, isSettled);
    });

    test('sends automatically once a locked record is unlocked', async () => {
      await directory.lock('journal1');
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, (row) => row.sync === 'unsure');
      await directory.unlock();
      await world.reach(id, isSettled);
      expect(await directory.applications()).toHaveLength(1);
    });

    test('discovers that a record was stored despite an error page', async () => {
      await directory.fault({
        kind: 'status',
        status: 500,
        body: '<html><title>Oops</title></html>',
        after: true,
        match: { ...posts, times: 1 },
      });
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, isSettled);
      expect((await writes()).filter((one) => one.startsWith('POST'))).toHaveLength(1);
      expect(await directory.applications()).toHaveLength(1);
    });

    test('explains a refusal at the field it names and leaves the draft intact', async () => {
      const id = await world.propose(1);
      await directory.fault({
        kind: 'status',
        status: 400,
        body: {
          status: 'bad_request',
          error:
            'The following validation errors were received: bibjson.keywords : You may not enter ' +
            "'quality' in this fieldbibjson.ref.aims_scope : Please enter a valid URL. (ref: abc)",
        },
        match: posts,
      });
      await world.send(id);
      await world.reach(id, (row) => row.sync === 'refused');
      const seen = await world.get(id);
      expect(seen.refusal).toMatchObject({ path: 'bibjson.keywords', status: 400, reference: 'abc' });
      expect(seen.findings).toMatchObject([
        { severity: 'error', path: 'bibjson.keywords', code: 'refused-by-directory' },
        { severity: 'error', path: 'bibjson.ref.aims_scope', code: 'refused-by-directory' },
      ]);
      expect((await world.kinds(id)).at(-1)).toBe('refused');
      expect(seen.record).toMatchObject({ bibjson: { oa_start: 2015 } });
      // An edit makes it a new request.
      expect((await world.edit(id, 'bibjson.keywords', ['soil'])).findings).toEqual([]);
      expect((await world.row(id)).sync).toBe('never');
    });

    test('delays a second request within ten seconds and then sends it automatically', async () => {
      const id = await sentBefore();
      // Until it is reset, however long a busy computer takes to send again.
      await directory.timing({ resaveDelayMs: 60_000 });
      await world.send(id);
      await world.reach(id, (row) => textsOf(row).some((text) => text.includes('every ten seconds')));
      await directory.timing({ resaveDelayMs: 0 });
      await world.reach(id, isSettled);
      expect(await writes()).toContain('PUT 400');
      expect((await world.row(id)).stored).toMatchObject({ bibjson: { oa_start: 2016 } });
    });

    test('stops with a message while the key is unknown and continues once it is there', async () => {
      const id = await world.propose(1);
      await directory.fault({
        kind: 'status',
        status: 401,
        body: { status: 'unauthorised', error: 'An API Key is required to access this. (ref: x)' },
        match: posts,
      });
      await world.send(id);
      await world.reach(id, (row) => row.timeline.length === 3);
      expect(await world.row(id)).toMatchObject({ sync: 'queued', attempts: 0 });
      expect((await world.texts(id)).at(-1)).toContain('Enter it again in Settings');
      expect(await writes()).toEqual(['POST 401']);
      await directory.clearFaults();
      await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
      await world.reach(id, isSettled);
    });

    test.each([
      ['too many requests', { kind: 'rate_limit', retryAfter: 0 }],
      ['maintenance', { kind: 'status', status: 503, body: { message: 'Read-only' } }],
    ])('waits without counting an attempt on %s', async (_name, fault) => {
      const id = await world.propose(1);
      await directory.fault({ ...fault, match: { ...posts, times: 2 } });
      await world.send(id);
      const row = await world.reach(id, isSettled);
      expect(row.attempts).toBe(0);
      expect(await writes()).toHaveLength(3);
    });

    test.each([
      ['a redirect', { kind: 'redirect', location: 'https://example.org/' }, 'is not the address of'],
      [
        'a version that is switched off',
        { kind: 'status', status: 400, body: { error: 'Version 3 is no longer supported. (ref: x)' } },
        'no longer offers',
      ],
    ])('stops with a message and keeps the request queued on %s', async (_name, fault, words) => {
      const id = await world.propose(1);
      await directory.fault({ ...fault, match: posts });
      await world.send(id);
      await world.reach(id, (row) => textsOf(row).some((text) => text.includes(words)));
      expect(await world.row(id)).toMatchObject({ sync: 'queued', attempts: 0 });
      expect(await directory.applications()).toEqual([]);
      expect(await world.handlers['applications.cancel']({ accountId: world.accountId, ids: [id] })).toEqual({
        count: 1,
      });
      expect((await world.row(id)).sync).toBe('never');
    });

    test('gives up after five attempts without a response', async () => {
      await directory.fault({ kind: 'drop_before', match: posts });
      const id = await world.propose(1);
      await world.send(id);
      const row = await world.reach(id, (one) => one.sync === 'failed');
      expect(row.refusal).toMatchObject({ code: 'gave-up' });
      expect(await directory.applications()).toEqual([]);
    });

    test('stays uncertain while the directory cannot be asked, until the user looks the request up', async () => {
      const id = await world.propose(1);
      // What is open for the journal is asked for before it is sent.
      await world.plan(id);
      await directory.fault([
        { kind: 'drop_after', match: { ...posts, times: 1 } },
        { kind: 'status', status: 502, body: 'Bad gateway', match: { path: 'search/applications' } },
      ]);
      await world.send(id);
      await world.reach(id, (row) => row.sync === 'unsure' && row.reads > 0);
      await expect(world.handlers['applications.lookUp']({ id })).rejects.toMatchObject({ code: 'remote' });
      expect(await world.plan(id)).toMatchObject([{ action: 'held-back' }]);
      await directory.clearFaults();
      expect(await world.handlers['applications.lookUp']({ id })).toMatchObject({
        sync: 'sent',
        status: 'waiting',
      });
    });

    test('does not send twice when the user looks a request up before search shows it', async () => {
      await directory.timing({ indexDelayMs: 100 });
      await directory.fault({ kind: 'drop_after', match: { ...posts, times: 1 } });
      const slow = await openApplicationWorld({
        directory: directory.directory,
        dialect,
        applicationPace: { indexDelay: 400 },
      });
      try {
        const id = await slow.propose(1);
        await slow.send(id);
        await slow.reach(id, (row) => row.sync === 'unsure');
        await slow.handlers['applications.lookUp']({ id });
        await slow.reach(id, isSettled);
        expect((await writes()).filter((one) => one.startsWith('POST'))).toHaveLength(1);
      } finally {
        await slow.close();
        slow.remove();
        await directory.timing({ indexDelayMs: 0 });
      }
    });

    test('holds a queued application back once an edit makes it break our rules', async () => {
      await directory.fault({ kind: 'rate_limit', retryAfter: 1, match: { ...posts, times: 1 } });
      const id = await world.propose(1);
      await world.send(id);
      await world.reach(id, (row) => row.sync === 'queued' && row.attempt === null && row.attempts === 0);
      await world.edit(id, 'bibjson.oa_start', 1200);
      const row = await world.reach(id, (one) => one.sync === 'refused');
      expect(row.refusal).toMatchObject({ code: 'held-back', status: null });
      expect(await directory.applications()).toEqual([]);
    });
  });
}

test('delays a change only briefly while automatic checks are running (4.0)', async () => {
  await directory.timing({ checksDelayMs: 60_000 });
  const world = await openApplicationWorld({ directory: directory.directory, dialect: '4.0' });
  try {
    const id = await world.propose(1);
    await world.send(id);
    await world.reach(id, isSettled);
    expect((await world.row(id)).status).toBe('checking');
    expect(await world.plan(id)).toMatchObject([{ action: 'held-back' }]);
    await world.edit(id, 'bibjson.oa_start', 2016);
    // As if the checks had not been seen, so that the response reports them.
    world.db
      .prepare(
        `UPDATE applications SET status = 'waiting', sync = 'queued', due_ms = 0, confirmed_hash = hash WHERE id = ?`,
      )
      .run(id);
    await world.handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
    await world.reach(id, (row) => textsOf(row).some((text) => text.includes('automatic checks of the')));
    await directory.timing({ checksDelayMs: 0 });
    await directory.setStatus((await world.row(id)).remoteId!, 'update_request');
    await world.reach(id, (row) => isSettled(row) && row.status === 'waiting');
    expect((await world.row(id)).stored).toMatchObject({ bibjson: { oa_start: 2016 } });
    expect(world.published()).toEqual([]);
  } finally {
    await world.close();
    world.remove();
  }
});
