import { AppError } from '../../../shared/errors.ts';
import type { AskOptions } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { backoff } from '../backoff.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { mostReads } from './applicationPace.ts';
import { isSentSince, type NoteDeps, noteRemoteState } from './noteRemoteState.ts';
import { readOwn } from './ownApplications.ts';

/**
 * Reads an application as the directory has it after it was sent, and again after a pause while its automatic checks run.
 * Returns the error if it could not be read.
 */
export async function readBack(
  deps: NoteDeps & Pick<ApplicationDeps, 'directory' | 'pace' | 'random'>,
  row: StoredApplication,
  options: AskOptions,
): Promise<AppError | null> {
  const { store } = deps;
  // It is read after it was sent or looked up.
  if (row.remoteId === null || row.sync === 'sending' || row.sync === 'unsure') {
    store.change(row.id, { readMs: null });
    return null;
  }
  const reads = row.reads + 1;
  const again = (pause: { first: number; longest: number }) =>
    store.change(row.id, {
      reads,
      readMs: reads >= mostReads ? null : deps.clock.now() + backoff(pause, reads, deps.random),
    });
  try {
    const seen = await readOwn(deps.directory.client(row.accountId), row.remoteId, options);
    const now = store.find(row.id);
    if (now === null || isSentSince(row, now)) return null;
    if (seen.kind === 'silent') {
      again(deps.pace.read);
      return seen.error;
    }
    noteRemoteState(deps, now, seen, { isFollowing: now.stored !== null });
    if (store.get(row.id).status === 'checking') again(deps.pace.checks);
    else store.change(row.id, { readMs: null, reads: 0 });
    changed(deps, row.accountId, [row.id]);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    again(deps.pace.read);
    return error;
  }
}
