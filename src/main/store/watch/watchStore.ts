import type { Message } from '../../../shared/message.ts';
import { termsAtOnce } from '../../../shared/search/query/paging.ts';
import type { JournalFacts } from '../../../shared/watch/journalFacts.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** How far an account is watched, and its journals as last seen. */
export type WatchStore = ReturnType<typeof createWatchStore>;

/** An inventory under way: when it began, the ISSNs that were read to the end, and the last id that was read of the next. */
export interface UnfinishedInventory {
  /** What is known by then (`watch/changes.ts`). */
  began: { known: string; counted: string };
  done: string[];
  block: string[];
  after: string;
  /** The directory's time of the oldest change that must be looked at again; null: none. */
  held: string | null;
}

/** Times of the directory's clock are whole seconds; the others are of this computer. */
export interface WatchProgress {
  lookedAt: string | null;
  /** By the directory's clock. */
  knownUntil: string | null;
  inventoryAt: string | null;
  inventory: number;
  unfinished: UnfinishedInventory | null;
  requests: number;
  problem: Message | null;
  /** By the directory's clock. */
  applicationsUntil: string | null;
  /** When a schedule last sent what was missing, on any computer of the office. */
  sentFoundAt: string | null;
  idsAtOnce: number;
  issnsAtOnce: number;
}

export interface SeenJournal {
  id: string;
  state: 'present' | 'gone';
  /** Those that it has had the longest come first. */
  issns: string[];
  /** ISSNs that it had, and that articles may still have. */
  former: string[];
  facts: JournalFacts;
  seenAt: string;
}

/** The most terms of one query until a server refuses so many. */
export const firstSizes = { idsAtOnce: termsAtOnce, issnsAtOnce: termsAtOnce };

const nothingYet: WatchProgress = {
  lookedAt: null,
  knownUntil: null,
  inventoryAt: null,
  inventory: 0,
  unfinished: null,
  requests: 0,
  problem: null,
  applicationsUntil: null,
  sentFoundAt: null,
  ...firstSizes,
};

/** Days that are kept. */
const maxDays = 366;

type ProgressRow = Omit<WatchProgress, 'unfinished' | 'problem'> & {
  unfinished: string | null;
  problem: string | null;
};

type JournalRow = Omit<SeenJournal, 'issns' | 'former' | 'facts'> & {
  issns: string;
  former: string;
  facts: string;
};

export function createWatchStore(db: Db) {
  const get = db.prepare<[string], ProgressRow>(
    `SELECT looked_at lookedAt, known_until knownUntil, inventory_at inventoryAt, inventory, unfinished, requests, problem,
       applications_until applicationsUntil, sent_found_at sentFoundAt, ids_at_once idsAtOnce, issns_at_once issnsAtOnce
     FROM watches WHERE account_id = ?`,
  );
  const set = db.prepare<ProgressRow & { accountId: string }>(
    `INSERT INTO watches (account_id, looked_at, known_until, inventory_at, inventory, unfinished, requests, problem,
       applications_until, sent_found_at, ids_at_once, issns_at_once)
     VALUES (@accountId, @lookedAt, @knownUntil, @inventoryAt, @inventory, @unfinished,
       @requests, @problem, @applicationsUntil, @sentFoundAt, @idsAtOnce, @issnsAtOnce)
     ON CONFLICT DO UPDATE SET looked_at = @lookedAt, known_until = @knownUntil, inventory_at = @inventoryAt,
       inventory = @inventory, unfinished = @unfinished, requests = @requests, problem = @problem,
       applications_until = @applicationsUntil, sent_found_at = @sentFoundAt, ids_at_once = @idsAtOnce, issns_at_once = @issnsAtOnce`,
  );
  const journalColumns = 'id, state, issns, former, facts, seen_at seenAt';
  const journals = db.prepare<[string], JournalRow>(
    `SELECT ${journalColumns} FROM watched_journals WHERE account_id = ? ORDER BY id`,
  );
  const putJournal = db.prepare<JournalRow & { accountId: string }>(
    `INSERT INTO watched_journals (account_id, id, state, issns, former, facts, seen_at)
     VALUES (@accountId, @id, @state, @issns, @former, @facts, @seenAt)
     ON CONFLICT DO UPDATE SET state = @state, issns = @issns, former = @former, facts = @facts, seen_at = @seenAt,
       office_seq = CASE WHEN state = @state AND issns = @issns AND former = @former AND facts = @facts THEN office_seq
         ELSE 0 END`,
  );
  const setDay = db.prepare<[string, string, number]>('INSERT OR REPLACE INTO watch_days VALUES (?, ?, ?)');
  const dropDays = db.prepare<[string, string, number]>(
    `DELETE FROM watch_days WHERE account_id = ? AND day NOT IN
       (SELECT day FROM watch_days WHERE account_id = ? ORDER BY day DESC LIMIT ?)`,
  );
  const days = db.prepare<[string], { day: string; present: number }>(
    'SELECT day, present FROM watch_days WHERE account_id = ? ORDER BY day',
  );

  function progress(accountId: string): WatchProgress {
    const row = get.get(accountId);
    if (!row) return nothingYet;
    const { unfinished, problem, ...rest } = row;
    return {
      ...rest,
      unfinished:
        unfinished === null ? null : (storedJson<UnfinishedInventory | undefined>(unfinished) ?? null),
      problem: problem === null ? null : (storedJson<Message | undefined>(problem) ?? null),
    };
  }

  return withStorageErrors({
    progress,
    setProgress(accountId: string, change: Partial<WatchProgress>): void {
      const { unfinished, problem, ...rest } = { ...progress(accountId), ...change };
      set.run({
        accountId,
        ...rest,
        unfinished: unfinished && JSON.stringify(unfinished),
        problem: problem && JSON.stringify(problem),
      });
    },
    journals: (accountId: string): SeenJournal[] =>
      journals
        .all(accountId)
        .map((row) => ({
          ...row,
          issns: storedJson<string[] | undefined>(row.issns) ?? [],
          former: storedJson<string[] | undefined>(row.former) ?? [],
          facts: storedJson<JournalFacts | undefined>(row.facts) ?? {
            values: {},
            updatedAt: '',
            editedAt: '',
            reviewedAt: '',
          },
        })),
    putJournal(accountId: string, { issns, former, facts, ...journal }: SeenJournal): void {
      putJournal.run({
        accountId,
        ...journal,
        issns: JSON.stringify(issns),
        former: JSON.stringify(former),
        facts: JSON.stringify(facts),
      });
    },
    /** How many articles are there on a day, `2026-08-21`. */
    setDay(accountId: string, day: string, present: number): void {
      setDay.run(accountId, day, present);
      dropDays.run(accountId, accountId, maxDays);
    },
    days: (accountId: string) => days.all(accountId),
  });
}
