import type { EmbeddedSandbox } from '../../sandbox/embedSandbox.ts';
import type { StartStep } from '../../shared/startSteps.ts';
import type { Scope } from '../platform/scope.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import type { Db } from '../store/database.ts';
import { whenUnlocked } from '../store/write.ts';
import { createChecker } from './createChecker.ts';
import { createStores } from './createStores.ts';
import { createWork, type Work } from './createWork.ts';

/** Everything that the calls use: the stores, what works in the background, and what the host gave. */
export type App = ReturnType<typeof createApp>;

/** The sandbox's account, which needs no key from the user (`resources/sandboxWorld.json`). */
const sandboxKey = '5a4db0c5a4db0c5a4db0c5a4db0c5a01';

/** Opens the data file and builds the application on it; nothing runs yet. `sandbox` is null until it has started. */
export function createApp(given: ServicesOptions, scope: Scope, sandbox: () => EmbeddedSandbox | null) {
  let office: Work['office'] = null;
  // Every change is published, so this is where the office learns what to send.
  const publish: ServicesOptions['publish'] = (name, data) => {
    given.publish(name, data);
    if (name !== 'office.changed') office?.changed(name);
  };
  const publishing = { ...given, publish };
  const stores = createStores(publishing, scope);
  const options = resumeUnlocked(stores.db, publishing);
  const runningSandbox = () => {
    const running = sandbox();
    return running && { addresses: running.addresses.directory, key: sandboxKey };
  };
  const work = createWork(options, stores, runningSandbox, scope);
  office = work.office;
  const checker = createChecker(options, stores, () => sandbox()?.addresses.checker ?? '', scope);
  /** Steps of the start that were left out. */
  const skipped: StartStep[] = [];
  const { clock, log } = options;
  return { ...work, options, clock, log, publish, scope, stores, checker, skipped };
}

/** Delays background work after a pause or a response until the database is unlocked, so that its writes block no thread. */
function resumeUnlocked(db: Db, options: ServicesOptions): ServicesOptions {
  const { clock, fetch } = options;
  return {
    ...options,
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: async (ms, signal) => {
        await clock.sleep(ms, signal);
        await whenUnlocked(db);
      },
    },
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      await whenUnlocked(db);
      return response;
    },
  };
}
