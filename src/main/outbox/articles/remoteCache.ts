import type { Keys } from '../../../shared/directory/dialects.ts';

/** Records that the directory was found to have beside a draft; the plan of sending counts on them for a while. */
export interface RemoteCache {
  note(draftId: number, found: readonly RemoteRecord[]): void;
  /** Returns what was found for a draft not long ago; nothing if nobody asked. */
  of(draftId: number): readonly RemoteRecord[];
}

/** An article of the directory with its matching keys. */
export interface RemoteRecord extends Keys {
  remoteId: string | null;
}

/** Milliseconds for which an entry counts, and most entries. */
const countsFor = 15 * 60_000;
const mostDrafts = 100_000;

/** Makes an empty cache. */
export function createRemoteCache(clock: { now(): number }): RemoteCache {
  const entries = new Map<number, { at: number; found: readonly RemoteRecord[] }>();
  return {
    note(draftId, found) {
      entries.delete(draftId);
      entries.set(draftId, { at: clock.now(), found });
      const [oldest] = entries.keys();
      if (entries.size > mostDrafts && oldest !== undefined) entries.delete(oldest);
    },
    of(draftId) {
      const entry = entries.get(draftId);
      return entry && Math.abs(clock.now() - entry.at) < countsFor ? entry.found : [];
    },
  };
}
