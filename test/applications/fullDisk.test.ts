import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isSettled, startApplicationDirectory } from '../helpers/applicationWorld.ts';
import { asking, withdrawNow } from '../helpers/confirm.ts';
import { fastClock } from '../helpers/fastClock.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';

test('an outcome that cannot be stored blocks nothing else and is settled when there is space', async () => {
  const directory = await startApplicationDirectory();
  onTestFinished(() => directory.stop());
  const world = await openWorldForTest({
    directory: directory.directory,
    dialect: '4.0',
    clock: fastClock(50),
  });
  const id = await world.propose(1);
  world.db.exec(`CREATE TRIGGER no_room BEFORE UPDATE ON applications WHEN old.sync = 'sending'
    BEGIN SELECT raise(ABORT, 'no room'); END`);
  await world.send(id);
  await world.reach(id, (row) => row.sync === 'sending');
  // Yields to requests, timers and other calls.
  for (let turns = 0; turns < 5; turns++) await directory.requests();
  expect((await world.row(id)).sync).toBe('sending');
  world.db.exec('DROP TRIGGER no_room');
  await world.reach(id, isSettled);
  expect(await directory.applications()).toHaveLength(1);
});

test('a withdrawal whose outcome cannot be stored is not reported as sent, and is read back when there is space', async () => {
  const directory = await startApplicationDirectory();
  onTestFinished(() => directory.stop());
  const world = await openWorldForTest({
    directory: directory.directory,
    dialect: '4.0',
    clock: fastClock(50),
  });
  const id = await world.propose(1);
  await world.send(id);
  await world.reach(id, (row) => isSettled(row) && row.readMs === null);
  world.db.exec(`CREATE TRIGGER no_room BEFORE UPDATE ON applications WHEN new.status = 'withdrawn'
    BEGIN SELECT raise(ABORT, 'no room'); END`);
  await expect(withdrawNow(asking(world.handlers), id)).rejects.toMatchObject({ code: 'storage' });
  expect(await directory.applications()).toEqual([]);
  expect((await world.row(id)).sync).toBe('changed');
  world.db.exec('DROP TRIGGER no_room');
  await world.reach(id, (row) => row.status === 'gone');
});

test('a recheck that meets a full disk logs it, and the application continues', async () => {
  const directory = await startApplicationDirectory();
  onTestFinished(() => directory.stop());
  const world = await openWorldForTest({ directory: directory.directory, dialect: '4.0' });
  const id = await world.propose(1);
  world.db.exec(`CREATE TRIGGER no_room BEFORE UPDATE OF errors ON applications
    BEGIN SELECT raise(ABORT, 'no room'); END`);
  await world.handlers['accounts.update']({ id: world.accountId, dialect: '3.0.1' });
  const logged = () => readFileSync(join(world.folder, 'colophon.log'), 'utf8');
  await expect.poll(logged).toContain('"level":"warn","event":"applications.recheck"');
  expect(await world.get(id)).toMatchObject({ id });
});
