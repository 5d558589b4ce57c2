import { AppError } from '../../../shared/errors.ts';
import type { Task } from '../../platform/scope.ts';
import type { RemoteRow } from '../../store/applications/applicationStore.ts';
import type { ApplicationDeps } from './applicationDeps.ts';
import { followApplications } from './follow.ts';
import { settledStatuses } from './noteRemoteState.ts';

/** Follows what was sent, as often as the settings say. */
export interface FollowLoop {
  start(): void;
  stop(): Promise<void>;
}

/** Makes the loop; it asks at the lowest priority, and not without a key or a connection. */
export function createFollowLoop(deps: ApplicationDeps): FollowLoop {
  const { clock } = deps;
  const triedAt = new Map<string, number>();
  let task: Task | null = null;

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(deps.pace.followTick, signal);
      for (const { id } of deps.accounts()) {
        if (signal.aborted) return;
        if (isDue(id)) await follow(id, signal);
      }
    }
  }

  /** Returns true if something is open that was not checked for as long as the settings say. */
  function isDue(accountId: string): boolean {
    const every = deps.settings().followEvery * 60_000;
    if (every === 0) return false;
    const now = clock.now();
    const tried = triedAt.get(accountId);
    if (tried !== undefined && now - tried < every && now >= tried) return false;
    return deps.store.remotes(accountId).some((row) => isOld(row, now, every));
  }

  async function follow(accountId: string, signal: AbortSignal): Promise<void> {
    const options = { priority: 'bulk', signal } as const;
    // Where the directory cannot be asked, it is tried again no sooner than the settings say.
    triedAt.set(accountId, clock.now());
    try {
      if ((await deps.key(accountId)) === null) return;
      const { state } = deps.directory.connection(accountId);
      if (state === 'key_refused' || state === 'key_missing') return;
      // Whether there is a connection again is asked without a key.
      if (state === 'offline' && !(await deps.directory.client(accountId).isReachable(options))) return;
      await followApplications(deps, accountId, options);
      triedAt.delete(accountId);
    } catch (error) {
      if (signal.aborted) return;
      const isKnown = error instanceof AppError;
      deps.log[isKnown ? 'info' : 'error']('applications.follow', { account: accountId, error });
    }
  }

  return {
    start() {
      task ??= deps.scope.run('applications.follow', run);
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
  if (trashedAt !== null || readMs !== null || sync === 'sending' || sync === 'unsure') return false;
  if (status !== null && settledStatuses.includes(status)) return false;
  const checked = checkedAt === null ? 0 : Date.parse(checkedAt);
  return now - checked >= every || checked > now;
}
