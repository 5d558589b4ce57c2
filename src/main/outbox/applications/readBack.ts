import { AppError } from '../../../shared/errors.ts';
import type { AskOptions } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { backoff } from '../backoff.ts';
import { type ApplicationDeps, changed } from './applicationDeps.ts';
import { mostReads } from './applicationPace.ts';
import { isSentSince, noteRemoteState } from './noteRemoteState.ts';
import { readOwn } from './ownApplications.ts';

/**
 * Reads an application as the directory has it after it was sent; again after a pause while its automatic checks run.
 * Answers the error where nothing could be learnt.
 */
export async function readBack(
  deps: ApplicationDeps,
  row: StoredApplication,
  options: AskOptions,
): Promise<AppError | null> {
  const { store } = deps;
  // What is sent or looked up is read after that.
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
