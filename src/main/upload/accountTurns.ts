/** Work of which an account has one piece at a time. */
export interface AccountTurns {
  /** Runs `work` after all that was asked for before it. */
  take<T>(accountId: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is at work for the account, however it ended. */
  ended(accountId: string): Promise<void>;
}

/** Makes the turns; it remembers only what is at work. */
export function createAccountTurns(): AccountTurns {
  const last = new Map<string, Promise<unknown>>();
  const ended = async (accountId: string) => {
    await last.get(accountId)?.catch(() => undefined);
  };
  return {
    ended,
    async take(accountId, work) {
      const turn = ended(accountId).then(work);
      last.set(accountId, turn);
      try {
        return await turn;
      } finally {
        if (last.get(accountId) === turn) last.delete(accountId);
      }
    },
  };
}
