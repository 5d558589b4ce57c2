import { describe, expect, test } from 'vitest';
import type { BulkChange } from '../../src/shared/application/applicationDraft.ts';
import { isSettled } from '../helpers/applicationWorld.ts';
import { asking, createManyNow } from '../helpers/confirm.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';

const count = 60;
const directory = applicationDirectoryForFile({ journals: count });

const changes: BulkChange[] = [{ path: 'bibjson.preservation.service', how: 'add', value: 'Portico' }];
const journalIds = Array.from({ length: count }, (_, index) => `journal${index + 1}`);

async function open() {
  const world = await openWorldForTest({ directory: directory.directory, dialect: '4.0' });
  await world.handlers['journals.refresh']({ accountId: world.accountId });
  return world;
}

describe('a bulk change of journals', () => {
  test('is previewed for each journal, makes one draft each, and is sent from the queue', async () => {
    const world = await open();
    const { accountId } = world;
    const { proposals: preview } = await world.handlers['applications.previewMany']({
      accountId,
      journalIds,
      changes,
    });
    expect(preview).toHaveLength(count);
    expect(preview[0]).toEqual({
      journalId: 'journal1',
      title: 'Journal of Tests 1',
      changes: [{ path: 'bibjson.preservation.service', before: ['CLOCKSS'], after: ['CLOCKSS', 'Portico'] }],
      proposed: ['bibjson.preservation.service'],
      findings: [],
      draftId: null,
      problem: null,
    });
    expect(await world.ids()).toEqual([]);

    const { ids } = await createManyNow(asking(world.handlers), { accountId, journalIds, changes });
    expect(ids).toHaveLength(count);
    const plan = await world.handlers['applications.plan']({ accountId, ids });
    expect(plan.plans.filter((one) => one.action === 'create')).toHaveLength(count);
    expect(await world.send(...ids)).toMatchObject({ queued: count });
    for (const id of ids) await world.reach(id, isSettled);
    const stored = await directory.applications();
    expect(stored).toHaveLength(count);
    expect(stored.every((one) => JSON.stringify(one.bibjson.preservation).includes('Portico'))).toBe(true);
    const writes = (await directory.requests()).filter((one) => one.method === 'POST');
    expect(writes).toHaveLength(count);
  });

  test('names an existing draft and changes it', async () => {
    const world = await open();
    const { accountId } = world;
    const draftId = await world.propose(2);
    const input = { accountId, journalIds: ['journal1', 'journal2'], changes };
    const { proposals: preview } = await world.handlers['applications.previewMany'](input);
    expect(preview.map((one) => one.draftId)).toEqual([null, draftId]);
    expect(preview[1]!.changes.map((one) => one.path)).toEqual([
      'bibjson.oa_start',
      'bibjson.preservation.service',
    ]);
    const { ids } = await createManyNow(asking(world.handlers), input);
    expect(ids[1]).toBe(draftId);
    expect(await world.ids()).toHaveLength(2);
    expect(await world.row(draftId)).toMatchObject({
      changes: 2,
      record: { bibjson: { oa_start: 2015, preservation: { service: ['CLOCKSS', 'Portico'] } } },
    });
  });

  test('leaves out a draft that already has the value, whatever else it changes', async () => {
    const world = await open();
    const { accountId } = world;
    const draftId = await world.propose(2, {
      'bibjson.oa_start': 2015,
      'bibjson.preservation.service': ['CLOCKSS', 'Portico'],
    });
    const { version } = await world.row(draftId);
    const input = { accountId, journalIds: ['journal1', 'journal2'], changes };
    const { proposals: preview } = await world.handlers['applications.previewMany'](input);
    expect(preview.map((one) => [one.changes.length, one.draftId])).toEqual([
      [1, null],
      [0, draftId],
    ]);
    const { ids } = await createManyNow(asking(world.handlers), input);
    expect(ids).toHaveLength(1);
    expect(ids).not.toContain(draftId);
    expect(await world.row(draftId)).toMatchObject({ version, changes: 2 });
  });

  test('is undone in one step: new drafts go to the trash, others are restored', async () => {
    const world = await open();
    const { accountId } = world;
    const [kept, edited] = [await world.propose(2), await world.propose(3)];
    const before = await world.row(kept);
    const input = { accountId, journalIds: ['journal1', 'journal2', 'journal3'], changes };
    const { ids, undoId } = await createManyNow(asking(world.handlers), input);
    const { version, record } = await world.row(edited);
    await world.handlers['applications.save']({ id: edited, version, record: { ...record, own: 1 } });
    const { step, again } = await world.handlers['undo.take']({ id: undoId! });
    expect(step).toMatchObject({ total: 3, taken: 2, stayed: 1, kind: 'createMany' });
    expect((await world.row(ids[0]!)).trashedAt).not.toBeNull();
    const { version: _v, updatedAt: _u, ...as } = before;
    expect(await world.row(kept)).toMatchObject(as);
    expect((await world.row(edited)).record).toMatchObject({
      own: 1,
      bibjson: { preservation: { service: ['CLOCKSS', 'Portico'] } },
    });
    await world.handlers['undo.take']({ id: again! });
    expect((await world.row(ids[0]!)).trashedAt).toBeNull();
    expect(await world.row(kept)).toMatchObject({
      changes: 2,
      record: { bibjson: { preservation: { service: ['CLOCKSS', 'Portico'] } } },
    });
    const { undoId: trashing } = await world.handlers['applications.trash']({ accountId, ids });
    await world.handlers['undo.take']({ id: trashing! });
    expect((await world.rows(ids)).map(({ trashedAt }) => trashedAt)).toEqual([null, null, null]);
  });

  test('explains why a journal cannot take part: withdrawn, unknown, under review, or being sent', async () => {
    const world = await open();
    const { accountId } = world;
    const inReview = await world.propose(3);
    await world.send(inReview);
    await world.reach(inReview, isSettled);
    await directory.setStatus((await world.row(inReview)).remoteId!, 'in progress');
    await world.refresh();
    const queued = await world.propose(4);
    await directory.fault({ kind: 'hang', match: { method: 'POST', path: '/applications' } });
    await world.send(queued);
    const input = {
      accountId,
      journalIds: ['journal1', `journal${count + 1}`, 'nowhere', 'journal3', 'journal4'],
      changes,
    };
    const { proposals: preview } = await world.handlers['applications.previewMany'](input);
    expect(preview.map((one) => one.problem !== null)).toEqual([false, true, true, true, true]);
    expect(preview.slice(3).map((one) => one.draftId)).toEqual([inReview, queued]);
    const { ids } = await createManyNow(asking(world.handlers), input);
    expect(ids).toHaveLength(1);
  });

  test('continues after one of them is refused', async () => {
    const world = await open();
    const { accountId } = world;
    const five = journalIds.slice(0, 5);
    const { ids } = await createManyNow(asking(world.handlers), { accountId, journalIds: five, changes });
    await directory.fault({
      kind: 'status',
      status: 400,
      body: { error: 'bibjson.keywords may only contain a maximum of 6 keywords (ref: r)' },
      match: { method: 'POST', path: '/applications', nth: 2 },
    });
    await world.send(...ids);
    for (const id of ids) await world.reach(id, (row) => isSettled(row) || row.sync === 'refused');
    expect((await world.rows(ids)).map(({ sync }) => sync)).toEqual([
      'sent',
      'refused',
      'sent',
      'sent',
      'sent',
    ]);
    expect((await world.row(ids[1]!)).refusal).toMatchObject({ path: 'bibjson.keywords' });
  });

  test('lists the changed fields of every Update Request, in the order of the form', async () => {
    const world = await open();
    const { accountId } = world;
    const changedFields = () => world.handlers['applications.changedFields']({ accountId });
    const two: BulkChange[] = [...changes, { path: 'bibjson.oa_start', how: 'set', value: 2001 }];
    const { ids } = await createManyNow(asking(world.handlers), {
      accountId,
      journalIds: journalIds.slice(0, 2),
      changes: two,
    });
    await world.handlers['applications.create']({ accountId, journalId: 'journal3' });
    const paths = ['bibjson.oa_start', 'bibjson.preservation.service'];
    expect(await changedFields()).toEqual(ids.map((id) => ({ id, paths })));
  });

  test('leaves unticked fields as they are, for their journal only', async () => {
    const world = await open();
    const { accountId } = world;
    const input = {
      accountId,
      journalIds: ['journal1', 'journal2'],
      changes: [...changes, { path: 'bibjson.oa_start', how: 'set', value: 2001 }] satisfies BulkChange[],
    };
    const { id: plan } = await world.handlers['applications.previewMany'](input);
    const except = [{ journalId: 'journal1', paths: ['bibjson.oa_start'] }];
    const { ids } = await world.handlers['applications.createMany']({ plan, except });
    const changed = await world.handlers['applications.changedFields']({ accountId });
    expect(changed).toEqual([
      { id: ids[0], paths: ['bibjson.preservation.service'] },
      { id: ids[1], paths: ['bibjson.oa_start', 'bibjson.preservation.service'] },
    ]);
    const { proposals: again } = await world.handlers['applications.previewMany'](input);
    expect(again.map(({ proposed }) => proposed)).toEqual([['bibjson.oa_start'], []]);
  });
});
