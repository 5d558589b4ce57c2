import { setTimeout as sleep } from 'node:timers/promises';
import { msg } from '../../shared/message.ts';
import type { Db } from './database.ts';
import { longestLog } from './flush.ts';
import type { LogOrder, LogThreadData } from './logWorker.ts';
import { createWorkerRpc } from './workerRpc.ts';

/** Milliseconds of writing before the log is first copied, and between two copies. */
const copyEvery = 500;
/** Milliseconds without a copy after which the thread ends. */
const idleFor = 5_000;
/** Pages of the log, copied or not, from which on the next writer waits until the log can begin anew: 32 MB. */
const maxPages = longestLog / 2;

export type WriteTurns = ReturnType<typeof createWriteTurns>;

/**
 * Lets one thread write at a time, in the order of their requests; `db` is the connection of the main thread, `logWorker`
 * the file of the thread that copies SQLite's write-ahead log into the database.
 */
export function createWriteTurns(db: Db, logWorker: URL) {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  /** How many works are running that write a lot in other threads. */
  let writing = 0;
  /** For how many reasons the commits of the main thread do not copy the log. */
  let holds = 0;
  let copying: Promise<void> | null = null;
  let pause = new AbortController();
  const thread = createWorkerRpc<LogOrder>(logWorker, {
    idleFor,
    workerData: { file: db.name } satisfies LogThreadData,
    broke: msg('error.storage.message'),
    // It has next to no data of its own.
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64 },
  });

  function next(): void {
    const take = isTaken ? undefined : waiting.shift();
    if (!take) return;
    isTaken = true;
    take();
  }

  function take(write: (giveBack: () => void) => void): void {
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
  }

  function hold(): void {
    if (holds++ === 0) db.pragma(`wal_autocheckpoint = ${longestLog}`);
  }
  function letGo(): void {
    if (--holds === 0 && db.open) db.pragma('wal_autocheckpoint = 1000');
  }

  /** Resolves to the pages that were in the log. What could not be copied now is copied later. */
  const copy = async (order: LogOrder) => (await thread.ask(order).catch(() => 0)) as number;

  /**
   * Copies the log while others write: a thread that copied its own log would spend half of its time on that. The log
   * begins anew, and stops growing, only after a copy during which nobody wrote.
   */
  async function keepCopying(): Promise<void> {
    hold();
    let isOver = false;
    while (!isOver) {
      pause = new AbortController();
      if (writing > 0) await sleep(copyEvery, undefined, { signal: pause.signal }).catch(() => undefined);
      isOver = writing === 0;
      const pages = await copy(isOver ? 'restart' : 'copy');
      if (isOver || pages < maxPages) continue;
      // Now only what was written during the last copy is left for the one that the others wait for.
      await copy('copy');
      await new Promise<void>((resolve) => {
        take((giveBack) => void copy('restart').then(giveBack).then(resolve));
      });
    }
    letGo();
    copying = writing > 0 ? keepCopying() : null;
  }

  return {
    /** Calls `write` when it is its turn, with the function that ends the turn. */
    take,
    /** Runs work during which another thread writes a lot: meanwhile and after it, the log is copied. */
    async whileWriting<T>(work: () => Promise<T>): Promise<T> {
      writing++;
      copying ??= keepCopying();
      try {
        return await work();
      } finally {
        if (--writing === 0) pause.abort();
      }
    },
    /** The same for work that writes a lot in the main thread, and calls `copyLog` now and then while it does not. */
    async whileMainWrites<T>(work: (copyLog: () => Promise<void>) => Promise<T>): Promise<T> {
      const copyLog = () => copy('restart').then(() => undefined);
      hold();
      try {
        return await work(copyLog);
      } finally {
        await copyLog();
        letGo();
      }
    },
    /** Ends the thread once the log is copied; no work is running. */
    async end(): Promise<void> {
      await copying;
      await thread.end();
    },
  };
}
