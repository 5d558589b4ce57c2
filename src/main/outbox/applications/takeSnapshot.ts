import type { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import { readApplication, readApplicationRequest } from '../../remote/applicationRequests.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { type AccountOutcome, type AccountWords, fine, outcomeOfError } from '../accountOutcome.ts';
import { backoff } from '../backoff.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { type NoteDeps, noteRemoteState } from './noteRemoteState.ts';
import type { OpenRequests } from './openRequests.ts';
import { addOnce } from './settleApplication.ts';
import { type Snapshots, snapshotBeforeOverwrite } from './snapshots.ts';
import { whatOf } from './stepAfter.ts';

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
 * without a snapshot.
 */
export async function takeSnapshot(
  deps: NoteDeps & Pick<ApplicationDeps, 'directory' | 'versions' | 'pace' | 'random'>,
  {
    id,
    accountId,
    remoteId,
    snapshots,
    words,
    isOffline,
    signal,
  }: {
    id: number;
    accountId: string;
    remoteId: string;
    snapshots: Snapshots;
    words: AccountWords;
    isOffline: () => boolean;
    signal: AbortSignal;
  },
): Promise<AccountOutcome> {
  const { store, clock, pace, random } = deps;
  const client = deps.directory.client(accountId);
  const request = readApplicationRequest(remoteId);
  const seen = readApplication(await client.perform(request, client.begin(request, null), signal), remoteId);
  const row = store.find(id);
  if (row?.sync !== 'queued') return fine;
  if (seen.kind === 'silent' && !snapshots.isReleased(id)) {
    tellWaiting(deps, row, seen.error);
    snapshots.waits(id);
    const reads = row.reads + 1;
    store.change(id, { reads, dueMs: clock.now() + backoff(pace.read, reads, random) });
    return outcomeOfError(seen.error, { isOffline: isOffline(), usesKey: true, words, reason: null });
  }
  snapshots.taken(id, remoteId);
  if (seen.kind === 'silent') return fine;
  if (seen.kind === 'found')
    snapshotBeforeOverwrite(deps, row, { remoteId, record: seen.record, why: 'overwritten' });
  if (ownIdOf(row) === null || row.kind !== 'new') return fine;
  // A record that is gone is not created again without being asked.
  if (seen.kind === 'gone') store.change(id, { sync: 'settled', attempts: 0, dueMs: 0 });
  noteRemoteState(deps, store.get(id), seen, { isFollowing: true });
  changed(deps, accountId, [id]);
  return fine;
}

function ownIdOf({ status, remoteId }: StoredApplication): string | null {
  return status === 'gone' ? null : remoteId;
}

/** The timeline says once why the application waits; having no connection is said elsewhere. */
function tellWaiting(
  deps: Pick<ApplicationDeps, 'store' | 'clock' | 'publish'>,
  row: StoredApplication,
  error: AppError,
): void {
  if (error.code === 'offline' || error.code === 'rate_limited' || error.code === 'cancelled') return;
  const params = { what: whatOf(row.kind), words: error.problem };
  const message = msg('applicationLife.event.keeping', params);
  addOnce(deps.store, row.id, { at: isoNow(deps), kind: 'queued', message });
  changed(deps, row.accountId, [row.id]);
}
