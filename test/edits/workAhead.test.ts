import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { EditOrder } from '../../src/main/edits/editJob.ts';
import { createEditSlices, type WorkedOut } from '../../src/main/edits/editSlices.ts';
import { createWorkAhead } from '../../src/main/edits/workAhead.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { writeSignalOf } from '../../src/main/store/write.ts';
import { article } from '../helpers/storeParts.ts';
import { openTestServices } from '../helpers/testServices.ts';
import '../helpers/setUp.ts';

const newJob = (): EditOrder['job'] => ({
  id: randomUUID(),
  accountId: 'a',
  at: '2026-01-01T00:00:00.000Z',
  edit: { do: 'set', field: 'volume', value: '7', onlyEmpty: false },
});

const workedOut = (id: number): WorkedOut => ({ ...{ id, version: 1, checks: 0, result: 'unchanged' } });

const newEnough = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** A second thread that works out every draft, and keeps the ids it was asked for. */
function secondThread() {
  const asked: number[][] = [];
  const ask = async ({ ids }: EditOrder) => {
    asked.push([...ids]);
    return ids.map(workedOut);
  };
  return { asked, ask };
}

/** Services, and a connection of their second thread. */
async function openSecond() {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-edits-'));
  const nowhere = 'http://127.0.0.1:9/api/v3/';
  const services = await openTestServices({ folder, directory: { '3.0.1': nowhere, '4.0': nowhere } });
  const db = openDatabase(services.db.name, { durable: false });
  onTestFinished(async () => {
    db.close();
    await services.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { services, db };
}

test('the next drafts are computed once, while earlier ones are written', async () => {
  const { asked, ask } = secondThread();
  const workAhead = createWorkAhead(ask, newEnough());
  const readyOf = async (ids: number[], following: number[]) => {
    const ready = await workAhead.readyFor({ what: 'apply', job, ids, following });
    return ids.filter((id) => ready.has(id));
  };
  const job = newJob();
  expect(await readyOf([1, 2], [3, 4])).toEqual([]);
  // The first order handled only one draft.
  expect(await readyOf([2, 3], [4, 5])).toEqual([3]);
  expect(await readyOf([4, 5], [])).toEqual([4, 5]);
  expect(asked).toEqual([[3, 4], [5]]);
});

test('the second thread computes until the next order arrives; the drafts it did not reach are asked for again', async () => {
  const enough = newEnough();
  const asked: (readonly number[])[] = [];
  const workAhead = createWorkAhead(async ({ ids }) => {
    asked.push(ids);
    while (Atomics.load(enough, 0) === 0) await setTimeout(1);
    return ids.slice(0, 1).map(workedOut);
  }, enough);
  const job = newJob();
  await workAhead.readyFor({ what: 'apply', job, ids: [1], following: [2, 3] });
  expect((await workAhead.readyFor({ what: 'apply', job, ids: [2], following: [3, 4] })).has(2)).toBe(true);
  await workAhead.readyFor({ what: 'apply', job, ids: [3], following: [4] });
  expect(asked).toEqual([[2, 3], [3, 4], [4]]);
  // The end of an edit ends the last request, too.
  await workAhead.end();
  expect((await workAhead.readyFor({ what: 'apply', job, ids: [4], following: [] })).size).toBe(0);
});

test('the second thread stops once there is enough, after at least one draft', async () => {
  const { services, db } = await openSecond();
  const ids = services.addDrafts([article({ title: 'One' }), article({ title: 'Two' })]);
  const enough = newEnough();
  const slices = createEditSlices(db, { signal: writeSignalOf(db), enough });
  const order: EditOrder = { what: 'workOut', job: { ...newJob(), accountId: services.accountId }, ids };
  expect(slices.workOut(order)).toHaveLength(2);
  Atomics.store(enough, 0, 1);
  expect(slices.workOut(order)).toHaveLength(1);
});

test('another edit does not get the drafts of the previous one', async () => {
  const { ask } = secondThread();
  const workAhead = createWorkAhead(ask, newEnough());
  await workAhead.readyFor({ what: 'apply', job: newJob(), ids: [1], following: [2] });
  expect((await workAhead.readyFor({ what: 'apply', job: newJob(), ids: [2], following: [] })).size).toBe(0);
});

test('nothing is ready if the second thread fails', async () => {
  const workAhead = createWorkAhead(async () => {
    throw new Error('broken');
  }, newEnough());
  const order = { what: 'apply', job: newJob() } as const;
  await workAhead.readyFor({ ...order, ids: [1], following: [2] });
  expect((await workAhead.readyFor({ ...order, ids: [2], following: [] })).size).toBe(0);
});

test('a draft that was saved after it was computed is edited as it is now', async () => {
  const { services, db } = await openSecond();
  const ids = services.addDrafts([article({ title: 'Kept' }), article({ title: 'Old' })]);
  const slices = createEditSlices(db, { signal: writeSignalOf(db) });
  const order: EditOrder = { what: 'apply', job: { ...newJob(), accountId: services.accountId }, ids };
  const ready = new Map(slices.workOut(order).map((one) => [one.id, one]));
  expect(ready.size).toBe(2);
  const [, { record, version }] = (await services.drafts(ids)) as [
    unknown,
    { record: object; version: number },
  ];
  const bibjson = { ...(record as { bibjson: object }).bibjson, title: 'New' };
  await services.handlers['drafts.save']({ id: ids[1]!, version, record: { ...record, bibjson } });
  // A slice may end early, because this thread has wanted to write.
  const changed: number[] = [];
  for (let left = ids; left.length > 0; ) {
    const slice = slices.run({ ...order, ids: left }, ready);
    changed.push(...slice.changed);
    left = left.slice(slice.handled);
  }
  expect(changed).toEqual(ids);
  const after = await services.drafts(ids);
  expect(after.map((draft) => draft.record.bibjson)).toMatchObject([
    { title: 'Kept', journal: { volume: '7' } },
    { title: 'New', journal: { volume: '7' } },
  ]);
});
