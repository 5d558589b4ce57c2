import { expect, onTestFinished, test } from 'vitest';
import { isSettled, openApplicationWorld, startApplicationDirectory } from '../helpers/applicationWorld.ts';
import { fastClock } from '../helpers/fastClock.ts';

test('an outcome that cannot be written down holds nothing else up, and is settled when there is room', async () => {
  const directory = await startApplicationDirectory();
  onTestFinished(() => directory.stop());
  const world = await openApplicationWorld({
    directory: directory.directory,
    dialect: '4.0',
    clock: fastClock(50),
  });
  onTestFinished(async () => {
    await world.close();
    world.remove();
  });
  const id = await world.propose(1);
  world.db.exec(`CREATE TRIGGER no_room BEFORE UPDATE ON applications WHEN old.sync = 'sending'
    BEGIN SELECT raise(ABORT, 'no room'); END`);
  await world.send(id);
  await world.reach(id, (row) => row.sync === 'sending');
  // Everybody else has a turn meanwhile: requests, timers, other calls.
  for (let turns = 0; turns < 5; turns++) await directory.requests();
  expect((await world.row(id)).sync).toBe('sending');
  world.db.exec('DROP TRIGGER no_room');
  await world.reach(id, isSettled);
  expect(await directory.applications()).toHaveLength(1);
});
