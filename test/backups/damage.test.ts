import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { AskBackupWorker } from '../../src/main/backups/backupThread.ts';
import { noticingDamage } from '../../src/main/backups/noticingDamage.ts';
import { findFault } from '../../src/main/backups/setAside.ts';
import { openStorageMemory } from '../../src/main/backups/storageState.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createScope } from '../../src/main/platform/scope.ts';
import { createDispatch } from '../../src/main/shell/dispatch.ts';
import { openDatabase, storageError } from '../../src/main/store/database.ts';
import { backupsOf, databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { asking, restoreNow } from '../helpers/confirm.ts';
import { damagePage } from '../helpers/damagePage.ts';
import { runCli } from '../helpers/runCli.ts';
import { saying } from '../helpers/saying.ts';
import { storesOf, temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

/** A folder with a closed database of a few hundred pages and a backup of it. */
async function folderWithBackup(): Promise<{ folder: string; backup: string }> {
  const folder = temporaryFolder();
  const stores = storesOf(openDatabase(databaseOf(folder)));
  stores.addMany(300, { bibjson: { title: 'One of many', abstract: 'x'.repeat(1000) } });
  stores.db.close();
  const { handlers, stop } = await openWorld(folder);
  const { name } = await handlers['backups.make']({});
  await stop();
  return { folder, backup: name };
}

const kinds: Record<string, (file: string) => void> = {
  'a file without anything in it': (file) => truncateSync(file, 0),
  'a text': (file) => writeFileSync(file, 'This is no database.\n'.repeat(500)),
  'a file that ends in the middle': (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  'a file whose bytes were flipped in the middle': (file) => {
    const bytes = readFileSync(file);
    for (let at = Math.floor(bytes.length / 4); at < bytes.length * 0.75; at++) bytes[at] = bytes[at]! ^ 0xff;
    writeFileSync(file, bytes);
  },
};

describe('a damaged database', () => {
  test.each(Object.keys(kinds))('is set aside and the newest backup offered: %s', async (kind) => {
    const { folder, backup } = await folderWithBackup();
    kinds[kind]!(databaseOf(folder));
    const damaged = readFileSync(databaseOf(folder));
    writeFileSync(`${databaseOf(folder)}-wal`, kind.startsWith('a file without') ? 'log' : '');
    const { handlers, titles, stop } = await openWorld(folder);
    expect(await titles()).toEqual([]);
    const aside = readdirSync(folder).filter((name) => name.includes('-damaged-'));
    const [file] = aside.filter((name) => name.endsWith('.db'));
    expect(readFileSync(join(folder, file!))).toEqual(damaged);
    if (kind.startsWith('a file without')) expect(aside).toContain(`${file}-wal`);
    expect(await handlers['storage.notices']({})).toMatchObject([
      { kind: 'damaged', backup, isDismissed: false },
    ]);
    expect(textOf((await handlers['storage.notices']({}))[0]!.why)).toContain(file);
    await restoreNow(asking(handlers), backup);
    expect((await handlers['backups.preview']({ name: backup })).here.drafts).toBe(300);
    expect((await handlers['storage.notices']({})).map((notice) => notice.kind)).toEqual(['restored']);
    await stop();
    expect(existsSync(join(folder, file!))).toBe(true);
  });

  test('is reported on the command line until the user dismisses it', async () => {
    const { folder, backup } = await folderWithBackup();
    truncateSync(databaseOf(folder), 0);
    const run = await runCli(['account', 'list', '--json', '--data', folder]);
    expect(run.code).toBe(0);
    expect(run.err).toContain('was damaged');
    expect(run.err).toContain(`colophon backup preview ${backup}`);
  });

  test('is not looked for in a file that was not touched since it was closed', async () => {
    const { folder } = await folderWithBackup();
    const checked: string[] = [];
    const ask = (async (job: string) => {
      checked.push(job);
      return { fault: null };
    }) as AskBackupWorker;
    const look = () => findFault(databaseOf(folder), openStorageMemory(folder), ask);
    expect(await look()).toBe(null);
    expect(checked).toEqual([]);
    appendFileSync(databaseOf(folder), 'x');
    expect(await look()).toBe(null);
    expect(checked).toEqual(['check']);
  });

  test('that only shows up during work is reported and checked at the next start', async () => {
    const { folder, backup } = await folderWithBackup();
    const first = await openWorld(folder);
    const [account] = await first.handlers['accounts.list']({});
    damagePage(databaseOf(folder), 'drafts_by_title');
    const dispatch = createDispatch(first.handlers, { error: () => undefined });
    const answer = await dispatch('drafts.list', {
      accountId: account!.id,
      filter: {},
      sort: { by: 'title', direction: 'asc' },
      offset: 0,
      limit: 10,
    });
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'storage',
        message: saying('A part of the data file is damaged.'),
        fix: saying(/backup/),
      },
    });
    expect(await first.handlers['storage.notices']({})).toMatchObject([{ kind: 'damage-seen' }]);
    expect(first.events).toContain('storage.changed');
    await first.stop();
    const second = await openWorld(folder);
    expect(await second.handlers['storage.notices']({})).toMatchObject([{ kind: 'damaged', backup }]);
  });

  test.each(['asked', 'daily'])('that a backup (%s) meets is checked at the next start', async (kind) => {
    const { folder, backup } = await folderWithBackup();
    // There is none of that day yet.
    const first = await openWorld(folder, { now: () => Date.now() + 2 * 86_400_000 });
    // A table that nothing else reads.
    damagePage(databaseOf(folder), 'gap_runs');
    if (kind === 'daily') await first.services.start();
    else await expect(first.handlers['backups.make']({})).rejects.toMatchObject({ code: 'storage' });
    const kinds = async () => (await first.handlers['storage.notices']({})).map((notice) => notice.kind);
    const said = kind === 'daily' ? ['damage-seen', 'backup-failed'] : ['damage-seen'];
    await expect.poll(kinds).toEqual(said);
    await first.stop();
    const second = await openWorld(folder);
    expect(await second.handlers['storage.notices']({})).toMatchObject([{ kind: 'damaged', backup }]);
  });

  test('that a diagnosis finds is checked at the next start', async () => {
    const { folder, backup } = await folderWithBackup();
    const first = await openWorld(folder);
    damagePage(databaseOf(folder), 'gap_runs');
    await first.handlers['storage.diagnose']({});
    expect(await first.handlers['storage.notices']({})).toMatchObject([{ kind: 'damage-seen' }]);
    await first.stop();
    const second = await openWorld(folder);
    expect(await second.handlers['storage.notices']({})).toMatchObject([{ kind: 'damaged', backup }]);
  });

  test('that work in the background meets is noticed where its errors are logged', async () => {
    let seen = 0;
    const log = noticingDamage(createLog({ file: null }), () => void seen++);
    const scope = createScope({ log, known: storageError });
    const meet = (code: string) =>
      scope.run('work', () => {
        throw new Database.SqliteError('as SQLite says it', code);
      }).ended;
    await meet('SQLITE_FULL');
    expect(seen).toBe(0);
    await meet('SQLITE_CORRUPT_INDEX');
    expect(seen).toBe(1);
  });

  test('of a backup is none of the data file', async () => {
    const { folder, backup } = await folderWithBackup();
    const first = await openWorld(folder);
    damagePage(join(backupsOf(folder), backup), 'drafts');
    const compared = first.handlers['backups.preview']({ name: backup });
    await expect(compared).rejects.toMatchObject({ code: 'storage' });
    expect(await first.handlers['storage.notices']({})).toEqual([]);
  });

  test('does not affect a database of a newer version', async () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    openDatabase(databaseOf(folder)).close();
    const db = new Database(databaseOf(folder));
    db.pragma('user_version = 99');
    db.close();
    await expect(openWorld(folder)).rejects.toMatchObject({ code: 'newer_data' });
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
