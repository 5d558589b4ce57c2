import { AppError } from '../../../../shared/errors.ts';
import type { Task } from '../../../platform/scope.ts';
import type { RemoteRow } from '../../../store/applications/applicationStore.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { isClosed, isInFlight } from '../applicationWriter.ts';
import { followApplications } from './follow.ts';

export type FollowLoop = ReturnType<typeof createFollowLoop>;

/** Follows applications as often as the settings say, at the lowest priority, and not without a key or a connection. */
export function createFollowLoop(options: ApplicationParts) {
  const { store, directory, accounts, key, settings, clock, log, scope, pace } = options;
  const triedAt = new Map<string, number>();
  let task: Task | null = null;

  async function run(signal: AbortSignal): Promise<void> {
    for (;;) {
      // Ends the loop if it is aborted.
      await clock.sleep(pace.followTick, signal);
      for (const { id } of accounts()) {
        if (signal.aborted) return;
        if (isDue(id)) await follow(id, signal);
      }
    }
  }

  /** Returns true if the settings ask for a check of an open application, or of a journal that an acceptance changed. */
  function isDue(accountId: string): boolean {
    const every = settings().followEvery * 60_000;
    if (every === 0) return false;
    const tried = triedAt.get(accountId) ?? Number.NEGATIVE_INFINITY;
    if (clock.monotonic() - tried < every) return false;
    const now = clock.now();
    return (
      store.remotes(accountId).some((row) => isOld(row, now, every)) ||
      store.journalsBeforeAcceptance(accountId).length > 0
    );
  }

  async function follow(accountId: string, signal: AbortSignal): Promise<void> {
    const ask = { priority: 'bulk', signal } as const;
    const client = directory.client(accountId);
    // If the directory cannot be asked, or a journal cannot be fetched, the next attempt waits as long as the settings
    // say.
    triedAt.set(accountId, clock.monotonic());
    try {
      if ((await key(accountId)) === null) return;
      const { state } = directory.connection(accountId);
      // A key that was missing is here now.
      if (state === 'key_refused') return;
      // The test for a connection needs no key.
      if (state === 'offline' && !(await client.isReachable(ask))) return;
      await followApplications(options, client, accountId, ask);
      if (store.journalsBeforeAcceptance(accountId).length === 0) triedAt.delete(accountId);
    } catch (error) {
      if (signal.aborted) return;
      const isKnown = error instanceof AppError;
      log[isKnown ? 'info' : 'error']('applications.follow', { account: accountId, error });
    }
  }

  return {
    start(): void {
      task ??= scope.run('applications.follow', run);
    },
    async stop(): Promise<void> {
      task?.abort();
      await task?.ended;
    },
  };
}

/** Returns true if an open application was not checked for so long, and will not be read or looked up anyway. */
function isOld(
  { sync, status, checkedAt, trashedAt, readMs }: RemoteRow,
  now: number,
  every: number,
): boolean {
  if (trashedAt !== null || readMs !== null || isInFlight(sync) || isClosed(status)) return false;
  const checked = checkedAt === null ? 0 : Date.parse(checkedAt);
  return now - checked >= every || checked > now;
}
