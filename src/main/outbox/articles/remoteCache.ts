import type { ArticleKeys } from '../../../shared/article/articleKeys.ts';

export type RemoteCache = ReturnType<typeof createRemoteCache>;

/** An article of the directory with its matching keys. */
interface RemoteRecord extends ArticleKeys {
  remoteId: string | null;
}

/** Milliseconds until an entry expires. */
const countsFor = 15 * 60_000;
const maxDrafts = 100_000;

/** Caches which records of the directory match a draft, for the plan. */
export function createRemoteCache(clock: { monotonic(): number }) {
  const entries = new Map<number, { at: number; found: readonly RemoteRecord[] }>();
  return {
    note(draftId: number, found: readonly RemoteRecord[]): void {
      entries.delete(draftId);
      entries.set(draftId, { at: clock.monotonic(), found });
      if (entries.size > maxDrafts) entries.delete(entries.keys().next().value!);
    },
    /** Removes a record that was deleted from the directory. */
    forget(remoteId: string): void {
      for (const entry of entries.values())
        entry.found = entry.found.filter((one) => one.remoteId !== remoteId);
    },
    /** Returns what was recently found for a draft; nothing if the directory was not asked. */
    of(draftId: number): readonly RemoteRecord[] {
      const entry = entries.get(draftId);
      return entry && clock.monotonic() - entry.at < countsFor ? entry.found : [];
    },
  };
}
