import type { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { readApplication, readApplicationRequest } from '../../remote/applicationRequests.ts';
import type { DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import { backoff } from '../backoff.ts';
import type { ApplicationPace } from '../outboxPace.ts';
import type { ApplicationWriter } from './applicationWriter.ts';
import type { OpenRequests } from './openRequests.ts';
import { type Snapshots, snapshotBeforeOverwrite } from './snapshots.ts';
import { whatOf } from './stepAfter.ts';

export interface TakeSnapshotOptions {
  store: Pick<ApplicationStore, 'find' | 'get' | 'change'>;
  versions: Pick<VersionStore, 'keep'>;
  writer: ApplicationWriter;
  snapshots: Snapshots;
  clock: { now(): number };
  random: () => number;
  pace: Pick<ApplicationPace, 'read'>;
}

/** Returns the record that sending an application overwrites: its own, or the open Update Request for the same journal. */
export function overwrittenId(row: StoredApplication, opens: Pick<OpenRequests, 'about'>): string | null {
  const ownId = ownIdOf(row);
  if (ownId !== null || row.journalId === null) return ownId;
  return opens.about(row.accountId, row.journalId, null)?.remoteId ?? null;
}

/**
 * Reads what an application would overwrite and keeps it, with the limiter's turn that the caller has. A plain application
 * that was sent back would be stored a second time (reference/directory-api.md 5.7), so its state counts, too; everything
 * else is judged by the directory itself. While the record cannot be read the application waits, unless the user sends it
 * without a snapshot. Throws AppError if it cannot be read.
 */
export async function takeSnapshot(
  options: TakeSnapshotOptions,
  client: DirectoryClient,
  { id, remoteId }: { id: number; remoteId: string },
  signal: AbortSignal,
): Promise<void> {
  const { store, writer, snapshots } = options;
  const request = readApplicationRequest(remoteId);
  const seen = readApplication(await client.perform(request, client.begin(request, null), signal), remoteId);
  const row = store.find(id);
  if (row?.sync !== 'queued') return;
  if (seen.kind === 'silent' && !snapshots.isReleased(id)) {
    wait(options, row, seen.error);
    throw seen.error;
  }
  snapshots.taken(id, remoteId);
  if (seen.kind === 'silent') return;
  if (seen.kind === 'found')
    snapshotBeforeOverwrite(options, row, { remoteId, record: seen.record, why: 'overwritten' });
  if (ownIdOf(row) === null || row.kind !== 'new') return;
  // A record that is gone is only created again when the user asks for it.
  if (seen.kind === 'gone') store.change(id, { sync: 'settled', attempts: 0, dueMs: 0 });
  writer.noteRemoteState(store.get(id), seen, { isFollowing: true });
  writer.changed(row.accountId, [id]);
}

function ownIdOf({ status, remoteId }: StoredApplication): string | null {
  return status === 'gone' ? null : remoteId;
}

/** The application waits; its timeline says why once, unless there is no connection, which is shown elsewhere. */
function wait(
  { store, writer, snapshots, clock, pace, random }: TakeSnapshotOptions,
  { id, accountId, kind, reads }: StoredApplication,
  { code, problem }: AppError,
): void {
  if (code !== 'offline' && code !== 'rate_limited' && code !== 'cancelled') {
    const message = msg('applicationLife.event.keeping', { what: whatOf(kind), words: problem });
    writer.addEventOnce(id, { kind: 'queued', message });
    writer.changed(accountId, [id]);
  }
  snapshots.waits(id);
  store.change(id, { reads: reads + 1, dueMs: clock.now() + backoff(pace.read, reads + 1, random) });
}
