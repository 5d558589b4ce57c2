import { afterEach, describe, expect, test } from 'vitest';
import type { Dialect } from '../../../../src/shared/directory/account.ts';
import { getAt } from '../../../../src/shared/draft/fieldPath.ts';
import { type ApplicationWorld, isSettled } from '../../../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../../../helpers/directoryForFile.ts';
import { openWorldForTest } from '../../../helpers/openForTest.ts';
import { saying } from '../../../helpers/saying.ts';
import type { TestServicesOptions } from '../../../helpers/testServices.ts';
import { textOf } from '../../../helpers/textOf.ts';

const directory = applicationDirectoryForFile({ journals: 30 });
afterEach(async () => {
  await directory.clearFaults();
  await directory.reset();
  await directory.limit(null);
});

function open(options: Partial<TestServicesOptions> = {}) {
  return openWorldForTest({ directory: directory.directory, dialect: '4.0', ...options });
}

async function sendAll(world: ApplicationWorld, journals: readonly number[]) {
  const ids: number[] = [];
  for (const journal of journals) ids.push(await world.propose(journal));
  await world.send(...ids);
  for (const id of ids) await world.reach(id, isSettled);
  return (await world.rows(ids)).map(({ id, remoteId }) => ({ id, remoteId: remoteId! }));
}

const searches = async () =>
  (await directory.requests()).filter((one) => one.path.includes('/search/applications'));
const reads = async () =>
  (await directory.requests()).filter(
    (one) => one.method === 'GET' && /\/applications\/[0-9a-f]{32}/.test(one.path),
  );

describe.each<Dialect>(['3.0.1', '4.0'])('a status that no reference names (%s)', (dialect) => {
  /** Answers in which the word is another one. */
  function openSaying() {
    let word = 'new_workflow';
    const open = openWorldForTest({
      directory: directory.directory,
      dialect,
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        if (!answer.headers.get('content-type')?.includes('json')) return answer;
        const text = (await answer.text()).replaceAll('new_workflow', word);
        const { status, headers } = answer;
        return new Response(status === 204 ? null : text, { status, headers: new Headers(headers) });
      },
    });
    return {
      open,
      say: (next: string) => {
        word = next;
      },
    };
  }

  test('is remembered, and its request stays as one that is not decided', async () => {
    const { open, say } = openSaying();
    const world = await open;
    const { accountId, handlers } = world;
    const [one] = await sendAll(world, [1]);
    await directory.setStatus(one!.remoteId, 'new_workflow');
    await world.refresh();
    expect(await world.get(one!.id)).toMatchObject({ status: 'other', sync: 'sent' });
    expect(await world.ids()).toContain(one!.id);
    const statuses = async () =>
      (await handlers['accounts.profile']({ id: accountId })).profile.unknownStatuses;
    expect(await statuses()).toEqual(['new_workflow']);
    // It is followed further, under whatever names, of which not all are kept.
    for (let n = 0; n < 25; n++) {
      say(`${n} ${'x'.repeat(120)}`);
      await world.refresh();
    }
    expect((await statuses()).length).toBe(20);
    expect((await statuses()).every((word) => word.length <= 100)).toBe(true);
    expect((await world.get(one!.id)).status).toBe('other');
    await handlers['accounts.askProfile']({ id: accountId });
    expect(await statuses()).toContain('new_workflow');
    // It is still in its list, and the decision arrives.
    expect(await world.ids()).toContain(one!.id);
    await directory.setStatus(one!.remoteId, 'accepted');
    await world.refresh();
    expect((await world.get(one!.id)).status).toBe('accepted');
  });

  test('of a request that was made elsewhere is remembered, too', async () => {
    const { open } = openSaying();
    const maker = await openWorldForTest({ directory: directory.directory, dialect });
    const [one] = await sendAll(maker, [2]);
    await directory.setStatus(one!.remoteId, 'new_workflow');
    const world = await open;
    await world.refresh();
    const ids = await world.ids();
    expect(ids).toHaveLength(1);
    expect(await world.get(ids[0]!)).toMatchObject({ status: 'other', remoteId: one!.remoteId });
    const { profile } = await world.handlers['accounts.profile']({ id: world.accountId });
    expect(profile.unknownStatuses).toEqual(['new_workflow']);
  });
});

