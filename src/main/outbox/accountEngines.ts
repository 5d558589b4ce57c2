import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { AccountEngine, type AccountEngineOptions } from './accountEngine.ts';
import type { Claim, OutboxAdapter } from './outboxAdapter.ts';

/** The engines of all accounts, each made when it is first woken. */
export interface AccountEngines {
  /** Does nothing once all are stopped. */
  wake(accountId: string, byUser?: boolean): void;
  stop(graceMs: number): Promise<void>;
  /** Stops the engine of an account that is about to be removed. */
  forget(accountId: string): Promise<void>;
}

/** Makes the engines; those that exist are woken when their directory can be reached again. */
export function createAccountEngines<OwnClaim extends Claim>(
  options: Omit<AccountEngineOptions, 'accountId' | 'directory'> & { directory: DirectoryAccess },
  createAdapter: (accountId: string) => OutboxAdapter<OwnClaim>,
): AccountEngines {
  const engines = new Map<string, AccountEngine>();
  let isStopped = false;
  options.directory.onConnection(({ accountId, state }) => {
    if (state === 'online') engines.get(accountId)?.wake();
  });
  return {
    wake(accountId, byUser = false) {
      if (isStopped) return;
      let engine = engines.get(accountId);
      if (!engine) {
        engine = new AccountEngine({ ...options, accountId }, createAdapter(accountId));
        engines.set(accountId, engine);
      }
      engine.wake(byUser);
    },
    async stop(graceMs) {
      isStopped = true;
      await Promise.all([...engines.values()].map((engine) => engine.stop(graceMs)));
    },
    async forget(accountId) {
      await engines.get(accountId)?.stop(0);
      engines.delete(accountId);
    },
  };
}
