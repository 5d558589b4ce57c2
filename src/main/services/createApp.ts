import type { EmbeddedSandbox } from '../../sandbox/embedSandbox.ts';
import type { EventData, EventName, Publish } from '../../shared/contract/contract.ts';
import type { StartStep } from '../../shared/startSteps.ts';
import type { Scope } from '../platform/scope.ts';
import type { ServicesOptions } from '../servicesOptions.ts';
import type { Db } from '../store/database.ts';
import { whenUnlocked } from '../store/write.ts';
import { createChecker } from './createChecker.ts';
import { createStores, type Stores } from './createStores.ts';
import { createWork, type Work } from './createWork.ts';

/** Everything that the calls use: the stores, what works in the background, and what the host gave. */
export type App = ReturnType<typeof createApp>;

/** The sandbox's account, which needs no key from the user (`resources/sandboxWorld.json`). */
const sandboxKey = '5a4db0c5a4db0c5a4db0c5a4db0c5a01';

/** Opens the data file and builds the application on it; nothing runs yet. `sandbox` is null until it has started. */
export function createApp(given: ServicesOptions, scope: Scope, sandbox: () => EmbeddedSandbox | null) {
  let office: Work['office'] = null;
  let directory: Work['directory'] | null = null;
  let tellOfFindings: ReturnType<typeof createFindingNews> | null = null;
  // Every change is published, so this is where the office learns what to send.
  const publish: ServicesOptions['publish'] = (name, data) => {
    given.publish(name, data);
    if (name !== 'office.changed') office?.changed(name);
    // Whoever added or changed an account: the handlers, or a colleague in the office. Not while the program is ending.
    if (name === 'accounts.changed' && directory && stores.db.open) directory.ratesChanged();
    tellOfFindings?.(name, data);
  };
  const publishing = { ...given, publish };
  const stores = createStores(publishing, scope);
  tellOfFindings = createFindingNews(stores, publish);
  const options = resumeUnlocked(stores.db, publishing);
  const runningSandbox = () => {
    const running = sandbox();
    return running && { addresses: running.addresses.directory, key: sandboxKey };
  };
  const work = createWork(options, stores, runningSandbox, scope);
  office = work.office;
  directory = work.directory;
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

/**
 * Says `watch.changed` after any change that decided findings: triggers decide them when articles are sent or deleted and
 * when colleagues do so, whichever code that was. Called with every event, since every change is published.
 */
function createFindingNews(
  { db, findings }: Pick<Stores, 'db' | 'findings'>,
  publish: Publish,
): (name: EventName, data: EventData<EventName>) => void {
  const told = new Map(findings.stamps().map(({ accountId, stamp }) => [accountId, stamp]));
  return (name, data) => {
    // The program is ending.
    if (!db.open) return;
    const isOurs = name === 'watch.changed';
    for (const { accountId, stamp } of findings.stamps()) {
      if (told.get(accountId) === stamp) continue;
      told.set(accountId, stamp);
      const isSaid = isOurs && (data as EventData<'watch.changed'>).accountId === accountId;
      if (!isSaid) publish('watch.changed', { accountId });
    }
  };
}
