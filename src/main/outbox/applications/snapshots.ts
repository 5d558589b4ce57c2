import { applicationFromStored, applicationHash } from '../../../shared/application/application.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { VersionWhy } from '../../../shared/draft/earlierVersions.ts';
import { isoNow } from '../../platform/clock.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';

/** Keeps an application as the directory has it, before it is changed or withdrawn there; the same content only once. */
export function snapshotBeforeOverwrite(
  { versions, clock }: { versions: Pick<VersionStore, 'keep'>; clock: { now(): number } },
  { id, accountId, title }: Pick<StoredApplication, 'id' | 'accountId' | 'title'>,
  { remoteId, record, why }: { remoteId: string; record: DraftRecord; why: VersionWhy },
): void {
  versions.keep({
    accountId,
    kind: 'application',
    why,
    uploadId: null,
    at: isoNow({ clock }),
    remoteId,
    recordId: id,
    title,
    record,
    content: applicationHash(applicationFromStored(record)),
  });
}

/** Which queued applications have their snapshot, and which wait for it; forgotten when Colophon ends. */
export interface Snapshots {
  /** The record was read, or is gone: the application may be sent over it for a while. */
  taken(id: number, remoteId: string): void;
  isTaken(id: number, remoteId: string): boolean;
  /** The record could not be read. */
  waits(id: number): void;
  isWaiting(id: number): boolean;
  /** The user sends the application even if the record cannot be read. */
  release(id: number): void;
  isReleased(id: number): boolean;
  /** The application left the queue. */
  forget(id: number): void;
}

/** Milliseconds for which a snapshot counts, before the record is read again. */
const countsFor = 10 * 60_000;

/** Makes an empty memory of snapshots. */
export function createSnapshots(clock: { now(): number }): Snapshots {
  const taken = new Map<number, { remoteId: string; at: number }>();
  const waiting = new Set<number>();
  const released = new Set<number>();
  return {
    taken(id, remoteId) {
      taken.set(id, { remoteId, at: clock.now() });
      waiting.delete(id);
    },
    isTaken(id, remoteId) {
      const found = taken.get(id);
      return found?.remoteId === remoteId && Math.abs(clock.now() - found.at) < countsFor;
    },
    waits: (id) => void waiting.add(id),
    isWaiting: (id) => waiting.has(id),
    release(id) {
      waiting.delete(id);
      released.add(id);
    },
    isReleased: (id) => released.has(id),
    forget(id) {
      for (const ids of [taken, waiting, released]) ids.delete(id);
    },
  };
}
