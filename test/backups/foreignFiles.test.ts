import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { foreignFiles } from '../../src/main/backups/foreignFiles.ts';
import { spoolFile, spoolFolder } from '../../src/main/platform/files/importSpool.ts';
import { openWorld } from '../helpers/backupWorld.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

const backup = '2026-11-21T15-07-36-120Z-daily.db';

function write(folder: string, ...names: string[]): void {
  for (const name of names) writeFileSync(join(folder, name), '');
}

test('files that Colophon keeps in its data folder are not foreign', async () => {
  const folder = temporaryFolder();
  const world = await openWorld(folder);
  await world.services.start();
  await world.addDraft('Kept');
  await world.handlers['backups.make']({});
  mkdirSync(join(folder, spoolFolder));
  mkdirSync(join(folder, 'window'));
  write(folder, 'window/Preferences', `backups/${backup}.part`, `backups/${backup}.scratch-wal`, '.DS_Store');
  write(folder, 'colophon.log', 'colophon.log.1', 'in-use.db', 'web-port', 'window.json');
  write(folder, 'colophon-damaged-2026-11-21T15-07-36-120Z.db', 'colophon.db.restoring-journal');
  writeFileSync(spoolFile(folder, 12), '');
  mkdirSync(join(folder, 'opening-a1B2c3'));
  write(folder, 'opening-a1B2c3/colophon.html');
  expect(foreignFiles(folder)).toEqual([]);
  await world.stop();
  expect(foreignFiles(folder)).toEqual([]);
});

test('a start keeps foreign files and a notice names them until it is dismissed', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'backups'));
  mkdirSync(join(folder, spoolFolder));
  for (const name of ['imports', 'opening-issues']) mkdirSync(join(folder, name));
  write(folder, 'opening-issues/list.txt');
  const foreign = [
    'imports',
    'opening-issues',
    'notes.txt',
    'backups/thesis.db.part',
    `${spoolFolder}/deposit.xml`,
  ];
  write(folder, ...foreign.slice(2), 'imports/deposit.xml', `backups/${backup}.part`);
  const { services, handlers, stop } = await openWorld(folder);
  onTestFinished(stop);
  await services.start();
  for (const name of [...foreign, 'imports/deposit.xml']) expect(existsSync(join(folder, name))).toBe(true);
  expect(existsSync(join(folder, `backups/${backup}.part`))).toBe(false);
  const [notice] = await handlers['storage.notices']({});
  expect(notice).toMatchObject({ kind: 'foreign-files', isDismissed: false });
  for (const name of foreign) expect(textOf(notice!.why!)).toContain(name);
  await handlers['storage.dismiss']({ id: notice!.id });
  expect(await handlers['storage.notices']({})).toMatchObject([{ isDismissed: true }]);
});

test('a notice only counts the foreign files after the fifth', async () => {
  const folder = temporaryFolder();
  write(folder, ...Array.from({ length: 7 }, (_, n) => `file ${n}.txt`));
  const { handlers, stop } = await openWorld(folder);
  onTestFinished(stop);
  const [notice] = await handlers['storage.notices']({});
  expect(textOf(notice!.why!)).toContain('file 4.txt and 2 more.');
});