describe('following applications', () => {
  test('records every state once with its message and announces new ones', async () => {
    const world = await open();
    const [one] = await sendAll(world, [1]);
    const states = [
      ['in progress', 'review'],
      ['on hold', 'review'],
      ['revisions_required', 'revisions'],
      ['update_request', 'waiting'],
      ['ready', 'review'],
      ['accepted', 'accepted'],
    ] as const;
    for (const [word, status] of states) {
      await directory.setStatus(one!.remoteId, word);
      await world.refresh();
      await world.refresh();
      expect((await world.row(one!.id)).status).toBe(status);
    }
    expect(world.published().map((news) => news.status)).toEqual([
      'review',
      'revisions',
      'waiting',
      'review',
      'accepted',
    ]);
    const timeline = (await world.get(one!.id)).timeline.filter((event) => event.kind === 'status');
    expect(timeline.map((event) => textOf(event.message))).toEqual([
      'It is waiting for an editor at the directory.',
      'An editor at the directory is reviewing it.',
      'The directory sent it back for changes.',
      'It is waiting for an editor at the directory.',
      'An editor at the directory is reviewing it.',
      'The directory accepted it.',
    ]);
  });

  test('an acceptance fetches the stored journal again, later if that fails', async () => {
    const world = await open();
    const { accountId } = world;
    await world.handlers['journals.refresh']({ accountId });
    const id = await world.propose(1, { 'bibjson.oa_start': 2017 });
    await world.send(id);
    await world.reach(id, isSettled);
    const stored = async () => {
      const { record } = await world.handlers['journals.get']({ accountId, id: 'journal1', fresh: false });
      return getAt(record, 'bibjson.oa_start');
    };
    const before = await stored();
    expect(before).not.toBe(2017);
    await directory.setStatus((await world.row(id)).remoteId!, 'accepted');
    await directory.fault({
      kind: 'status',
      status: 502,
      body: 'bad',
      match: { path: '/journals/', times: 1 },
    });
    await world.refresh();
    expect((await world.row(id)).status).toBe('accepted');
    expect(await stored()).toBe(before);
    await world.refresh();
    expect(await stored()).toBe(2017);
    expect(world.received.map(({ name }) => name)).toContain('journals.changed');
    const fetches = async () =>
      (await directory.requests()).filter((one) => one.path.includes('/journals/')).length;
    const count = await fetches();
    await world.refresh();
    expect(await fetches()).toBe(count);
  });

  test('announces nothing when it sees a state for the first time', async () => {
    const world = await open({ applicationPace: { read: { first: 60_000, longest: 60_000 } } });
    const id = await world.propose(1);
    await directory.fault({
      kind: 'status',
      status: 502,
      body: 'bad',
      match: { method: 'GET', regex: '(?<!search)/applications/', times: 1 },
    });
    await world.send(id);
    await world.reach(id, (row) => row.reads === 1);
    expect(await world.row(id)).toMatchObject({ sync: 'sent', status: null, stored: null });
    expect(await world.refresh()).toEqual({ asked: 1, changed: 1, found: 0 });
    expect(await world.row(id)).toMatchObject({ status: 'waiting', readMs: null });
    expect(await world.kinds(id)).toContain('read-back');
    expect(world.published()).toEqual([]);
  });

  test('requests a list of many applications and reads only those that changed', async () => {
    const world = await open();
    const all = await sendAll(world, [1, 2, 3, 4, 5, 6, 7, 8]);
    await directory.setStatus(all[2]!.remoteId, 'in progress');
    const before = { searches: (await searches()).length, reads: (await reads()).length };
    expect(await world.refresh()).toEqual({ asked: 8, changed: 1, found: 0 });
    expect((await searches()).length - before.searches).toBe(1);
    expect((await reads()).length - before.reads).toBe(1);
    expect((await world.row(all[2]!.id)).status).toBe('review');
  });

  test('does not ask about decided applications', async () => {
    const world = await open();
    const [one] = await sendAll(world, [1]);
    await directory.setStatus(one!.remoteId, 'rejected');
    await world.refresh();
    expect(await world.refresh()).toEqual({ asked: 0, changed: 0, found: 0 });
    // It is fetched only when requested by id.
    expect(await world.refresh([one!.id])).toEqual({ asked: 1, changed: 0, found: 0 });
  });

  test('finds out that an application was deleted', async () => {
    const world = await open();
    const [one] = await sendAll(world, [1]);
    await directory.removeAsOwner('4.0', one!.remoteId);
    expect(await world.refresh()).toMatchObject({ changed: 1 });
    expect(await world.row(one!.id)).toMatchObject({ status: 'gone', sync: 'never' });
    expect(world.published()).toMatchObject([{ status: 'gone' }]);
  });

  test('adopts applications that were sent from elsewhere, with their kind', async () => {
    const elsewhere = await open();
    const [update] = await sendAll(elsewhere, [1]);
    const { id } = await elsewhere.handlers['applications.create']({
      accountId: elsewhere.accountId,
      journalId: null,
      record: { ...(await elsewhere.row(update!.id)).record, admin: {} },
    });
    await elsewhere.edit(id, 'bibjson.pissn', '9000-0018');
    await elsewhere.edit(id, 'bibjson.eissn', '');
    await elsewhere.edit(id, 'bibjson.ref.journal', 'https://new.example.org');
    await elsewhere.send(id);
    await elsewhere.reach(id, isSettled);

    const world = await open();
    expect(await world.refresh()).toEqual({ asked: 2, changed: 0, found: 2 });
    const { rows } = await world.handlers['applications.list']({
      accountId: world.accountId,
      filter: { trashed: false },
      offset: 0,
      limit: 10,
    });
    expect(rows.map(({ kind, sync, status, remoteId }) => ({ kind, sync, status, remoteId }))).toEqual(
      expect.arrayContaining([
        { kind: 'update', sync: 'sent', status: 'waiting', remoteId: update!.remoteId },
        { kind: 'new', sync: 'sent', status: 'waiting', remoteId: (await elsewhere.row(id)).remoteId },
      ]),
    );
    const taken = rows.find((row) => row.kind === 'update')!;
    expect(await world.get(taken.id)).toMatchObject({
      base: { id: 'journal1' },
      changes: 1,
      differences: [],
      record: { admin: { current_journal: 'journal1' } },
    });
    expect((await world.texts(taken.id))[0]).toContain('was not sent from Colophon');
    expect(world.published()).toEqual([]);
    expect(await world.refresh()).toMatchObject({ found: 0 });
    // It can be changed locally.
    await world.edit(taken.id, 'bibjson.oa_start', 2019);
    await world.send(taken.id);
    await world.reach(taken.id, isSettled);
    expect((await world.row(taken.id)).remoteId).toBe(update!.remoteId);
  });

  test('reports why it cannot ask and keeps what it knows', async () => {
    const world = await open();
    const [one] = await sendAll(world, [1]);
    await directory.fault({ kind: 'status', status: 401, body: { error: 'no' }, match: { path: 'search/' } });
    await expect(world.refresh()).rejects.toMatchObject({ code: 'key_refused' });
    expect((await world.row(one!.id)).status).toBe('waiting');
  });
});

