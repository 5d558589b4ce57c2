import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newApplication } from '../helpers/applicationRecords.ts';
import { openApplicationWorld, startApplicationDirectory } from '../helpers/applicationWorld.ts';

const program = join(import.meta.dirname, '../helpers/applicationProcess.ts');
const updates = 20;
const fresh = 20;

async function start(run: object): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

/** Answers whether it was killed before it had ended. */
async function killAfter(child: ChildProcess, ms: number): Promise<boolean> {
  const ended = once(child, 'exit').then(() => false);
  const moment = new Promise<true>((resolve) => setTimeout(() => resolve(true), ms));
  if (!(await Promise.race([ended, moment]))) return false;
  child.kill('SIGKILL');
  await ended;
  return true;
}

test('killed again and again while it sends, it loses nothing and makes nothing twice', async () => {
  const directory = await startApplicationDirectory({ journals: updates, indexDelayMs: 100 });
  onTestFinished(() => directory.stop());
  const setUp = openApplicationWorld({ directory: directory.directory, dialect: '4.0' });
  onTestFinished(() => setUp.remove());
  const ids: number[] = [];
  for (let n = 1; n <= updates; n++) ids.push(await setUp.propose(n));
  for (let n = 0; n < fresh; n++) {
    const { id } = await setUp.handlers['applications.create']({
      accountId: setUp.accountId,
      journalId: null,
      record: newApplication(500 + n),
    });
    ids.push(id);
  }
  await setUp.send(...ids);
  await setUp.close();

  // Some answers take their time, so that death comes between the request and its answer.
  await directory.fault({ kind: 'slow', ms: 40, match: { method: 'POST' } });
  const run = {
    folder: setUp.folder,
    directory: directory.directory,
    dialect: '4.0',
    limits: { perSecond: 60, burst: 5 },
  };
  let killed = 0;
  for (let n = 0; n < 5; n++) {
    if (await killAfter(await start(run), 60 + Math.random() * 250)) killed += 1;
  }
  expect(killed).toBeGreaterThan(2);
  const last = await start(run);
  const [code] = await once(last, 'exit');
  expect(code).toBe(0);

  const stored = await directory.applications();
  expect(stored).toHaveLength(updates + fresh);
  expect(new Set(stored.map((one) => one.bibjson.title)).size).toBe(updates + fresh);
  const world = openApplicationWorld({
    directory: directory.directory,
    dialect: '4.0',
    folder: setUp.folder,
  });
  const known = new Map(stored.map((one) => [one.id, one.bibjson.title]));
  for (const id of ids) {
    const row = world.row(id);
    expect(row).toMatchObject({ sync: 'sent', status: 'waiting', attempt: null });
    expect(known.get(row.remoteId!)).toBe(row.title);
  }
  const unsure = ids.filter((id) => world.kinds(id).includes('unsure'));
  expect(unsure.length).toBeGreaterThan(0);
  await world.close();
}, 60_000);
