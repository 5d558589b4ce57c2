import { beforeEach, describe, expect, test } from 'vitest';
import type { CallOutput } from '../../src/shared/contract/contract.ts';
import type { DraftFilter, DraftRecord } from '../../src/shared/draft/draft.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { asking, retryFixedNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, foreignArticle, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;
beforeEach(async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
});

const broken = (number: number) => article(number, { author: [{ affiliation: 'Press' }] });
const newestFirst = { by: 'updated', direction: 'desc' } as const;
const byTitle = { by: 'title', direction: 'asc' } as const;
const incomplete: DraftFilter = { readiness: ['incomplete'] };

type Status = CallOutput<'fixing.get'>;
type Step = Parameters<TestServices['handlers']['fixing.step']>[0]['step'];

const start = (
  filter: DraftFilter,
  more: { ids?: number[]; except?: number[]; sort?: typeof byTitle } = {},
) =>
  world.handlers['fixing.start']({
    accountId: world.accountId,
    filter: { trashed: false, ...filter },
    sort: more.sort ?? newestFirst,
    selection: more.ids
      ? { ids: more.ids }
      : { filter: { trashed: false, ...filter }, except: more.except ?? [] },
  });
const step = (fixing: Status, one: Step) =>
  world.handlers['fixing.step']({ id: fixing.id, place: fixing.place, step: one });
const rows = async ({ id }: Status) =>
  (await world.handlers['fixing.records']({ id, offset: 0, limit: 500 })).rows;

/** Saves a record as the window does in fixing mode. */
async function fix(fixing: Status, record = article(fixing.recordId)) {
  const { version } = await world.draft(fixing.recordId);
  await world.handlers['drafts.save']({ id: fixing.recordId, version, record, fixing: fixing.id });
}