describe('following applications in the background', () => {
  const quick = { applicationPace: { followTick: 15 } };
  test('notices a change on its own and announces it', async () => {
    const world = await open(quick);
    const [one] = await sendAll(world, [1]);
    await directory.setStatus(one!.remoteId, 'in progress');
    world.age(one!.id);
    await world.reach(one!.id, (row) => row.status === 'review');
    expect(world.published()).toMatchObject([
      {
        id: one!.id,
        status: 'review',
        message: saying(
          'An editor at the directory is reviewing the Update Request about “Journal of Tests 1”.',
        ),
      },
    ]);
  });

  test('tries again to fetch a journal that an acceptance changed, as often as the settings say', async () => {
    const world = await open(quick);
    const { accountId } = world;
    await world.handlers['journals.refresh']({ accountId });
    const id = await world.propose(1, { 'bibjson.oa_start': 2017 });
    await world.send(id);
    await world.reach(id, isSettled);
    await directory.setStatus((await world.row(id)).remoteId!, 'accepted');
    await directory.fault({ kind: 'status', status: 502, body: 'bad', match: { path: '/journals/' } });
    await world.handlers['app.changeSettings']({ followEvery: 0 });
    await world.refresh();
    const fetches = async () =>
      (await directory.requests()).filter((one) => one.path.includes('/journals/')).length;
    const before = await fetches();
    await world.handlers['app.changeSettings']({ followEvery: 30 });
    await world.when(async () => (await fetches()) > before);
    await ticks(world, 5);
    expect(await fetches()).toBe(before + 1);
  });

  test('does not ask before it is due, and never when it is switched off', async () => {
    for (const followEvery of [30, 0]) {
      const world = await open(quick);
      const [one] = await sendAll(world, [1]);
      await world.handlers['app.changeSettings']({ followEvery });
      if (followEvery === 0) world.age(one!.id);
      const before = (await directory.requests()).length;
      await ticks(world, 5);
      expect((await directory.requests()).length).toBe(before);
      await world.close();
      await directory.reset();
    }
  });

  test('does not ask without a key', async () => {
    const first = await open(quick);
    const [one] = await sendAll(first, [1]);
    first.age(one!.id);
    await first.close();
    const before = (await directory.requests()).length;
    const world = await open({ ...quick, folder: first.folder, key: '' });
    await ticks(world, 5);
    expect((await directory.requests()).length).toBe(before);
  });

  test('respects the rate limit and lets the user’s requests go first', async () => {
    const rate = { perSecond: 20, burst: 5 };
    await directory.limit(rate);
    const world = await open({ ...quick, limits: rate });
    const all = await sendAll(world, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { remoteId } of all) await directory.setStatus(remoteId, 'in progress');
    for (const { id } of all) world.age(id);
    for (const { id } of all) await world.reach(id, (row) => row.status === 'review');
    const requests = await directory.requests();
    expect(requests.filter((one) => one.status === 429)).toEqual([]);
    const times = requests.map((one) => Date.parse(one.at));
    for (let from = 0; from < times.length; from++) {
      for (let to = from; to < times.length; to++) {
        const seconds = (times[to]! - times[from]!) / 1000;
        expect(to - from + 1).toBeLessThanOrEqual(rate.burst + 0.5 + seconds * rate.perSecond);
      }
    }
  });

  /** Lets the background loop run a number of times. */
  async function ticks(world: ApplicationWorld, count: number): Promise<void> {
    for (let n = 0; n < count; n++) await world.clock.sleep(quick.applicationPace.followTick);
  }
});

