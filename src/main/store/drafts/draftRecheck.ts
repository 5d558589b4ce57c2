import { setImmediate } from 'node:timers/promises';
import type { Publish } from '../../../shared/contract/contract.ts';
import { recordLimits } from '../../../shared/draft/recordLimits.ts';
import type { Scope } from '../../platform/scope.ts';
import type { AccountStore } from '../accounts/accountStore.ts';
import type { ProfileStore } from '../accounts/profileStore.ts';
import type { Db } from '../database.ts';
import type { JournalStore } from '../journals/journalStore.ts';
import { createLinkChecks } from '../links/linkCheckStore.ts';
import { storedRecord } from '../storedJson.ts';
import { asWrite, retryWhileLocked } from '../write.ts';
import { type DraftColumns, type DraftFacetColumns, draftColumns } from './draftColumns.ts';
import { createDraftWriter, derivedColumns, facetColumns } from './draftWriter.ts';

/** The ids that one slice covers, and characters of their records; most of its time goes to the rules. */
const windowSize = 100;
const windowLength = 200_000;

/** `accounts.recheck_after` is set to 0 with the journals or dialect, so no badge stays outdated. */
export function createDraftRecheck(parts: {
  db: Db;
  accountStore: Pick<AccountStore, 'get'>;
  journalStore: Pick<JournalStore, 'cards'>;
  profileStore: Pick<ProfileStore, 'of'>;
  clock: { now(): number };
  publish: Publish;
  /** Owns the check; if the scope stops or the check fails, `resume` continues at the next start. */
  scope: Scope;
}) {
  const { db, publish, scope } = parts;
  const running = new Set<string>();
  const checkWindow = prepareWindow(parts);
  const waiting = db.prepare<[], string>('SELECT id FROM accounts WHERE recheck_after IS NOT NULL').pluck();

  async function run(accountId: string, signal: AbortSignal): Promise<void> {
    let changed = 0;
    try {
      for (;;) {
        await setImmediate();
        const step = signal.aborted ? null : await retryWhileLocked(() => checkWindow(accountId));
        if (!step) break;
        changed += step.changed;
      }
    } finally {
      running.delete(accountId);
      if (changed > 0) publish('drafts.changed', { accountId, ids: null });
    }
  }
  /** Starts the check unless there is nothing to do; a change during the check restarts it. */
  function start(accountId: string): void {
    if (scope.signal.aborted || running.has(accountId)) return;
    running.add(accountId);
    scope.run('drafts.recheck', (signal) => run(accountId, signal));
  }
  /** Continues checks that an earlier run left unfinished. */
  const resume = () => waiting.all().forEach(start);
  return { start, resume };
}

type Row = DraftColumns & { id: number; record: string };
type FacetRow = DraftFacetColumns & { id: number };

/** Prepares the step that checks the account's next drafts in one transaction; it returns null when all are done. */
function prepareWindow({
  db,
  accountStore,
  journalStore,
  profileStore,
  clock,
}: Parameters<typeof createDraftRecheck>[0]) {
  const writer = createDraftWriter(db);
  const linkChecks = createLinkChecks(db);
  const readAfter = db
    .prepare<[string], number | null>('SELECT recheck_after FROM accounts WHERE id = ?')
    .pluck();
  const setAfter = db.prepare<[number | null, string]>('UPDATE accounts SET recheck_after = ? WHERE id = ?');
  const readLast = db.prepare<[], number | null>('SELECT max(id) FROM drafts').pluck();
  const readLengths = db.prepare<[number, number, string], { id: number; length: number }>(
    `SELECT id, length(record) AS length FROM drafts WHERE id > ? AND id <= ? AND account_id = ? ORDER BY id`,
  );
  // A record that is too large to be opened keeps its columns.
  const readRows = db.prepare<[number, number, string], Row>(
    `SELECT id, record, ${derivedColumns} FROM drafts WHERE id > ? AND id <= ? AND account_id = ?
       AND length(record) <= ${recordLimits.characters}`,
  );
  const readFacets = db.prepare<[number, number], FacetRow>(
    `SELECT draft_id AS id, ${facetColumns} FROM draft_facets WHERE draft_id > ? AND draft_id <= ?`,
  );
  /** The last id of a slice: fewer drafts if their records are large. */
  const endOfWindow = (after: number, accountId: string): number => {
    let total = 0;
    let last = after;
    for (const { id, length } of readLengths.all(after, after + windowSize, accountId)) {
      total += Math.min(length, recordLimits.characters);
      if (total > windowLength && last > after) return last;
      last = id;
    }
    return after + windowSize;
  };
  return asWrite(db, (accountId: string): { changed: number } | null => {
    const after = readAfter.get(accountId) ?? null;
    if (after === null) return null;
    const account = accountStore.get(accountId);
    const context = {
      dialect: account.dialect,
      profile: profileStore.of(account),
      journals: journalStore.cards(accountId),
      linkChecks,
      now: new Date(clock.now()),
    };
    const end = endOfWindow(after, accountId);
    let changed = 0;
    const known = new Map(readFacets.all(after, end).map(({ id, ...facets }) => [id, facets]));
    for (const { id, record, ...before } of readRows.all(after, end, accountId)) {
      const read = storedRecord(record);
      if (read === null) continue;
      const derived = draftColumns(read, context);
      if (isSame(before, derived.columns) && isSame(known.get(id), derived.facets)) continue;
      writer.rederive(id, derived);
      changed++;
    }
    const isLast = end >= (readLast.get() ?? 0);
    setAfter.run(isLast ? null : end, accountId);
    return { changed };
  });
}

function isSame<T extends object>(a: T | undefined, b: T): boolean {
  return a !== undefined && (Object.keys(b) as (keyof T)[]).every((name) => a[name] === b[name]);
}
