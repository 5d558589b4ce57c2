import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { AccountEngine, type AccountEngineOptions } from './accountEngine.ts';
import type { Claim, OutboxAdapter } from './outboxAdapter.ts';

export type AccountEngines = ReturnType<typeof createAccountEngines>;

/** The engines of all accounts, created when first woken, and woken when their directory is reachable again. */
export function createAccountEngines<OwnClaim extends Claim>(
  options: Omit<AccountEngineOptions, 'accountId' | 'directory'> & { directory: DirectoryAccess },
  createAdapter: (accountId: string) => OutboxAdapter<OwnClaim>,
) {
  const engines = new Map<string, AccountEngine>();
  let isStopped = false;
  options.directory.onConnection(({ accountId, state }) => {
    if (state === 'online') engines.get(accountId)?.wake();
  });
  options.sending.onChange((accountId) => engines.get(accountId)?.wake());
  return {
    /** Does nothing after `stop`. */
    wake(accountId: string, byUser = false): void {
      if (isStopped) return;
      let engine = engines.get(accountId);
      if (!engine) {
        engine = new AccountEngine({ ...options, accountId }, createAdapter(accountId));
        engines.set(accountId, engine);
      }
      engine.wake(byUser);
    },
    async stop(graceMs: number): Promise<void> {
      isStopped = true;
      await Promise.all([...engines.values()].map((engine) => engine.stop(graceMs)));
    },
    /** Stops the engine of an account before it is removed. */
    async forget(accountId: string): Promise<void> {
      await engines.get(accountId)?.stop(0);
      engines.delete(accountId);
    },
  };
}
