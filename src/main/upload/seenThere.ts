import type { Keys } from '../../shared/directory/dialects.ts';

/** What the directory was found to have beside a draft when somebody asked, for a while: the plan of sending counts on it. */
export interface SeenThere {
  note(draftId: number, found: readonly SeenRecord[]): void;
  /** What was found for a draft not long ago; nothing where nobody asked. */
  of(draftId: number): readonly SeenRecord[];
}

/** An article of the directory with its matching keys. */
export interface SeenRecord extends Keys {
  remoteId: string | null;
}

/** What was found is believed for so long, in milliseconds, and for so many drafts. */
const believedFor = 15 * 60_000;
const mostDrafts = 100_000;

/** Makes the memory of what was found. */
export function createSeenThere(clock: { now(): number }): SeenThere {
  const seen = new Map<number, { at: number; found: readonly SeenRecord[] }>();
  return {
    note(draftId, found) {
      seen.delete(draftId);
      seen.set(draftId, { at: clock.now(), found });
      const [oldest] = seen.keys();
      if (seen.size > mostDrafts && oldest !== undefined) seen.delete(oldest);
    },
    of(draftId) {
      const noted = seen.get(draftId);
      return noted && Math.abs(clock.now() - noted.at) < believedFor ? noted.found : [];
    },
  };
}
