import { isSettled, openApplicationWorld } from './applicationWorld.ts';
import { shortApplicationPace } from './testServices.ts';

/**
 * A process that sends queued applications and continues interrupted work, for tests that kill it:
 * `node applicationProcess.ts '{"folder", "directory", "dialect", "limits"}'`. Prints a line once it has started, and
 * exits when everything is sent and read back.
 */
const { folder, directory, dialect, limits } = JSON.parse(process.argv[2] ?? '{}');
const world = await openApplicationWorld({
  folder,
  directory,
  dialect,
  limits,
  applicationPace: { ...shortApplicationPace, indexDelay: 300, timeoutDelay: 300 },
});
console.log('at work');
for (const id of await world.ids()) await world.reach(id, isSettled);
await world.close();
