import { beforeEach, describe, expect, test } from 'vitest';
import { type ApplicationWorld, isSettled } from '../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';

const directory = applicationDirectoryForFile();
let world: ApplicationWorld;

beforeEach(async () => {
  world = await openWorldForTest({ directory: directory.directory });
});

const gone = { code: 'not_found' };
const plan = (...ids: number[]) => world.handlers['applications.plan']({ accountId: world.accountId, ids });
const send = (id: string) => world.handlers['applications.send']({ plan: id });
async function sent(journal: number): Promise<number> {
  const id = await world.propose(journal);
  await world.send(id);
  await world.reach(id, isSettled);
  return id;
}

describe('sending', () => {
  test('sends what the plan showed, and leaves out and names what was edited since', async () => {
    const [first, second] = [await world.propose(1), await world.propose(2)];
    const shown = await plan(first, second);
    await world.edit(second, 'bibjson.oa_start', 1999);
    const { title } = await world.get(second);
    expect(await send(shown.id)).toEqual({ queued: 1, since: { added: 0, changed: 1, titles: [title] } });
    await world.reach(first, isSettled);
    expect((await world.row(second)).sync).toBe('never');
    expect(await directory.applications()).toHaveLength(1);
    await expect(send(shown.id)).rejects.toMatchObject(gone);
  });

  test('does not send a value that is ignored only since the plan was shown', async () => {
    const id = await world.propose(1);
    const shown = await plan(id);
    expect(shown.plans[0]!.ignored).toEqual([]);
    await world.edit(id, 'bibjson.title', 'Another name');
    await expect(send(shown.id)).rejects.toMatchObject({ code: 'state' });
    expect((await world.row(id)).sync).toBe('never');
  });

  test('does not send what the plan held back, although nothing holds it back any more', async () => {
    const [first, second] = [await world.propose(1), await world.propose(1, { 'bibjson.oa_start': 2018 })];
    const shown = await plan(first, second);
    expect(shown.plans.map(({ action }) => action)).toEqual(['create', 'held-back']);
    await world.handlers['applications.trash']({ accountId: world.accountId, ids: [first] });
    await expect(send(shown.id)).rejects.toMatchObject({ code: 'state' });
    expect((await world.row(second)).sync).toBe('never');
  });
});

describe('the same changes for many journals', () => {
  const changes = [{ path: 'bibjson.preservation.service', how: 'add' as const, value: 'Portico' }];
  const preview = (...journals: number[]) =>
    world.handlers['applications.previewMany']({
      accountId: world.accountId,
      journalIds: journals.map((journal) => `journal${journal}`),
      changes,
    });
  const create = (plan: string, except?: { journalId: string; paths: string[] }[]) =>
    world.handlers['applications.createMany']({ plan, ...(except && { except }) });

  test('makes what the dialog listed, and leaves out and names a journal whose draft was edited or begun since', async () => {
    const draft = await world.propose(2);
    const shown = await preview(1, 2, 3);
    await world.edit(draft, 'bibjson.oa_start', 1999);
    const begun = await world.propose(3);
    const { ids, since } = await create(shown.id);
    expect(since).toEqual({ added: 0, changed: 2, titles: ['Journal of Tests 2', 'Journal of Tests 3'] });
    expect(ids).toHaveLength(1);
    expect((await world.get(ids[0]!)).journalId).toBe('journal1');
    for (const id of [draft, begun]) expect((await world.row(id)).changes).toBe(1);
    await expect(create(shown.id)).rejects.toMatchObject(gone);
  });

  test('makes nothing for a journal that was not possible, and nothing if all have changed', async () => {
    const shown = await preview(1);
    const draft = await world.propose(1);
    await expect(create(shown.id)).rejects.toMatchObject({ code: 'state' });
    expect(await world.ids()).toEqual([draft]);
    await world.send(draft);
    const blocked = await preview(1);
    expect(blocked.proposals[0]!.problem).not.toBeNull();
    await world.reach(draft, isSettled);
    expect(await create(blocked.id)).toMatchObject({ ids: [], since: { changed: 0 } });
  });

  test('does not name a journal that the user unticked, and sends nothing', async () => {
    const shown = await preview(1, 2);
    await world.propose(2);
    const before = (await directory.requests()).length;
    const except = [{ journalId: 'journal2', paths: ['bibjson.preservation.service'] }];
    expect(await create(shown.id, except)).toMatchObject({ since: { changed: 0 } });
    expect((await directory.requests()).slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await directory.applications()).toEqual([]);
  });
});

describe('withdrawing', () => {
  test('withdraws what the dialog was about, not what replaced it since', async () => {
    const id = await sent(1);
    const shown = await world.handlers['applications.deletePreview']({ id });
    await world.edit(id, 'bibjson.oa_start', 2001);
    await world.send(id);
    await world.reach(id, isSettled);
    await expect(world.handlers['applications.delete']({ plan: shown.id })).rejects.toMatchObject({
      code: 'state',
    });
    expect(await directory.applications()).toHaveLength(1);
    await expect(world.handlers['applications.delete']({ plan: shown.id })).rejects.toMatchObject(gone);
    const again = await world.handlers['applications.deletePreview']({ id });
    await world.handlers['applications.delete']({ plan: again.id });
    expect(await directory.applications()).toEqual([]);
  });
});

describe('deleting permanently', () => {
  test('deletes what the dialog listed, except what was restored and changed since', async () => {
    const ids = [await world.propose(1), await world.propose(2)];
    const { accountId } = world;
    const { title } = await world.get(ids[1]!);
    await world.handlers['applications.trash']({ accountId, ids });
    const shown = await world.handlers['applications.purgePreview']({ accountId, ids });
    expect(shown.count).toBe(2);
    await world.handlers['applications.restore']({ accountId, ids: [ids[1]!] });
    expect(await world.handlers['applications.purge']({ plan: shown.id })).toEqual({
      count: 1,
      since: { added: 0, changed: 1, titles: [title] },
    });
    expect(await world.ids()).toEqual([ids[1]]);
  });
});
