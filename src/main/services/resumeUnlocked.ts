import type { Clock } from '../platform/clock.ts';
import type { Fetch } from '../platform/fetch.ts';
import type { Db } from '../store/database.ts';
import { whenUnlocked } from '../store/write.ts';

/**
 * The same clock and fetch, whose promises resolve only while nobody else locks the database: work in the background that
 * goes on after a pause or an answer writes at once, and would hold up the main thread until the lock is gone.
 */
export function resumeUnlocked<T extends { clock: Clock; fetch: Fetch }>(db: Db, parts: T): T {
  const { clock, fetch } = parts;
  return {
    ...parts,
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
