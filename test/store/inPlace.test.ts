import { cpSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../src/main/platform/files/lockFolder.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { flushLater } from '../../src/main/store/flush.ts';
import { alsoWatch } from '../../src/main/store/inPlace.ts';
import { write } from '../../src/main/store/write.ts';
import { openWorld } from '../helpers/backupWorld.ts';
import { saying } from '../helpers/saying.ts';
import { article, storesOf, temporaryFolder } from '../helpers/storeParts.ts';

const gone = expect.objectContaining({ code: 'storage', problem: saying(/no longer where it was/) });

/** What may happen to a folder while Colophon runs. */
const changes: [what: string, change: (folder: string) => void][] = [
  ['deleted', (folder) => rmSync(folder, { recursive: true })],
  ['moved', (folder) => renameSync(folder, `${folder}-moved`)],
  [
    'replaced by an older copy',
    (folder) => {
      cpSync(folder, `${folder}-copy`, { recursive: true });
      renameSync(folder, `${folder}-moved`);
      renameSync(`${folder}-copy`, folder);
    },
  ],
  ['emptied', (folder) => rmSync(join(folder, 'colophon.db'))],
];

function openFolder() {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const stores = storesOf(openDatabase(join(folder, 'colophon.db')));
  onTestFinished(() => void stores.db.close());
  return { folder, ...stores };
}

test.each(changes)('nothing is called saved in a folder that was %s', async (_what, change) => {
  const { folder, db, add } = openFolder();
  add(article());
  // Also if it happens between the change and its flush.
  const save = () => flushLater(db, () => write(db, () => db.exec(`UPDATE drafts SET assignee = 'x'`)));
  await save();
  await expect(
    flushLater(db, () => {
      write(db, () => db.exec(`UPDATE drafts SET assignee = 'y'`));
      change(folder);
    }),
  ).rejects.toEqual(gone);
  await expect(save()).rejects.toEqual(gone);
});

test('nothing is written once another process has the folder', () => {
  const { folder, db } = openFolder();
  const lock = lockFolder(folder);
  alsoWatch(db, lock.assertHeld);
  rmSync(join(folder, 'in-use.db'));
  const other = lockFolder(folder);
  onTestFinished(() => other.release());
  expect(() => write(db, () => db.exec('DELETE FROM drafts'))).toThrow(
    expect.objectContaining({ code: 'folder_in_use' }),
  );
});

test('a data file with a second name is the same file', async () => {
  const { folder, db } = openFolder();
  linkSync(join(folder, 'colophon.db'), join(folder, 'second'));
  rmSync(join(folder, 'colophon.db'));
  renameSync(join(folder, 'second'), join(folder, 'colophon.db'));
  await flushLater(db, () => write(db, () => db.exec('DELETE FROM drafts')));
});

test.each(changes)('a folder that was %s is named before anything is saved', async (_what, change) => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const { handlers, stop } = await openWorld(folder);
  const notices = () => handlers['storage.notices']({});
  expect(await notices()).toEqual([]);
  change(folder);
  const said = { kind: 'folder-gone', message: saying(/no longer where it was/), isDismissed: false };
  expect(await notices()).toMatchObject([said]);
  await handlers['storage.dismiss']({ id: 'folder-gone' });
  expect(await notices()).toMatchObject([{ ...said, isDismissed: true }]);
  await stop();
});

test('nothing is said of a folder any more once it is back', async () => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const { handlers } = await openWorld(folder);
  renameSync(folder, `${folder}-moved`);
  expect(await handlers['storage.notices']({})).toHaveLength(1);
  // Nothing may take its place meanwhile.
  await expect(handlers['backups.make']({})).rejects.toMatchObject({ code: 'storage' });
  expect(existsSync(folder)).toBe(false);
  renameSync(`${folder}-moved`, folder);
  expect(await handlers['storage.notices']({})).toEqual([]);
});

test('an editor is told that a draft could not be saved, and why', async () => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const { handlers, addDraft } = await openWorld(folder);
  const id = await addDraft('First');
  const { version } = await handlers['drafts.get']({ id });
  renameSync(folder, `${folder}-moved`);
  await expect(handlers['drafts.save']({ id, version, record: article({ title: 'Later' }) })).rejects.toEqual(
    gone,
  );
  // The text in the window is saved once the folder is back.
  renameSync(`${folder}-moved`, folder);
  const saved = await handlers['drafts.save']({ id, version, record: article({ title: 'Later' }) });
  expect(saved).toMatchObject({ version: version + 1 });
});
