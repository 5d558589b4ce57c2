import type { Settings } from '../../../shared/contract/contract.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Scope, Task } from '../../platform/scope.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { RemoteRow } from '../../store/applications/applicationStore.ts';
import type { ApplicationPace } from '../outboxPace.ts';
import { isInFlight, settledStatuses } from './applicationWriter.ts';
import { type FollowOptions, followApplications } from './follow.ts';

/** Follows what was sent, as often as the settings say. */
export interface FollowLoop {
  start(): void;
  stop(): Promise<void>;
}

export interface FollowLoopOptions extends FollowOptions {
  directory: Pick<DirectoryAccess, 'client' | 'connection'>;
  accounts: () => Account[];
  key: (accountId: string) => Promise<string | null>;
  settings: () => Settings;
  clock: Clock;
  log: Log;
  scope: Scope;
  pace: Pick<ApplicationPace, 'followTick'>;
}

/** Makes the loop; it asks at the lowest priority, and not without a key or a connection. */
export function createFollowLoop(options: FollowLoopOptions): FollowLoop {
  const { store, directory, accounts, key, settings, clock, log, scope, pace } = options;
  const triedAt = new Map<string, number>();
  let task: Task | null = null;

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(pace.followTick, signal);
      for (const { id } of accounts()) {
        if (signal.aborted) return;
        if (isDue(id)) await follow(id, signal);
      }
    }
  }

  /** Returns true if something is open that was not checked for as long as the settings say. */
  function isDue(accountId: string): boolean {
    const every = settings().followEvery * 60_000;
    if (every === 0) return false;
    const now = clock.now();
    const tried = triedAt.get(accountId);
    if (tried !== undefined && now - tried < every && now >= tried) return false;
    return store.remotes(accountId).some((row) => isOld(row, now, every));
  }

  async function follow(accountId: string, signal: AbortSignal): Promise<void> {
    const ask = { priority: 'bulk', signal } as const;
    const client = directory.client(accountId);
    // Where the directory cannot be asked, it is tried again no sooner than the settings say.
    triedAt.set(accountId, clock.now());
    try {
      if ((await key(accountId)) === null) return;
      const { state } = directory.connection(accountId);
      if (state === 'key_refused' || state === 'key_missing') return;
      // The test for a connection needs no key.
      if (state === 'offline' && !(await client.isReachable(ask))) return;
      await followApplications(options, client, accountId, ask);
      triedAt.delete(accountId);
    } catch (error) {
      if (signal.aborted) return;
      const isKnown = error instanceof AppError;
      log[isKnown ? 'info' : 'error']('applications.follow', { account: accountId, error });
    }
  }

  return {
    start() {
      task ??= scope.run('applications.follow', run);
    },
    async stop() {
      task?.abort();
      await task?.ended;
    },
  };
}

/** Open, and not looked after for so long; what is on its way or about to be read back is looked after anyway. */
function isOld(
  { sync, status, checkedAt, trashedAt, readMs }: RemoteRow,
  now: number,
  every: number,
): boolean {
  if (trashedAt !== null || readMs !== null || isInFlight(sync)) return false;
  if (status !== null && settledStatuses.includes(status)) return false;
  const checked = checkedAt === null ? 0 : Date.parse(checkedAt);
  return now - checked >= every || checked > now;
}
