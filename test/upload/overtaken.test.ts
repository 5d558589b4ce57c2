import { expect, test } from 'vitest';
import type { Fetch } from '../../src/main/platform/network/fetch.ts';
import { issnOf } from '../helpers/applicationRecords.ts';
import { type ApplicationWorld, isSettled } from '../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../helpers/directoryForFile.ts';
import { openWorldForTest } from '../helpers/openForTest.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';

const directory = applicationDirectoryForFile();

/** Delays the directory's responses to sends while `act` does something as the user. */
async function open(act: (world: ApplicationWorld) => unknown) {
  const fetchAndAct: Fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (init?.method === 'POST' && answer.status === 401) await act(world);
    return answer;
  };
  const world = await openWorldForTest({
    directory: directory.directory,
    dialect: '3.0.1',
    key: '',
    fetch: fetchAndAct,
  });
  return world;
}

const refusedOnce = { kind: 'status', status: 401, match: { method: 'POST', times: 1 } };
const setKey = (world: ApplicationWorld, key: string) =>
  world.handlers['accounts.setKey']({ id: world.accountId, key });

test('a key entered while the previous one is being refused is used at once for waiting records', async () => {
  let keys = 0;
  const world = await open(async (own) => {
    keys += 1;
    await setKey(own, goodKey);
  });
  await setKey(world, goodKey);
  const id = await world.propose(1);
  await directory.fault(refusedOnce);
  await world.send(id);
  await world.reach(id, isSettled);
  expect(keys).toBe(1);
});

test('an upload does not pause for a refused key that was replaced meanwhile', async () => {
  const world = await open((own) => setKey(own, goodKey));
  const ids = world.addDrafts([article(1, { issns: [issnOf(2), issnOf(3)] })]);
  await setKey(world, goodKey);
  await directory.fault(refusedOnce);
  const { id } = await world.sendDrafts(ids);
  await world.until(id, ({ state, pausedBy }) => state === 'done' || pausedBy === 'key');
  expect(await world.upload(id)).toMatchObject({ state: 'done', pausedBy: null, counts: { created: 1 } });
});