describe('fixing mode', () => {
  test('keeps the order of the list although fixing moves records in it', async () => {
    const ids = world.addDrafts([broken(1), article(2), broken(3), broken(4)]);
    let { fixing } = await start(incomplete);
    const order = (await rows(fixing)).map(({ recordId }) => recordId);
    expect(order).toEqual([ids[3], ids[2], ids[0]]);
    for (const recordId of order) {
      expect(fixing.recordId).toBe(recordId);
      await fix(fixing);
      ({ fixing } = await step(fixing, { do: 'fix' }));
    }
    expect(fixing).toMatchObject({ isOver: true, counts: { fixed: 3, left: 0 } });
    expect((await rows(fixing)).map(({ recordId }) => recordId)).toEqual(order);
  });

  test('takes the selected records that have something to fix, in the order of the list', async () => {
    const ids = world.addDrafts([
      broken(1),
      article(2),
      article(3, { title: 'C', link: [], identifier: [] }),
      article(4, { title: 'B', link: [], identifier: [] }),
    ]);
    const { fixing } = await start({}, { ids: [ids[2]!, ids[1]!, ids[3]!], sort: byTitle });
    expect((await rows(fixing)).map(({ recordId }) => recordId)).toEqual([ids[3], ids[2]]);
    const others = await start({}, { except: [ids[3]!], sort: byTitle });
    expect((await rows(others.fixing)).map(({ recordId }) => recordId)).toEqual([ids[0], ids[2]]);
  });

  test('takes undecided records that have warnings, and no others of them', async () => {
    const capitals = (number: number) =>
      article(number, { title: `THE SOILS OF THE NORTHERN COAST ${number}` });
    const { identifier } = article(1).bibjson as { identifier: { type: string; id: string }[] };
    const sameDoi = (record: DraftRecord) => setAt(record, 'bibjson.identifier', identifier);
    const [first, second, , other] = world.addDrafts([
      capitals(1),
      sameDoi(capitals(2)),
      sameDoi(article(3)),
      broken(4),
    ]);
    const { fixing } = await start({});
    expect((await rows(fixing)).map(({ recordId }) => recordId)).toEqual([other, second, first]);
    const undecided = await start({ readiness: ['undecided'] });
    expect((await rows(undecided.fixing)).map(({ recordId }) => recordId)).toEqual([second, first]);
  });

  test('of a kind of finding: a record is fixed when it is gone, whatever else it has', async () => {
    world.addDrafts([broken(1), article(2)]);
    const { fixing } = await start({ finding: ['author-name-missing'] });
    expect(fixing.total).toBe(1);
    const { remains } = await step(fixing, { do: 'fix' });
    expect(textOf(remains!)).toBe('Still there: Author without a name.');
    await fix(fixing, article(1, { identifier: [] }));
    expect((await step(fixing, { do: 'fix' })).fixing).toMatchObject({ isOver: true, counts: { fixed: 1 } });
  });

  test('does not start if nothing needs fixing', async () => {
    world.addDrafts([article(1)]);
    await expect(start({ readiness: ['ready'] })).rejects.toMatchObject({ code: 'state' });
    await expect(start(incomplete)).rejects.toMatchObject({ code: 'state' });
  });

  test('says what is left of a record, and goes on if the user insists', async () => {
    world.addDrafts([broken(1), broken(2)]);
    const { fixing } = await start(incomplete);
    const kept = await step(fixing, { do: 'fix' });
    expect(textOf(kept.remains!)).toBe('1 error is left.');
    expect(kept.fixing).toMatchObject({ place: 0, mark: 'left' });
    const gone = await step(fixing, { do: 'fix', insists: true });
    expect(gone).toMatchObject({ remains: null, fixing: { place: 1, counts: { skipped: 1, left: 1 } } });
  });

  test('marks records that were fixed elsewhere, and skips deleted ones', async () => {
    const ids = world.addDrafts([broken(1), broken(2), broken(3), broken(4)]);
    const { fixing } = await start(incomplete);
    await world.editDraft(ids[2]!, article(3));
    await world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [ids[1]!] } });
    const { fixing: next, passed } = await step(fixing, { do: 'skip' });
    expect(passed).toEqual({ fixed: 1, gone: 1 });
    expect(next).toMatchObject({ recordId: ids[0], counts: { fixed: 1, gone: 1, skipped: 1, left: 1 } });
  });

  test('does nothing if another window has moved on', async () => {
    world.addDrafts([broken(1), broken(2), broken(3)]);
    const { fixing } = await start(incomplete);
    await step(fixing, { do: 'skip' });
    const late = await step(fixing, { do: 'skip' });
    expect(late.fixing).toMatchObject({ place: 1, counts: { skipped: 1 } });
  });

  test('continues after a restart, and is listed until it is over', async () => {
    world.addDrafts([broken(1), broken(2)]);
    const { fixing } = await start(incomplete);
    await step(fixing, { do: 'skip' });
    await world.close();
    world = await openForTest({ folder: world.folder, directory: directory.directory, key: goodKey });
    const { accountId } = world;
    const [open] = await world.handlers['fixing.list']({ accountId });
    expect(open).toMatchObject({ id: fixing.id, place: 1, counts: { skipped: 1 } });
    await step(open!, { do: 'end' });
    expect(await world.handlers['fixing.list']({ accountId })).toEqual([]);
    expect((await step(open!, { do: 'resume' })).fixing).toMatchObject({ isOver: false, place: 1 });
  });

  test('undoes every change made in it as one step, and nothing else', async () => {
    const records = [broken(1), broken(2), broken(3)];
    const ids = world.addDrafts(records);
    let { fixing } = await start(incomplete);
    // The same record is saved several times while it is typed.
    await fix(fixing, article(3, { title: 'T' }));
    await fix(fixing, article(3, { title: 'Two words' }));
    ({ fixing } = await step(fixing, { do: 'fix' }));
    await fix(fixing);
    await world.editDraft(ids[0]!, article(1));
    const { accountId } = world;
    const steps = await world.handlers['undo.list']({ accountId });
    expect(steps).toMatchObject([{ kind: 'fix', subject: String(fixing.id), total: 2, state: 'done' }]);
    const { step: taken } = await world.handlers['undo.take']({ id: steps[0]!.id });
    expect(taken).toMatchObject({ taken: 2, stayed: 0 });
    const [first, second, third] = await world.drafts(ids);
    expect([second!.record, third!.record]).toEqual([records[1], records[2]]);
    expect(first!.record).toEqual(article(1));
  });

  test('of an upload: queues just the fixed records again', async () => {
    const ids = world.addDrafts([article(1), foreignArticle(2), foreignArticle(3), foreignArticle(4)]);
    const { id: uploadId } = await world.send(ids);
    await world.until(uploadId, ({ state }) => state === 'done');
    let { fixing } = await world.handlers['fixing.startUpload']({ uploadId });
    expect(fixing).toMatchObject({ uploadId, total: 3, recordId: ids[1] });
    const unchanged = await step(fixing, { do: 'fix' });
    expect(textOf(unchanged.remains!)).toBe('The record has not been changed since it was refused.');
    await fix(fixing, article(2));
    ({ fixing } = await step(fixing, { do: 'fix' }));
    ({ fixing } = await step(fixing, { do: 'skip' }));
    await fix(fixing, article(4));
    ({ fixing } = await step(fixing, { do: 'fix' }));
    expect(fixing).toMatchObject({ isOver: true, retryable: 2, counts: { fixed: 2, skipped: 1 } });
    await retryFixedNow(asking(world.handlers), fixing.id);
    const upload = await world.until(uploadId, ({ state }) => state === 'done');
    expect(upload.counts).toMatchObject({ created: 3, refused: 1 });
    expect(await world.handlers['fixing.get']({ id: fixing.id })).toMatchObject({ retryable: 0 });
    await expect(retryFixedNow(asking(world.handlers), fixing.id)).rejects.toMatchObject({ code: 'state' });
  });
});
