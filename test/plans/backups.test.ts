import { appendFileSync, copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupsOf, openWorld } from '../helpers/backupWorld.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const changed = { code: 'state', problem: { key: 'backups.changed.message' } };

async function openCompared() {
  const folder = temporaryFolder();
  const world = await openWorld(folder);
  const id = await world.addDraft('Shared');
  const { name } = await world.handlers['backups.make']({});
  await world.addDraft('Lost');
  const { accountId } = await world.handlers['drafts.get']({ id });
  const edit = async (title: string) => {
    const { record, version } = await world.handlers['drafts.get']({ id });
    const bibjson = { ...(record.bibjson as object), title };
    await world.handlers['drafts.save']({ id, version, record: { ...record, bibjson } });
  };
  const preview = () => world.handlers['backups.preview']({ name });
  const restore = (plan: string) => world.handlers['backups.restore']({ plan });
  return { ...world, folder, name, accountId, edit, preview, restore };
}

test('restores nothing if a draft was added since the comparison, although another loss was confirmed', async () => {
  const { preview, restore, addDraft, titles } = await openCompared();
  const shown = await preview();
  expect(shown.drafts.lost).toBe(1);
  await addDraft('New since');
  await expect(restore(shown.id)).rejects.toMatchObject(changed);
  expect(await titles()).toEqual(['Lost', 'New since', 'Shared']);
  await expect(restore(shown.id)).rejects.toMatchObject({ code: 'not_found' });
  await restore((await preview()).id);
  expect(await titles()).toEqual(['Shared']);
});

test('restores nothing if one lost draft replaced another, so that the number is the same', async () => {
  const { preview, restore, addDraft, titles, handlers, accountId } = await openCompared();
  const shown = await preview();
  await handlers['drafts.trash']({
    accountId,
    selection: { filter: { trashed: false, text: 'Lost' }, except: [] },
  });
  await addDraft('Another');
  expect((await preview()).drafts).toEqual(shown.drafts);
  await expect(restore(shown.id)).rejects.toMatchObject(changed);
  expect(await titles()).toEqual(['Another', 'Shared']);
});

test('restores nothing if a draft that had changed anyway was edited since', async () => {
  const { preview, restore, edit, titles } = await openCompared();
  await edit('Edited');
  const shown = await preview();
  expect(shown.drafts.changed).toBe(1);
  await edit('Edited again');
  await expect(restore(shown.id)).rejects.toMatchObject(changed);
  expect(await titles()).toEqual(['Edited again', 'Lost']);
});

test('restores nothing if another file took the name of the backup that was compared', async () => {
  const { folder, name, preview, restore, titles } = await openCompared();
  const shown = await preview();
  const file = join(backupsOf(folder), name);
  copyFileSync(file, `${file}.other`);
  // SQLite ignores what follows its pages.
  appendFileSync(`${file}.other`, Buffer.alloc(4096));
  renameSync(`${file}.other`, file);
  await expect(restore(shown.id)).rejects.toMatchObject(changed);
  expect(await titles()).toEqual(['Lost', 'Shared']);
});
