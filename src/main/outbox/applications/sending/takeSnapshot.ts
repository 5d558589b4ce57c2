import { hasLeft } from '../../../../shared/application/applicationStatus.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { msg } from '../../../../shared/message.ts';
import { readApplication, readApplicationRequest } from '../../../remote/applicationRequests.ts';
import type { DirectoryClient } from '../../../remote/directoryClient.ts';
import type { StoredApplication } from '../../../store/applications/applicationRows.ts';
import { backoff } from '../../backoff.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { whatOf } from '../stepAfter.ts';
import { snapshotBeforeOverwrite } from './snapshots.ts';

type SnapshotParts = Pick<
  ApplicationParts,
  'store' | 'versions' | 'writer' | 'snapshots' | 'clock' | 'random' | 'pace'
>;

/** Returns the id of the record that an application overwrites: its own, or the journal's open Update Request. */
export function overwrittenId(row: StoredApplication, opens: ApplicationParts['opens']): string | null {
  return ownIdOf(row) ?? opens.about(row.accountId, row.journalId, row.remoteId)?.remoteId ?? null;
}

/**
 * Whether sending an application may replace another record: the directory looks for the journal's open Update Request
 * (reference/directory-api.md 5.7).
 */
export function mayReplace(row: Pick<StoredApplication, 'kind' | 'status' | 'remoteId'>): boolean {
  return row.kind === 'update' && ownIdOf(row) === null;
}

/**
 * Reads the record that an application overwrites and keeps it; the caller has acquired the limiter. The record's state
 * matters for a new application: one sent back for revision would be stored twice (reference/directory-api.md 5.7). If the
 * record cannot be read, throws AppError, unless the user sends the application without a snapshot.
 */
export async function takeSnapshot(
  options: SnapshotParts,
  client: DirectoryClient,
  { id, remoteId }: { id: number; remoteId: string },
  signal: AbortSignal,
): Promise<void> {
  const { store, writer, snapshots } = options;
  const request = readApplicationRequest(remoteId);
  const seen = readApplication(
    await client.perform(request, client.begin(request, null), { signal }),
    remoteId,
  );
  const row = store.find(id);
  if (row?.sync !== 'queued') return;
  if (seen.kind === 'silent' && !snapshots.isReleased(id)) {
    wait(options, row, seen.error, 'keeping');
    throw seen.error;
  }
  snapshots.taken(id, remoteId);
  if (seen.kind === 'silent') return;
  if (seen.kind === 'found')
    snapshotBeforeOverwrite(options, row, { remoteId, record: seen.record, why: 'overwritten' });
  if (ownIdOf(row) === null || row.kind !== 'new') return;
  // A record that is gone is only created again if the user sends it again.
  if (seen.kind === 'gone') store.change(id, { sync: 'settled', attempts: 0, dueMs: 0 });
  writer.noteRemoteState(store.get(id), seen, { isFollowing: true });
  writer.changed(row.accountId, [id]);
}

/** Whether it would replace another record than the person saw who confirmed its sending. */
export function replacesAnother(row: StoredApplication, opens: ApplicationParts['opens']): boolean {
  return mayReplace(row) && opens.isKnown(row) && overwrittenId(row, opens) !== row.confirmedOpenId;
}

function ownIdOf({ status, remoteId }: Pick<StoredApplication, 'status' | 'remoteId'>): string | null {
  return hasLeft(status) ? null : remoteId;
}

/** Postpones the application; its timeline says why once, except for connection problems, which are shown elsewhere. */
export function wait(
  options: SnapshotParts,
  row: StoredApplication,
  { code, problem }: AppError,
  what: 'keeping' | 'looking',
): void {
  const { writer, snapshots } = options;
  const { id, accountId, kind } = row;
  if (code !== 'offline' && code !== 'rate_limited' && code !== 'cancelled') {
    const message = msg(`applicationLife.event.${what}`, { what: whatOf(kind), words: problem });
    writer.addEventOnce(id, { kind: 'queued', message });
    writer.changed(accountId, [id]);
  }
  snapshots.waits(id);
  postpone(options, row);
}

/** Tries a queued application again later, because what must be read before it is sent could not be read. */
export function postpone(
  { store, clock, pace, random }: Pick<SnapshotParts, 'store' | 'clock' | 'pace' | 'random'>,
  { id, reads }: StoredApplication,
): void {
  store.change(id, { reads: reads + 1, dueMs: clock.monotonic() + backoff(pace.read, reads + 1, random) });
}
