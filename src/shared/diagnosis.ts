/** The part that could not be read, with the code of the error. */
export interface Trouble {
  trouble: string;
}

type Told<T> = T | Trouble;

/** The database section of a diagnosis (`store/databaseFacts.ts`). */
export type DatabaseFacts =
  | Trouble
  | {
      version: Told<number>;
      knownVersion: number;
      sqlite: Told<string>;
      pageSize: Told<number>;
      pages: Told<number>;
      freePages: Told<number>;
      journalMode: Told<string>;
      check: Told<{ faults: number; kinds: string[] }>;
      rows: Told<Record<string, number>>;
      states: Told<Record<string, Record<string, number>>>;
      settings: Told<Record<string, unknown>>;
      accounts: Told<Record<string, unknown>[]>;
      requests: Told<Record<string, unknown>[]>;
    };
