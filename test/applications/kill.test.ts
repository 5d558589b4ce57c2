import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newApplication } from '../helpers/applicationRecords.ts';
import { openApplicationWorld, startApplicationDirectory } from '../helpers/applicationWorld.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import type { TestDirectory } from '../helpers/testDirectory.ts';

const updates = 20;
const fresh = 20;

/** The request at which each run is killed, and whether the directory has processed it by then. */
const deaths = [
  { nth: 1, after: true },
  { nth: 6, after: false },
  { nth: 3, after: true },
  { nth: 1, after: false },
  { nth: 8, after: true },
];

async function start(run: object): Promise<ChildProcess> {
  const child = spawn(process.execPath, [testPrograms.applicationProcess, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A process that outlives a failed test keeps the whole run from ending.
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
}

/** Kills the process once the directory holds back the response to `count` requests. */
async function killWhileItWaits(child: ChildProcess, directory: TestDirectory, count: number) {
  const ended = once(child, 'exit');
  const heldBack = async () => (await directory.requests()).filter(({ isHanging }) => isHanging).length;
  while ((await heldBack()) < count) {
    expect(child.exitCode).toBeNull();
    await delay(25);
  }
  child.kill('SIGKILL');
  await ended;
}

test('repeated kills while sending lose nothing and create no duplicates', async () => {
  const directory = await startApplicationDirectory({ journals: updates, indexDelayMs: 100 });
  onTestFinished(() => directory.stop());
  const setUp = await openApplicationWorld({
    directory: directory.directory,
    dialect: '4.0',
    isStarted: false,
  });
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

  const run = {
    folder: setUp.folder,
    directory: directory.directory,
    dialect: '4.0',
    limits: { perSecond: 60, burst: 5 },
  };
  for (const [n, { nth, after }] of deaths.entries()) {
    await directory.fault({ kind: 'hang', after, match: { method: 'POST', nth } });
    await killWhileItWaits(await start(run), directory, n + 1);
    await directory.clearFaults();
  }
  const last = await start(run);
  const [code] = await once(last, 'exit');
  expect(code).toBe(0);

  const stored = await directory.applications();
  expect(stored).toHaveLength(updates + fresh);
  expect(new Set(stored.map((one) => one.bibjson.title)).size).toBe(updates + fresh);
  const world = await openApplicationWorld({
    directory: directory.directory,
    dialect: '4.0',
    folder: setUp.folder,
  });
  const known = new Map(stored.map((one) => [one.id, one.bibjson.title]));
  for (const id of ids) {
    const row = await world.row(id);
    expect(row).toMatchObject({ sync: 'sent', status: 'waiting', attempt: null });
    expect(known.get(row.remoteId!)).toBe(row.title);
  }
  // Two of them may be of one application, sent again between two kills.
  const events = (await world.rows(ids)).flatMap(({ timeline }) => timeline);
  expect(events.filter(({ kind }) => kind === 'unsure')).toHaveLength(deaths.length);
  await world.close();
}, 180_000);
