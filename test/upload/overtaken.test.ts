import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { Fetch } from '../../src/main/platform/fetch.ts';
import { createJobLoop, type JobLoop } from '../../src/main/upload/jobLoop.ts';
import { issnOf } from '../helpers/applicationRecords.ts';
import {
  type ApplicationDirectory,
  isSettled,
  openApplicationWorld,
  startApplicationDirectory,
} from '../helpers/applicationWorld.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';

let directory: ApplicationDirectory;
beforeAll(async () => {
  directory = await startApplicationDirectory();
});
beforeEach(async () => {
  await directory.clearFaults();
  await directory.reset();
});
afterAll(() => directory.stop());

/** Answers of the directory to what is sent are held for a moment in which `act` does what a person would do. */
function open(act: (world: ReturnType<typeof openApplicationWorld>) => unknown) {
  const fetchAndAct: Fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (init?.method === 'POST' && answer.status === 401) await act(world);
    return answer;
  };
  const world = openApplicationWorld({
    directory: directory.directory,
    dialect: '3.0.1',
    key: '',
    fetch: fetchAndAct,
  });
  onTestFinished(async () => {
    await world.close();
    world.remove();
  });
  return world;
}

const wrongKey = '0'.repeat(32);
const setKey = (world: ReturnType<typeof openApplicationWorld>, key: string) =>
  world.handlers['accounts.setKey']({ id: world.accountId, key });

test('a key that is entered while the one before is being refused is used at once for what waits', async () => {
  let keys = 0;
  const world = open(async (own) => {
    keys += 1;
    await setKey(own, goodKey);
  });
  world.applications.start();
  await setKey(world, goodKey);
  const id = await world.propose(1);
  await world.access.keepKey(world.accountId, wrongKey);
  await world.send(id);
  await world.reach(id, isSettled);
  expect(keys).toBe(1);
});

test('an upload does not pause for a key that is another by the time it is refused', async () => {
  const world = open((own) => setKey(own, goodKey));
  await world.uploads.start();
  const ids = world.addDrafts([article(1, { issns: [issnOf(2), issnOf(3)] })]);
  await world.access.keepKey(world.accountId, wrongKey);
  const { id } = await world.uploads.send({
    accountId: world.accountId,
    selection: { ids },
    includeUnchanged: false,
    name: '',
  });
  await world.until(id, ({ state, pausedBy }) => state === 'done' || pausedBy === 'key');
  expect(world.uploads.get(id)).toMatchObject({ state: 'done', pausedBy: null, counts: { created: 1 } });
});

test('whoever acts while a job is at work overtakes it, and not the next one', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const over = Promise.withResolvers<boolean>();
  let jobs = 0;
  const loop: JobLoop = createJobLoop<{ kind: 'work' }>({
    clock: systemClock,
    log: { error: () => undefined },
    area: 'test',
    accountId: 'account-1',
    pick: () => (jobs < 2 ? { kind: 'work' } : null),
    async work() {
      jobs += 1;
      if (jobs === 2) return over.resolve(loop.isOvertaken());
      begun.resolve();
      await go.promise;
    },
    fail: () => undefined,
  });
  loop.wake();
  await begun.promise;
  loop.wake();
  expect(loop.isOvertaken()).toBe(false);
  loop.wake(true);
  expect(loop.isOvertaken()).toBe(true);
  go.resolve();
  expect(await over.promise).toBe(false);
});
