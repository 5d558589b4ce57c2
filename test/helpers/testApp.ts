import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { createScope } from '../../src/main/platform/scope.ts';
import { sessionKeychain } from '../../src/main/platform/secrets/keychain.ts';
import { createApp } from '../../src/main/services/createApp.ts';
import type { ServicesOptions } from '../../src/main/servicesOptions.ts';
import { storageError } from '../../src/main/store/database.ts';
import { literal } from '../../src/shared/message.ts';
import { workerFiles } from './programFiles.ts';
import { provideDatabase } from './provideDatabase.ts';

/** What handlers are made of, on a data folder without accounts; nothing is started. */
export function openTestApp(options: Partial<ServicesOptions> & { dataFolder: string }) {
  provideDatabase(options.dataFolder);
  const { importWorker, editWorker, exportWorker, logWorker, sandboxWorker } = workerFiles;
  const log = options.log ?? createLog({ file: null });
  const scope = createScope({ log, known: storageError });
  const app = createApp(
    {
      shell: 'web',
      version: '0.0.0',
      keychain: sessionKeychain(literal('none in tests')),
      fetch: (address, init) => fetch(address, init),
      clock: systemClock,
      log,
      publish: () => undefined,
      sandbox: false,
      ...{ importWorker, editWorker, exportWorker, logWorker, sandboxWorker },
      ...options,
    },
    scope,
    () => null,
  );
  return {
    ...app,
    /** Stops what runs and closes the data file. */
    async close(): Promise<void> {
      await scope.stop();
      await app.turns.end();
      await app.stores.close();
    },
  };
}
