import { openTestServices, shortPace } from './testServices.ts';

/**
 * A process that searches for missing articles by its schedule and sends them, for tests that kill it:
 * `node scheduledProcess.ts '{"folder", "directory", "dialect", "key", "limits", "batchBytes"}'`. Exits when its search is
 * over, and everything is sent.
 */
const run = JSON.parse(process.argv[2] ?? '{}');
const world = await openTestServices({
  ...run,
  ...{ watches: true, watchPace: { first: 24 * 3_600_000 }, gapPace: { first: 1, tick: 100 } },
  outsideFetch: (address, init) => fetch(address, init),
  pace: { ...shortPace, indexDelay: 300, jobDelay: 600, timeoutDelay: 300, progress: 250 },
});
const { accountId, handlers, when } = world;
await when(async () => {
  const gaps = await handlers['harvest.gaps']({ accountId });
  if (gaps === null || gaps.state === 'running' || gaps.sending?.step !== 'done') return false;
  return (await handlers['uploads.list']({})).every(
    ({ state, idsMissing }) => state === 'done' && idsMissing === 0,
  );
});
await world.close();
