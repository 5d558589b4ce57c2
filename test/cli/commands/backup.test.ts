import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/store/database.ts';
import type { Backup, BackupPreview } from '../../../src/shared/contract/backups.ts';
import { databaseOf } from '../../helpers/backupWorld.ts';
import { runCli } from '../../helpers/runCli.ts';
import { storesOf, temporaryFolder } from '../../helpers/storeParts.ts';

test('makes, lists, previews and restores backups, and needs --accept-loss for a loss', async () => {
  const folder = temporaryFolder();
  const stores = storesOf(openDatabase(databaseOf(folder)));
  stores.add({ bibjson: { title: 'Kept' } });
  stores.db.close();
  const run = (...args: string[]) => runCli(['backup', ...args, '--data', folder]);
  const made = JSON.parse((await run('make', '--json')).out) as Backup;
  expect(made).toMatchObject({ reason: 'asked', counts: { drafts: 1 } });
  const later = openDatabase(databaseOf(folder));
  later.exec(`UPDATE drafts SET created_at = '2027', title = 'Another one'`);
  later.close();

  const refused = await run('restore', made.name);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain('lost: Another one');
  expect(refused.err).toContain('--accept-loss');
  const refusedJson = await run('restore', made.name, '--json');
  expect(refusedJson.code).toBe(1);
  expect(JSON.parse(refusedJson.out)).toMatchObject({ drafts: { lost: 1 } });
  const restored = await run('restore', made.name, '--accept-loss', '--json');
  expect(restored.code).toBe(0);
  const { before } = JSON.parse(restored.out) as { before: Backup };
  const looked = JSON.parse((await run('preview', before.name, '--json')).out) as BackupPreview;
  expect(looked.drafts).toEqual({ gained: 1, lost: 1, changed: 0 });
  const listed = await run('list');
  expect(listed.out.split('\n')[0]).toContain(before.name);
  expect(listed.out).toContain(made.name);
  expect(listed.out).toMatch(/\nBackups: 2 \(\d\.\d MB in all\)\. The last ten are kept/);
});

test('a draft that was edited since the backup counts as a loss', async () => {
  const folder = temporaryFolder();
  const stores = storesOf(openDatabase(databaseOf(folder)));
  stores.add({ bibjson: { title: 'As it was' } });
  stores.db.close();
  const run = (...args: string[]) => runCli(['backup', ...args, '--data', folder]);
  const made = JSON.parse((await run('make', '--json')).out) as Backup;
  expect((await run('preview', made.name)).code).toBe(0);
  const later = openDatabase(databaseOf(folder));
  later.exec(`UPDATE drafts SET title = 'Edited', record = replace(record, 'As it was', 'Edited')`);
  later.close();

  expect((await run('preview', made.name)).code).toBe(1);
  const refused = await run('restore', made.name);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain('changed: Edited');
  expect(refused.err).toContain('--accept-loss');
  const restored = await run('restore', made.name, '--accept-loss');
  expect(restored).toMatchObject({ code: 0, err: '' });
});
