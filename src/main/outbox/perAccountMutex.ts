/** Lets one piece of work run at a time for each account. */
export interface PerAccountMutex {
  /** Runs `work` after everything that was asked for before it. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing runs for the account, however it ended. */
  idle(accountId: string): Promise<void>;
}

/** Makes a mutex; it remembers only what is running. */
export function createPerAccountMutex(): PerAccountMutex {
  const last = new Map<string, Promise<unknown>>();
  const idle = async (accountId: string) => {
    await last.get(accountId)?.catch(() => undefined);
  };
  return {
    idle,
    async run(accountId, work) {
      const turn = idle(accountId).then(work);
      last.set(accountId, turn);
      try {
        return await turn;
      } finally {
        if (last.get(accountId) === turn) last.delete(accountId);
      }
    },
  };
}
