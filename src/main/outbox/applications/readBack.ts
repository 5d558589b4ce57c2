import { AppError } from '../../../shared/errors.ts';
import type { AskOptions, DirectoryClient } from '../../remote/directoryClient.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import { type Backoff, backoff } from '../backoff.ts';
import type { ApplicationPace } from '../outboxPace.ts';
import { type ApplicationWriter, isInFlight, isSentSince } from './applicationWriter.ts';
import { readOwn } from './ownApplications.ts';

/** An application is read back so often after it was sent; then it is only followed. */
const mostReads = 6;

/**
 * Reads an application as the directory has it after it was sent, and again after a pause while its automatic checks run.
 * Throws AppError if it could not be read.
 */
export async function readBack(
  {
    store,
    writer,
    clock,
    random,
    pace,
  }: {
    store: Pick<ApplicationStore, 'change' | 'find' | 'get'>;
    writer: ApplicationWriter;
    clock: { now(): number };
    random: () => number;
    pace: Pick<ApplicationPace, 'read' | 'checks'>;
  },
  client: DirectoryClient,
  row: StoredApplication,
  ask: AskOptions,
): Promise<void> {
  const { id } = row;
  // A request in flight is settled or looked up first, and then read back.
  if (row.remoteId === null || isInFlight(row.sync)) {
    store.change(id, { readMs: null });
    return;
  }
  const reads = row.reads + 1;
  const readAgain = (pause: Backoff) => {
    const readMs = reads >= mostReads ? null : clock.now() + backoff(pause, reads, random);
    store.change(id, { reads, readMs });
  };
  try {
    const seen = await readOwn(client, row.remoteId, ask);
    const now = store.find(id);
    if (now === null || isSentSince(row, now)) return;
    writer.noteRemoteState(now, seen, { isFollowing: now.stored !== null });
    if (store.get(id).status === 'checking') readAgain(pace.checks);
    else store.change(id, { readMs: null, reads: 0 });
    writer.changed(row.accountId, [id]);
  } catch (error) {
    const now = store.find(id);
    if (!(error instanceof AppError) || now === null) throw error;
    if (isSentSince(row, now)) return;
    readAgain(pace.read);
    throw error;
  }
}
