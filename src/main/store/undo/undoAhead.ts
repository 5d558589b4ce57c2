import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { cached } from '../../../shared/cached.ts';
import { createChecksVersion } from '../checkContext.ts';
import type { Db } from '../database.ts';
import { storedRecord } from '../storedJson.ts';
import { type KeptRecord, keptRecordColumns, recordBefore } from './keptRecord.ts';
import { type DerivedAgain, derivedAgain } from './undoRestoring.ts';

/** What a thread derived of the drafts that an undo restores next, by the ids of their entries. */
export type Ahead = ReadonlyMap<number, DerivedAhead>;

/** `version`: of the draft as it was before it is restored; `checks`: of what the rules need of its account. */
interface DerivedAhead extends DerivedAgain {
  version: number;
  checks: number;
  accountId: string;
}

/** The next entries of a step: what is derived of them, and the id of the last one; null: there are no more. */
export interface AheadPart {
  drafts: readonly (readonly [number, DerivedAhead])[];
  last: number | null;
}

/** The thread that helps an undo. */
export interface UndoThread {
  derive(after: number): Promise<AheadPart>;
  /** Copies SQLite's log into the file, so that it does not grow with the undo; nothing is written meanwhile. */
  copyLog(): Promise<void>;
}

/** Entries that a thread looks at for one order: their results wait in memory. */
const entriesAtOnce = 500;
/** Parts after which the log is copied: it has grown by about 20 MB. */
const partsOfLog = 4;

/** Has the next part derived while the previous one is written; a thread that fails leaves the rest to the undo itself. */
export function createAhead(thread: UndoThread | undefined) {
  const wholeRest: AheadPart = { drafts: [], last: null };
  const request = async (after: number) =>
    thread ? await thread.derive(after).catch(() => wholeRest) : wholeRest;
  let parts = 0;
  let last: number | null = 0;
  let derived: Ahead = new Map();
  let coming = request(0);
  return {
    /** Up to which entry the undo can go. */
    last: () => last ?? Number.POSITIVE_INFINITY,
    derived: () => derived,
    async next(): Promise<void> {
      const part = await coming;
      derived = new Map(part.drafts);
      last = part.last;
      if (++parts % partsOfLog === 0) await thread?.copyLog();
      if (last !== null) coming = request(last);
    },
  };
}

/** Reads what an undo needs of drafts, on a connection of its own. */
export function prepareAhead(
  db: Db,
): (stepId: number, after: number, context: (accountId: string) => ArticleContext) => AheadPart {
  const entries = db.prepare<[number, number], KeptRecord & { id: number; draftId: number | null }>(
    `SELECT id, CASE WHEN source = 'drafts' AND what = 'changed' THEN row_id END draftId, ${keptRecordColumns}
     FROM undo_entries INDEXED BY undo_entries_in_order WHERE step_id = ? AND id > ? ORDER BY id LIMIT ${entriesAtOnce}`,
  );
  const draft = db.prepare<[number], { version: number; accountId: string; record: string }>(
    'SELECT version, account_id accountId, record FROM drafts WHERE id = ? AND staged = 0',
  );
  const checksVersion = createChecksVersion(db);
  return (stepId, after, read) => {
    const context = cached(read);
    const found = entries.all(stepId, after);
    const drafts = found.flatMap((entry): [number, DerivedAhead][] => {
      const now = entry.draftId === null ? undefined : draft.get(entry.draftId);
      const record = now && storedRecord(recordBefore(entry, now.record));
      if (!record) return [];
      const { version, accountId } = now;
      const derived = derivedAgain(record, now.record, context(accountId));
      return [[entry.id, { version, checks: checksVersion(accountId), accountId, ...derived }]];
    });
    return { drafts, last: found.length < entriesAtOnce ? null : found.at(-1)!.id };
  };
}
