import { AppError } from '../../../../shared/errors.ts';
import type { AskOptions, DirectoryClient } from '../../../remote/directoryClient.ts';
import type { StoredApplication } from '../../../store/applications/applicationRows.ts';
import { type Backoff, backoff } from '../../backoff.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { isInFlight, isSentSince } from '../applicationWriter.ts';
import { readOwn } from '../following/ownApplications.ts';

/** How often an application is read back after it was sent; after that it is only followed. */
const maxReads = 6;

/** Reads an application after it was sent, and again while its automatic checks run. Throws AppError if that fails. */
export async function readBack(
  {
    store,
    writer,
    clock,
    random,
    pace,
  }: Pick<ApplicationParts, 'store' | 'writer' | 'clock' | 'random' | 'pace'>,
  client: DirectoryClient,
  row: StoredApplication,
  ask: AskOptions,
): Promise<void> {
  const { id } = row;
  // A request in flight is settled or looked up first, and read back then.
  if (row.remoteId === null || isInFlight(row.sync)) {
    store.change(id, { readMs: null });
    return;
  }
  const reads = row.reads + 1;
  const readAgain = (pause: Backoff) => {
    const readMs = reads >= maxReads ? null : clock.monotonic() + backoff(pause, reads, random);
    store.change(id, { reads, readMs });
  };
  try {
    const seen = await readOwn(client, row.remoteId, ask);
    const now = store.find(id);
    if (now === null || isSentSince(row, now)) return;
    writer.noteRemoteState(now, seen, { isFollowing: now.stored !== null, wasSent: true });
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
