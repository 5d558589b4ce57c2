import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createBackups } from '../../src/main/backups/backups.ts';
import { createBackupThread } from '../../src/main/backups/backupThread.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { backupsOf, databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { testPrograms, workerFiles } from '../helpers/programFiles.ts';
import { saying } from '../helpers/saying.ts';
import { storesOf, temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

/** Runs the process and kills it once `isTime` returns true; resolves when it has ended. */
async function runAndKill(folder: string, restore: string | null, isTime: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [testPrograms.backupProcess, JSON.stringify({ folder, restore })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(child, 'close');
  while (!(said.includes('at work') && isTime()) && !said.includes('done') && child.exitCode === null)
    await wait(1);
  child.kill('SIGKILL');
  await ended;
}

function fill(folder: string, count: number, title: string): void {
  const stores = storesOf(openDatabase(databaseOf(folder)));
  stores.addMany(count, { bibjson: { title, abstract: 'word '.repeat(400) } });
  stores.db.close();
}

test('kill -9 during a backup leaves no partial backup after the next start and an intact database', async () => {
  const folder = temporaryFolder();
  fill(folder, 2000, 'Kept');
  await runAndKill(folder, null, () => existing(backupsOf(folder)).some((name) => name.endsWith('.part')));
  // The backup may have been finished before the signal arrived; then it is whole.
  for (const name of existing(backupsOf(folder)).filter((one) => one.endsWith('.db'))) {
    const copy = new Database(join(backupsOf(folder), name), { readonly: true });
    expect(copy.prepare('SELECT count(*) FROM drafts').pluck().get()).toBe(2000);
    copy.close();
  }
  const { handlers } = await openWorld(folder);
  expect(existing(backupsOf(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  expect(await handlers['backups.make']({})).toMatchObject({ counts: { drafts: 2000 } });
}, 180_000);

test('kill -9 during a restore leaves either the old or the new state intact', async () => {
  const folder = temporaryFolder();
  fill(folder, 600, 'In the backup');
  const { handlers, stop } = await openWorld(folder);
  const { name } = await handlers['backups.make']({});
  await stop();
  const db = openDatabase(databaseOf(folder));
  db.exec(`DELETE FROM drafts WHERE id % 2 = 0`);
  db.close();
  const prepared = `${databaseOf(folder)}.restoring`;
  let wasThere = false;
  const moments = [
    // The previous state is backed up, and the prepared file is about to replace the database.
    () => existsSync(prepared) && existing(backupsOf(folder)).some((one) => /-restore\.db/.test(one)),
    () => {
      wasThere ||= existsSync(prepared);
      return wasThere && !existsSync(prepared);
    },
  ];
  const counts: unknown[] = [];
  for (const isTime of moments) {
    await runAndKill(folder, name, isTime);
    const check = new Database(databaseOf(folder));
    expect(check.pragma('integrity_check', { simple: true })).toBe('ok');
    counts.push(check.prepare('SELECT count(*) FROM drafts').pluck().get());
    check.close();
  }
  expect([300, 600]).toContain(counts[0]);
  expect(counts[1]).toBe(600);
  await openWorld(folder);
  expect(readdirSync(folder).filter((one) => /restoring|damaged/.test(one))).toEqual([]);
}, 180_000);

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;

// Only root may mount a small file system.
test.skipIf(!isRootOnLinux || !mayMount())(
  'a full disk leaves nothing half-written, and is said',
  async () => {
    const folder = temporaryFolder();
    fill(folder, 1500, 'Kept');
    const small = backupsOf(folder);
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]);
    onTestFinished(() => void execFileSync('umount', [small]));
    const thread = createBackupThread(workerFiles.backupWorker);
    onTestFinished(() => thread.end());
    const backups = createBackups({
      dataFolder: folder,
      database: databaseOf(folder),
      ask: thread.ask,
      clock: { now: () => Date.now() },
      log: createLog({ file: null }),
      publish: () => undefined,
      onFailure: () => undefined,
      onDamage: () => undefined,
    });
    await expect(backups.make('asked')).rejects.toMatchObject({ problem: saying(/disk is full/) });
    expect(readdirSync(small)).toEqual([]);
    await backups.daily();
    expect(textOf(backups.failure()?.problem)).toContain('disk is full');
    expect(readdirSync(small)).toEqual([]);
  },
);

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

function existing(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
