import type { SendOutcome } from '../../remote/applicationRequests.ts';
import type { ApplicationDeps } from './applicationDeps.ts';
import type { ApplicationClaim } from './claimApplication.ts';
import { type NoteDeps, noteRemoteState } from './noteRemoteState.ts';
import { readOwn } from './ownApplications.ts';
import type { SentOutcome } from './stepAfter.ts';

/** Reads the record after an answer "not now": an editor has it, or automatic checks run that are over in a moment. */
export async function whyNotNow(
  deps: NoteDeps & Pick<ApplicationDeps, 'directory'>,
  { id, accountId, attempt }: ApplicationClaim,
  outcome: SendOutcome,
  signal: AbortSignal,
): Promise<SentOutcome> {
  if (attempt.remoteId === null) return outcome;
  try {
    const client = deps.directory.client(accountId);
    const seen = await readOwn(client, attempt.remoteId, { priority: 'bulk', signal });
    const row = deps.store.find(id);
    if (row === null || seen.kind !== 'found') return outcome;
    noteRemoteState(deps, row, seen, { isFollowing: true });
    return deps.store.get(id).status === 'checking' ? { kind: 'checking' } : outcome;
  } catch {
    return outcome;
  }
}
