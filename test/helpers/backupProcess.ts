import { openServices } from '../../src/main/restorableServices.ts';
import { asking, restoreNow } from './confirm.ts';
import { plainServices } from './plainServices.ts';

/**
 * A process that makes or restores a backup, for tests that kill it: `node backupProcess.ts '{"folder", "restore"}'`,
 * where `restore` is the name of a backup or null. Prints a line at the start and one at the end.
 */
const { folder, restore } = JSON.parse(process.argv[2] ?? '{}');
const { handlers, stop } = await openServices({ ...plainServices(folder), shell: 'cli' });
console.log('at work');
if (restore === null) await handlers['backups.make']({});
else await restoreNow(asking(handlers), restore);
console.log('done');
await stop();
