import { asking, sendNow } from './confirm.ts';
import { openTestServices, shortPace } from './testServices.ts';

/**
 * A process that sends all drafts and continues interrupted work, for tests that kill it:
 * `node sendingProcess.ts '{"folder", "directory", "dialect", "key", "limits", "officePassword"}'`. Prints a line once it has started, and
 * exits when everything is sent or deleted and every directory id is known.
 */
const { folder, directory, dialect, key, limits, batchBytes, officePassword } = JSON.parse(
  process.argv[2] ?? '{}',
);
const world = await openTestServices({
  folder,
  directory,
  dialect,
  key,
  limits,
  batchBytes,
  officePassword,
  pace: { ...shortPace, indexDelay: 300, jobDelay: 600, timeoutDelay: 300, progress: 250 },
});
if ((await world.handlers['uploads.list']({})).every((upload) => upload.state === 'cancelled')) {
  const sending = sendNow(asking(world.handlers), {
    accountId: world.accountId,
    selection: { filter: { trashed: false }, except: [] },
    includeUnchanged: false,
    name: 'all',
  });
  console.log('at work');
  await sending;
} else console.log('at work');
const { id } = (await world.handlers['uploads.list']({}))[0]!;
await world.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
const page = { offset: 0, limit: 1 };
await world.when(
  async () => (await world.handlers['deletions.list']({ accountId: world.accountId, ...page })).open === 0,
);
await world.close();
