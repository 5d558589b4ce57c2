import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { sessionKeychain } from '../../src/main/platform/secrets/keychain.ts';
import { openServices } from '../../src/main/restorableServices.ts';
import { literal } from '../../src/shared/message.ts';
import { asking, restoreNow } from './confirm.ts';
import { workerFiles } from './programFiles.ts';

/**
 * A process that makes or restores a backup, for tests that kill it: `node backupProcess.ts '{"folder", "restore"}'`,
 * where `restore` is the name of a backup or null. Prints a line at the start and one at the end.
 */
const { folder, restore } = JSON.parse(process.argv[2] ?? '{}');
const { handlers, stop } = await openServices({
  dataFolder: folder,
  shell: 'cli',
  version: '0.0.0',
  keychain: sessionKeychain(literal('')),
  fetch,
  clock: systemClock,
  log: createLog({ file: null }),
  publish: () => undefined,
  ...workerFiles,
  risk: null,
});
console.log('at work');
if (restore === null) await handlers['backups.make']({});
else await restoreNow(asking(handlers), restore);
console.log('done');
await stop();
