import { applicationFromStored, applicationHash } from '../../../../shared/application/application.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import type { VersionWhy } from '../../../../shared/draft/earlierVersions.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { StoredApplication } from '../../../store/applications/applicationRows.ts';
import type { VersionStore } from '../../../store/drafts/versionStore.ts';

/** Keeps the directory's record of an application before it is overwritten or withdrawn; each content once. */
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

/** Milliseconds until a snapshot is taken again. */
const countsFor = 10 * 60_000;

/** Remembers which queued applications have a snapshot or wait for one, until Colophon ends. */
export function createSnapshots(clock: { monotonic(): number }) {
  const taken = new Map<number, { remoteId: string; at: number }>();
  const waiting = new Set<number>();
  const released = new Set<number>();
  return {
    /** The record was read, or is gone: the application may be sent. */
    taken(id: number, remoteId: string): void {
      taken.set(id, { remoteId, at: clock.monotonic() });
      waiting.delete(id);
    },
    isTaken(id: number, remoteId: string): boolean {
      const found = taken.get(id);
      return found?.remoteId === remoteId && clock.monotonic() - found.at < countsFor;
    },
    /** The record could not be read. */
    waits: (id: number) => void waiting.add(id),
    isWaiting: (id: number) => waiting.has(id),
    /** The user sends the application without a snapshot. */
    release(id: number): void {
      waiting.delete(id);
      released.add(id);
    },
    isReleased: (id: number) => released.has(id),
    /** The application left the queue. */
    forget(id: number): void {
      for (const ids of [taken, waiting, released]) ids.delete(id);
    },
  };
}
