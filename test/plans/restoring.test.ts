import { beforeEach, describe, expect, test } from 'vitest';
import { asking, deleteNow, purgeNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;

beforeEach(async () => {
  world = await openForTest({ directory: directory.directory, key: goodKey });
});

const gone = { code: 'not_found' };
const changed = { code: 'state', problem: { key: 'versions.changed' } };
const save = (id: number, number: number, title: string) => world.editDraft(id, article(number, { title }));
const titlesOf = async (ids: readonly number[]) => (await world.drafts([...ids])).map(({ title }) => title);
const trash = (id: number) =>
  world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [id] } });
async function remove(id: number): Promise<void> {
  await trash(id);
  await purgeNow(asking(world.handlers), { accountId: world.accountId, selection: { ids: [id] } });
}
async function sendAll(ids: readonly number[]): Promise<number> {
  const { id } = await world.send([...ids]);
  await world.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  return id;
}
/** Sends articles, and then other titles over them; returns the drafts and the second upload. */
async function overwritten(numbers: readonly number[]): Promise<{ ids: number[]; uploadId: number }> {
  const ids = world.addDrafts(numbers.map((number) => article(number)));
  await sendAll(ids);
  for (const [at, number] of numbers.entries()) await save(ids[at]!, number, `Overwritten ${number}`);
  return { ids, uploadId: await sendAll(ids) };
}

describe('restoring what an upload replaced', () => {
  const preview = (uploadId: number) => world.handlers['versions.putBackUploadPreview']({ uploadId });
  const restore = (plan: string) => world.handlers['versions.putBackUpload']({ plan });

  test('restores what the dialog listed, and leaves out and names what was edited or trashed since', async () => {
    const { ids, uploadId } = await overwritten([1, 2, 3]);
    const shown = await preview(uploadId);
    expect(shown).toMatchObject({ count: 3, titles: ['Article 1', 'Article 2', 'Article 3'] });
    await save(ids[0]!, 1, 'Edited since');
    await trash(ids[1]!);
    expect(await restore(shown.id)).toEqual({
      accountId: world.accountId,
      recordIds: [ids[2]],
      since: { added: 0, changed: 2, titles: ['Article 1', 'Article 2'] },
    });
    expect(await titlesOf(ids)).toEqual(['Edited since', 'Overwritten 2', 'Article 3']);
    await expect(restore(shown.id)).rejects.toMatchObject(gone);
  });

  test('does not restore a draft that the dialog did not list, although it could be restored by now', async () => {
    const { ids, uploadId } = await overwritten([1, 2]);
    await trash(ids[1]!);
    const shown = await preview(uploadId);
    expect(shown).toMatchObject({ count: 1, leftCount: 1, left: [{ recordId: ids[1] }] });
    await world.handlers['drafts.restore']({ accountId: world.accountId, selection: { ids: [ids[1]!] } });
    expect((await restore(shown.id)).recordIds).toEqual([ids[0]]);
    expect(await titlesOf(ids)).toEqual(['Article 1', 'Overwritten 2']);
  });

  test('does not change another draft of the article that was made since', async () => {
    const { ids, uploadId } = await overwritten([1]);
    await remove(ids[0]!);
    const shown = await preview(uploadId);
    const [other] = world.addDrafts([article(1, { title: 'Typed since' })]);
    expect(await restore(shown.id)).toMatchObject({ recordIds: [], since: { changed: 1 } });
    expect(await titlesOf([other!])).toEqual(['Typed since']);
  });

  test('sends nothing', async () => {
    const { uploadId } = await overwritten([1]);
    const before = (await directory.requests()).length;
    await restore((await preview(uploadId)).id);
    expect((await directory.requests()).length).toBe(before);
  });
});

describe('restoring one version', () => {
  test('replaces only the content that it was compared with', async () => {
    const { ids } = await overwritten([1]);
    const [id] = ids as [number];
    const { versions } = await world.handlers['versions.list']({ kind: 'article', recordId: id });
    const compare = () => world.handlers['versions.compare']({ id: versions[0]!.id, recordId: id });
    const shown = await compare();
    await save(id, 1, 'Edited since');
    await expect(world.handlers['versions.putBack']({ plan: shown.plan })).rejects.toMatchObject(changed);
    expect(await titlesOf([id])).toEqual(['Edited since']);
    await expect(world.handlers['versions.putBack']({ plan: shown.plan })).rejects.toMatchObject(gone);
    await world.handlers['versions.putBack']({ plan: (await compare()).plan });
    expect(await titlesOf([id])).toEqual(['Article 1']);
  });
});

describe('restoring a deleted article', () => {
  const preview = (id: number) => world.handlers['deletions.restorePreview']({ id });
  const restore = (plan: string) => world.handlers['deletions.restore']({ plan });
  const deletions = () =>
    world.handlers['deletions.list']({ accountId: world.accountId, offset: 0, limit: 10 });
  async function deleted(): Promise<{ id: number; deletionId: number }> {
    const [id] = world.addDrafts([article(1)]) as [number];
    await sendAll([id]);
    await deleteNow(asking(world.handlers), { accountId: world.accountId, of: { selection: { ids: [id] } } });
    await world.when(async () => (await deletions()).open === 0);
    return { id, deletionId: (await deletions()).deletions[0]!.id };
  }

  test('replaces only the content that the dialog was about', async () => {
    const { id, deletionId } = await deleted();
    const same = await preview(deletionId);
    expect(same).toMatchObject({ title: 'Article 1', isNew: false, replaces: false });
    await save(id, 1, 'Edited since');
    await expect(restore(same.id)).rejects.toMatchObject(changed);
    expect(await titlesOf([id])).toEqual(['Edited since']);
    const again = await preview(deletionId);
    expect(again).toMatchObject({ isNew: false, replaces: true });
    await restore(again.id);
    expect(await titlesOf([id])).toEqual(['Article 1']);
  });

  test('makes one new draft, however many windows ask for it', async () => {
    const { id, deletionId } = await deleted();
    await remove(id);
    const [first, second] = [await preview(deletionId), await preview(deletionId)];
    expect(first).toMatchObject({ isNew: true, replaces: false });
    const { recordIds } = await restore(first.id);
    await expect(restore(second.id)).rejects.toMatchObject(changed);
    expect((await preview(deletionId)).isNew).toBe(false);
    expect(await titlesOf(recordIds)).toEqual(['Article 1']);
  });
});
