import type { Db } from './database.ts';

export type WriteTurns = ReturnType<typeof createWriteTurns>;

/** Lets one thread write at a time, in the order of their requests; `db` is the connection of the main thread. */
export function createWriteTurns(db: Db) {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  let writing = 0;

  function next(): void {
    const take = isTaken ? undefined : waiting.shift();
    if (!take) return;
    isTaken = true;
    take();
  }

  return {
    /** Calls `write` when it is its turn, with the function that ends the turn. */
    take(write: (giveBack: () => void) => void): void {
      waiting.push(() => {
        let isGivenBack = false;
        write(() => {
          if (isGivenBack) return;
          isGivenBack = true;
          isTaken = false;
          next();
        });
      });
      next();
    },
    /**
     * Runs work during which a thread writes a lot; that thread then does the checkpoints, not the main thread's
     * commits.
     */
    async whileWriting<T>(work: () => Promise<T>): Promise<T> {
      if (writing++ === 0) db.pragma('wal_autocheckpoint = 0');
      try {
        return await work();
      } finally {
        if (--writing === 0 && db.open) db.pragma('wal_autocheckpoint = 1000');
      }
    },
  };
}
