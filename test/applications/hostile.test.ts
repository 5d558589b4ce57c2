import { expect, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { t } from '../../src/shared/i18n/i18n.ts';
import { isSettled } from '../helpers/applicationWorld.ts';
import { asking, removeAccountNow } from '../helpers/confirm.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import type { TestServicesOptions } from '../helpers/testServices.ts';

const directory = applicationDirectoryForFile();

function open(options: Partial<TestServicesOptions> = {}) {
  return openWorldForTest({ directory: directory.directory, dialect: '4.0', ...options });
}

const day = 24 * 3_600_000;
const what = t('applicationLife.what.update');

test('when two windows press Send at once, one sends and the other learns why it does not', async () => {
  // What the one sends is still under way when the other learns it.
  const ended = Promise.withResolvers<void>();
  const world = await open({
    fetch: async (address, init) => {
      if (init.method === 'POST') await ended.promise;
      return fetch(address, init);
    },
  });
  const id = await world.propose(1);
  const results = await Promise.allSettled([world.send(id), world.send(id)]);
  ended.resolve();
  expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: { queued: 1 } }]);
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'state', why: saying(t('applicationLife.plan.inQueue', { what })) } },
  ]);
  await world.reach(id, isSettled);
  expect(await directory.applications()).toHaveLength(1);
});

test('a sent application is read back although the clock was set back by a day', async () => {
  let behind = 0;
  const clock = { ...systemClock, now: () => Date.now() - behind };
  const world = await open({
    clock,
    applicationPace: { indexDelay: 150, checks: { first: 150, longest: 150 } },
  });
  const id = await world.propose(1);
  await world.send(id);
  await world.reach(id, (row) => row.sync === 'sent' && row.stored === null);
  behind = day;
  await world.reach(id, isSettled);
  expect(await world.kinds(id)).toContain('read-back');
});

test('a response about another record than the requested one is rejected', async () => {
  const world = await open();
  const id = await world.propose(1);
  const other = { id: 'another', admin: { application_status: 'accepted' }, bibjson: { title: 'Another' } };
  const reading = { method: 'GET', path: 'applications/' };
  await directory.fault({ kind: 'wrong_json', body: other, match: { ...reading, times: 1 } });
  await world.send(id);
  const row = await world.reach(id, isSettled);
  expect(row).toMatchObject({ status: 'waiting', stored: { id: row.remoteId } });
  expect(world.published()).toEqual([]);
});

test('when a journal is withdrawn between plan and send, the request is held back with a reason', async () => {
  const world = await open();
  const id = await world.propose(1);
  expect(await world.plan(id)).toMatchObject([{ action: 'create' }]);
  await directory.fault({
    kind: 'status',
    status: 404,
    body: { status: 'not_found', error: 'Not found' },
    match: { method: 'POST' },
  });
  await world.send(id);
  const row = await world.reach(id, ({ sync }) => sync === 'refused');
  expect(row).toMatchObject({ refusal: { code: 'no-journal' }, record: { bibjson: { oa_start: 2015 } } });
});

test('removing an account while it sends leaves nothing of it behind', async () => {
  const world = await open();
  const id = await world.propose(1);
  await directory.fault({ kind: 'slow', ms: 80, match: { method: 'POST' } });
  await world.send(id);
  await world.reach(id, ({ sync }) => sync === 'sending');
  await removeAccountNow(asking(world.handlers), world.accountId, true);
  for (const table of ['applications', 'application_events', 'requests'])
    expect(world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
});
