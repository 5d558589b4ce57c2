import { beforeEach, expect, test } from 'vitest';
import { draftCountFilters } from '../../src/shared/journal/draftCounts.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, foreignArticle, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;
beforeEach(async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
});

/** The number of drafts in the list of ready ones, and what the plan of that list would send. */
async function readyAndSent() {
  const { accountId, handlers } = world;
  const { total, rows } = await world.list(draftCountFilters.ready);
  const plan = await handlers['uploads.plan']({
    accountId,
    selection: { filter: { trashed: false }, except: [] },
    includeUnchanged: false,
  });
  const planned = [];
  for (let place = 0; place < plan.toSend; place++)
    planned.push(await handlers['uploads.planned']({ plan: plan.id, place }));
  expect(await handlers['uploads.planned']({ plan: plan.id, place: plan.toSend })).toBeNull();
  return { total, ready: rows.map(({ id }) => id).sort((a, b) => a - b), planned, plan };
}

test('ready is what the plan will send: a record that readers could hardly find is not', async () => {
  const ids = world.addDrafts([
    article(1),
    article(2, { title: '' }),
    article(3, { year: '' }),
    article(4, { title: 'ALL IN CAPITALS' }),
    article(5, { author: [{ affiliation: 'Press' }] }),
    article(6, { year: '24' }),
  ]);
  const { total, ready, planned, plan } = await readyAndSent();
  expect(ready).toEqual([ids[0], ids[3]]);
  expect(planned).toEqual(ready);
  expect(total).toBe(plan.toSend);
  const rows = (
    await world.handlers['drafts.list']({
      accountId: world.accountId,
      filter: { readiness: ['incomplete'], trashed: false },
      sort: { by: 'readiness', direction: 'asc' },
      offset: 0,
      limit: 100,
    })
  ).rows;
  expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual([ids[1], ids[2], ids[4], ids[5]]);
});

test('a refused record is not ready until it is changed', async () => {
  const [good, refused] = world.addDrafts([article(1), foreignArticle(2)]);
  const { id: uploadId } = await world.send([good!, refused!]);
  await world.until(uploadId, ({ state }) => state === 'done');
  const facets = () =>
    world.handlers['drafts.facets']({ accountId: world.accountId, filter: { trashed: false } });
  const row = async () => (await world.list({ sync: ['refused'] })).rows[0];
  expect(await row()).toMatchObject({ id: refused, readiness: 'incomplete' });
  expect(await facets()).toMatchObject({ readiness: { incomplete: 1, ready: 1 } });
  await world.editDraft(refused!, article(2));
  expect(await row()).toBeUndefined();
  expect(await facets()).toMatchObject({ readiness: { incomplete: 0, ready: 2 } });
});

test('the refusals of an upload are grouped by reason, without those that were corrected', async () => {
  const ids = world.addDrafts([foreignArticle(1), foreignArticle(2), article(3)]);
  const { id } = await world.send(ids);
  await world.until(id, ({ state }) => state === 'done');
  const problems = () => world.handlers['uploads.problems']({ id });
  const { groups, fixed } = await problems();
  expect(groups.map(({ draftIds }) => draftIds)).toEqual([[ids[0], ids[1]]]);
  expect(groups[0]!.isAboutJournal).toBe(true);
  expect(fixed).toEqual([]);
  await world.editDraft(ids[0]!, article(1));
  const later = await problems();
  expect(later.groups.map(({ draftIds }) => draftIds)).toEqual([[ids[1]]]);
  expect(later.fixed).toHaveLength(1);
  const { fixing } = await world.handlers['fixing.startUpload']({ uploadId: id, draftIds: [ids[1]!] });
  expect(fixing).toMatchObject({ total: 1, recordId: ids[1] });
});
