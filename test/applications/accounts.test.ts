import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { isSettled, openApplicationWorld, textsOf } from '../helpers/applicationWorld.ts';
import { asking, removeAccountNow } from '../helpers/confirm.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = applicationDirectoryForFile();

function open(dialect: Dialect = '4.0') {
  return openWorldForTest({ directory: directory.directory, dialect });
}

test('removing an account with applications requires removing them as well', async () => {
  const world = await open();
  await world.propose(1);
  const { accountId: id, handlers } = world;
  await expect(removeAccountNow(asking(handlers), id, false)).rejects.toMatchObject({
    code: 'state',
    problem: saying('The account has 1 draft.'),
  });
  await removeAccountNow(asking(handlers), id, true);
  expect(world.db.prepare('SELECT count(*) FROM applications').pluck().get()).toBe(0);
  expect(world.db.prepare('SELECT count(*) FROM application_events').pluck().get()).toBe(0);
});

test('an address cannot change while requests sent to it have no known outcome', async () => {
  const world = await open();
  const id = await world.propose(1);
  // What is open for the journal is asked for before it is sent.
  await world.plan(id);
  await directory.fault([
    { kind: 'drop_after', match: { method: 'POST', times: 1 } },
    { kind: 'status', status: 502, body: 'bad', match: { path: 'search/' } },
  ]);
  await world.send(id);
  await world.reach(id, (row) => row.sync === 'unsure');
  const move = () => world.handlers['accounts.update']({ id: world.accountId, dialect: '3.0.1' });
  await expect(move()).rejects.toMatchObject({ code: 'state' });
  await directory.clearFaults();
  await world.reach(id, isSettled);
  await expect(move()).resolves.toMatchObject({ dialect: '3.0.1' });
  const { accountId } = world;
  await world.when(() =>
    world.received.some(({ data }) => isDeepStrictEqual(data, { accountId, ids: null })),
  );
});

test('a wrong address can be corrected while an application waits, which is then sent automatically', async () => {
  const world = await open();
  const id = await world.propose(1);
  const { accountId, handlers } = world;
  await world.plan(id);
  const right = directory.directory['4.0'];
  await handlers['accounts.update']({ id: accountId, base: right.replace('/directory/', '/nowhere/') });
  await world.send(id);
  await world.reach(id, (row) => textsOf(row).some((text) => text.includes('is not the address of')));
  await handlers['accounts.update']({ id: accountId, base: right });
  await world.reach(id, isSettled);
});

test('changing the dialect rechecks and recounts the applications', async () => {
  const world = await open('4.0');
  const { id } = await world.handlers['applications.create']({ accountId: world.accountId, journalId: null });
  const before = (await world.row(id)).errors;
  await world.handlers['accounts.update']({ id: world.accountId, dialect: '3.0.1' });
  // 3.0.1 also requires a contact with a name and an address.
  await world.reach(id, (row) => row.errors > before);
  expect((await world.get(id)).findings.map((finding) => finding.path)).toEqual(
    expect.arrayContaining(['admin.contact.name', 'admin.contact.email']),
  );
});

test('an API version that was switched off stops sending until the account is changed to 4.0', async () => {
  const world = await open('3.0.1');
  const id = await world.propose(1);
  await directory.fault({
    kind: 'status',
    status: 400,
    body: { error: 'Version 3 is no longer supported. (ref: x)' },
    match: { path: '/api/v3/applications' },
  });
  await world.send(id);
  await world.reach(id, (row) => textsOf(row).some((text) => text.includes('no longer offers')));
  await world.handlers['accounts.switchTo4']({ id: world.accountId });
  await world.reach(id, isSettled);
  expect(await directory.applications()).toMatchObject([{ bibjson: { oa_start: 2015 } }]);
});

test('the queue and unknown outcomes survive a stop and continue at the next start', async () => {
  const world = await open();
  const { folder } = world;
  const [queued, unsure] = [await world.propose(1), await world.propose(2)];
  await world.plan(queued, unsure);
  await directory.fault({ kind: 'drop_after', match: { method: 'POST', times: 1 } });
  await directory.fault({ kind: 'status', status: 502, body: 'bad', match: { path: 'search/' } });
  await world.send(unsure);
  await world.reach(unsure, (row) => row.sync === 'unsure');
  await world.send(queued);
  await world.close();
  await directory.clearFaults();
  const next = await openApplicationWorld({ directory: directory.directory, dialect: '4.0', folder });
  onTestFinished(() => next.close());
  for (const id of [queued, unsure]) await next.reach(id, isSettled);
  expect(await directory.applications()).toHaveLength(2);
});

test('without a connection, a draft begins from the cached journal', async () => {
  const world = await open();
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  await directory.fault({ kind: 'drop_before', match: { path: '/journals/journal1' } });
  const begun = await world.handlers['applications.create']({
    accountId: world.accountId,
    journalId: 'journal1',
  });
  expect(begun.base).toMatchObject({ id: 'journal1' });
  expect(textOf(begun.timeline[0]!.message)).toContain('record as of');
  await directory.clearFaults();
  const before = begun.baseAt!;
  const fresh = await world.handlers['applications.refreshBase']({ id: begun.id });
  expect(fresh.baseAt! > before).toBe(true);
  expect(fresh).toMatchObject({ version: begun.version, record: begun.record });
});
