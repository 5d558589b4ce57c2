/** The part that could not be read, with the code of the error. */
export interface Trouble {
  trouble: string;
}

type OrTrouble<T> = T | Trouble;

/** The database section of a diagnosis (`store/databaseFacts.ts`). */
export type DatabaseFacts =
  | Trouble
  | {
      version: OrTrouble<number>;
      knownVersion: number;
      sqlite: OrTrouble<string>;
      pageSize: OrTrouble<number>;
      pages: OrTrouble<number>;
      freePages: OrTrouble<number>;
      journalMode: OrTrouble<string>;
      check: OrTrouble<{ faults: number; kinds: string[] }>;
      rows: OrTrouble<Record<string, number>>;
      states: OrTrouble<Record<string, Record<string, number>>>;
      settings: OrTrouble<Record<string, unknown>>;
      accounts: OrTrouble<Record<string, unknown>[]>;
      requests: OrTrouble<Record<string, unknown>[]>;
    };
