import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { sessionKeychain } from '../../src/main/platform/secrets/keychain.ts';
import type { openServices } from '../../src/main/restorableServices.ts';
import { literal } from '../../src/shared/message.ts';
import { workerFiles } from './programFiles.ts';

/** The options of an application without a keychain and a log, whose events nobody gets. */
export function plainServices(dataFolder: string) {
  return {
    dataFolder,
    shell: 'web',
    version: '0.0.0',
    keychain: sessionKeychain(literal('none in tests')),
    fetch: (address, init) => fetch(address, init),
    clock: systemClock,
    log: createLog({ file: null }),
    publish: () => undefined,
    ...workerFiles,
    risk: null,
  } satisfies Parameters<typeof openServices>[0];
}
