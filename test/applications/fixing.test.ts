import { expect, test } from 'vitest';
import type { CallData, CallOutput } from '../../src/shared/contract/contract.ts';
import { type ApplicationWorld, isSettled } from '../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = applicationDirectoryForFile({ journals: 4 });

const broken = { 'bibjson.oa_start': 99 };

async function open(): Promise<ApplicationWorld> {
  const world = await openWorldForTest({ directory: directory.directory, dialect: '4.0' });
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  return world;
}

type Status = CallOutput<'fixing.get'>;

const start = async (
  { handlers, accountId }: ApplicationWorld,
  ids: number[],
  list: CallData<'fixing.startRequests'>['list'] = 'all',
) => (await handlers['fixing.startRequests']({ accountId, list, ids })).fixing;
const step = ({ handlers }: ApplicationWorld, { id, place }: Status, what: 'fix' | 'skip') =>
  handlers['fixing.step']({ id, place, step: { do: what } });

/** Saves a year as the window does in fixing mode. */
async function fix({ handlers }: ApplicationWorld, { id: fixing, recordId: id }: Status, year: number) {
  const { version, record } = await handlers['applications.get']({ id });
  const bibjson = { ...(record.bibjson as object), oa_start: year };
  await handlers['applications.save']({ id, version, record: { ...record, bibjson }, fixing });
}

test('Update Requests are fixed in the given order, and undone as one step', async () => {
  const world = await open();
  const { handlers, accountId } = world;
  const [first, good, third] = [
    await world.propose(1, broken),
    await world.propose(2),
    await world.propose(3, broken),
  ];
  const before = await world.rows([first, third]);
  let fixing = await start(world, [third, good, first]);
  expect(fixing).toMatchObject({ kind: 'application', total: 2, recordId: third });
  const { remains } = await step(world, fixing, 'fix');
  expect(textOf(remains!)).toBe('1 error is left.');
  await fix(world, fixing, 2013);
  ({ fixing } = await step(world, fixing, 'fix'));
  expect(fixing).toMatchObject({ place: 1, recordId: first, counts: { fixed: 1, left: 1 } });
  // The same record is saved several times while it is typed.
  await fix(world, fixing, 201);
  await fix(world, fixing, 2014);
  ({ fixing } = await step(world, fixing, 'fix'));
  expect(fixing).toMatchObject({ isOver: true, counts: { fixed: 2 } });
  const { rows } = await handlers['fixing.records']({ id: fixing.id, offset: 0, limit: 10 });
  expect(rows.map(({ title, mark, errors }) => ({ title, mark, errors }))).toEqual([
    { title: 'Journal of Tests 3', mark: 'fixed', errors: 0 },
    { title: 'Journal of Tests 1', mark: 'fixed', errors: 0 },
  ]);

  const [made] = await handlers['undo.list']({ accountId });
  expect(made).toMatchObject({ kind: 'fix', subject: String(fixing.id), total: 2, state: 'done' });
  world.received.length = 0;
  await handlers['undo.take']({ id: made!.id });
  const after = await world.rows([first, third]);
  expect(after.map(({ record, errors }) => ({ record, errors }))).toEqual(
    before.map(({ record, errors }) => ({ record, errors })),
  );
  expect(world.received.map(({ name }) => name)).toContain('applications.changed');
});

test('a request that was sent back is fixed when it is changed, one that waits there has nothing to fix', async () => {
  const world = await open();
  const ids = [await world.propose(1), await world.propose(2)];
  await world.send(...ids);
  const [back] = [await world.reach(ids[0]!, isSettled), await world.reach(ids[1]!, isSettled)];
  await expect(start(world, ids)).rejects.toMatchObject({ code: 'state' });
  await directory.setStatus(back.remoteId!, 'revisions_required');
  await world.refresh();
  let fixing = await start(world, ids, 'sentBack');
  expect(fixing).toMatchObject({ total: 1, recordId: ids[0] });
  const { remains } = await step(world, fixing, 'fix');
  expect(textOf(remains!)).toBe('The record has not been changed since it was sent back.');
  await fix(world, fixing, 2014);
  ({ fixing } = await step(world, fixing, 'fix'));
  expect(fixing).toMatchObject({ isOver: true, counts: { fixed: 1 } });
});

test('a request that was moved to the trash is passed over', async () => {
  const world = await open();
  const { handlers, accountId } = world;
  const ids = [
    await world.propose(1, broken),
    await world.propose(2, broken),
    await world.propose(3, broken),
  ];
  const { id } = await start(world, ids);
  await handlers['applications.trash']({ accountId, ids: [ids[1]!] });
  const [listed] = await handlers['fixing.list']({ accountId });
  expect(listed).toMatchObject({ id, kind: 'application', place: 0 });
  const { fixing, passed } = await step(world, listed!, 'skip');
  expect(passed).toEqual({ fixed: 0, gone: 1 });
  expect(fixing).toMatchObject({ place: 2, recordId: ids[2], counts: { skipped: 1, gone: 1, left: 1 } });
});