describe('the plan', () => {
  test('finds an Update Request that was made elsewhere', async () => {
    const elsewhere = await open();
    const [there] = await sendAll(elsewhere, [1]);
    const sent = (
      await elsewhere.handlers['applications.changedFields']({ accountId: elsewhere.accountId })
    )[0]!;
    const world = await open();
    const id = await world.propose(1, { 'bibjson.oa_start': 2018 });
    const [plan] = await world.plan(id);
    expect(plan).toMatchObject({
      action: 'overwrite',
      message: saying(/created elsewhere/),
      open: { remoteId: there!.remoteId },
    });
    expect(plan!.replaced.map(({ path }) => path)).toEqual(sent.paths);
    await directory.setStatus(there!.remoteId, 'in progress');
    expect(await world.plan(id)).toMatchObject([{ action: 'held-back', open: { status: 'review' } }]);
    await directory.setStatus(there!.remoteId, 'rejected');
    expect(await world.plan(id)).toMatchObject([{ action: 'create', open: null }]);
  });

  test('asks once for many applications and once for their journals', async () => {
    const world = await open();
    const journals = Array.from({ length: 30 }, (_, index) => index + 1);
    const ids: number[] = [];
    for (const journal of journals) ids.push(await world.propose(journal));
    const before = (await directory.requests()).length;
    const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids });
    expect(plan.plans.every((one) => one.action === 'create')).toBe(true);
    expect(plan.requests).toBe(60);
    expect((await directory.requests()).length - before).toBe(2);
  });

  test('reports that it could not ask and plans with what is known', async () => {
    const world = await open();
    const id = await world.propose(1);
    await directory.fault({ kind: 'status', status: 502, body: 'bad', match: { path: 'search/' } });
    const plan = await world.handlers['applications.plan']({ accountId: world.accountId, ids: [id] });
    expect(textOf(plan.unasked)).not.toBe('');
    expect(plan.plans).toMatchObject([{ action: 'create' }]);
  });

  test('sends only one of two requests for the same journal', async () => {
    const world = await open();
    const [first, second] = [await world.propose(1), await world.propose(1, { 'bibjson.oa_start': 2018 })];
    expect(await world.plan(first, second)).toMatchObject([{ action: 'create' }, { action: 'held-back' }]);
    expect(await world.send(first, second)).toMatchObject({ queued: 1 });
    await world.reach(first, isSettled);
    expect((await world.row(second)).sync).toBe('never');
  });

  test('lists the values that will be ignored, and sends nothing by itself', async () => {
    const world = await open();
    const id = await world.propose(1, { 'bibjson.title': 'Another name', 'bibjson.oa_start': 2015 });
    const [plan] = await world.plan(id);
    expect(plan!.ignored).toEqual([
      { path: 'bibjson.title', kept: 'Journal of Tests 1', proposed: 'Another name' },
    ]);
    expect((await world.row(id)).sync).toBe('never');
    expect(await world.send(id)).toMatchObject({ queued: 1 });
  });
});
