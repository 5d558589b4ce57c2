import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { storedRecord } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** What was last known of an article at the directory. */
export type LedgerStore = ReturnType<typeof createLedgerStore>;

export type LedgerState = 'present' | 'deleted' | 'withdrawn' | 'removed';

/** An article as it was read at the directory. */
export interface SeenArticle {
  remoteId: string;
  title: string;
  journal: string;
  /** `print/online`. */
  issns: string;
  line: string;
  doiKey: string | null;
  urlKey: string | null;
  ownHash: string;
  copiedHash: string;
  createdAt: string;
  updatedAt: string;
}

/** The same with the journal with whose articles it is counted, empty for none, and other journals that have it too. */
export interface LedgerEntry extends SeenArticle {
  journalId: string;
  others: readonly string[];
}

export interface KnownArticle {
  id: number;
  remoteId: string;
  state: LedgerState;
  journalId: string;
  title: string;
  journal: string;
  issns: string;
  line: string;
  doiKey: string | null;
  urlKey: string | null;
  ownHash: string | null;
  copiedHash: string | null;
  /** null: not read back yet. */
  createdAt: string | null;
  updatedAt: string | null;
  successor: string | null;
}

/** Articles of some journals, with ids from `from` on and below `to`, made until a time of the directory's clock. */
export interface LedgerRange {
  journals: readonly string[];
  from: string;
  to: string;
  until: string;
}

/** The draft of an article, and what the directory should store if nothing but Colophon changed it. */
export interface SentContent {
  draftId: number;
  title: string;
  /** It is being sent: the directory may have it before the draft knows. */
  isQueued: boolean;
  /** Hash of what was sent last, as the directory stores it; null: it is not known. */
  content: string | null;
  /** The draft's record; null if it was edited since, or cannot be read. */
  record: DraftRecord | null;
}

type SentRow = Omit<SentContent, 'isQueued' | 'record'> & { isQueued: number; record: string | null };

function readSent({ isQueued, record, ...row }: SentRow): SentContent {
  return { ...row, isQueued: isQueued === 1, record: storedRecord(record) };
}

/** Above every id, which is in hexadecimal digits. */
export const lastId = 'g';

export function createLedgerStore(db: Db) {
  const columns = `id, remote_id remoteId, state, journal_id journalId, title, journal, issns, line, doi_key doiKey,
    url_key urlKey, own_hash ownHash, copied_hash copiedHash, created_at createdAt, updated_at updatedAt, successor`;
  const find = db.prepare<[string, string], KnownArticle>(
    `SELECT ${columns} FROM ledger WHERE account_id = ? AND remote_id = ?`,
  );
  const put = db.prepare<
    SeenArticle & { journalId: string; others: string; accountId: string; seenAt: string; inventory: number }
  >(
    `INSERT INTO ledger (account_id, remote_id, state, journal_id, others, title, journal, issns, line, doi_key, url_key,
       own_hash, copied_hash, created_at, updated_at, seen_at, inventory)
     VALUES (@accountId, @remoteId, 'present', @journalId, @others, @title, @journal, @issns, @line, @doiKey, @urlKey,
       @ownHash, @copiedHash, @createdAt, @updatedAt, @seenAt, @inventory)
     ON CONFLICT DO UPDATE SET state = 'present', journal_id = @journalId, others = @others, title = @title,
       journal = @journal, issns = @issns, line = @line, doi_key = @doiKey, url_key = @urlKey, own_hash = @ownHash, copied_hash = @copiedHash,
       created_at = @createdAt, updated_at = @updatedAt, seen_at = @seenAt, inventory = max(inventory, @inventory),
       office_seq = CASE WHEN state = 'present' AND own_hash = @ownHash AND updated_at = @updatedAt
         AND journal_id = @journalId THEN office_seq ELSE 0 END`,
  );
  const inRange = `account_id = @accountId AND state = 'present' AND journal_id IN (SELECT value FROM json_each(@journals))
    AND remote_id >= @from AND remote_id < @to AND created_at <= @until`;
  interface RangeInput {
    accountId: string;
    journals: string;
    from: string;
    to: string;
    until: string;
  }
  const isShared = `account_id = @accountId AND state = 'present' AND others <> ''
    AND journal_id NOT IN (SELECT value FROM json_each(@journals))
    AND EXISTS (SELECT 1 FROM json_each(others) o JOIN json_each(@journals) j ON j.value = o.value)
    AND remote_id >= @from AND remote_id < @to AND created_at <= @until`;
  const count = db
    .prepare<RangeInput, number>(
      `SELECT (SELECT count(*) FROM ledger INDEXED BY ledger_counted WHERE ${inRange})
         + (SELECT count(*) FROM ledger INDEXED BY ledger_shared WHERE ${isShared})`,
    )
    .pluck();
  const anyShared = db
    .prepare<[string], number>(
      `SELECT 1 FROM ledger INDEXED BY ledger_shared WHERE account_id = ? AND state = 'present' AND others <> '' LIMIT 1`,
    )
    .pluck();
  const countOf = db
    .prepare<[string, string, string], number>(
      `SELECT count(*) FROM ledger INDEXED BY ledger_counted
       WHERE account_id = ? AND state = 'present' AND journal_id = ? AND created_at <= ?`,
    )
    .pluck();
  const middle = db
    .prepare<RangeInput & { skip: number }, string>(
      `SELECT remote_id FROM ledger INDEXED BY ledger_counted WHERE ${inRange} ORDER BY remote_id LIMIT 1 OFFSET @skip`,
    )
    .pluck();
  const ids = db
    .prepare<RangeInput & { limit: number }, string>(
      `SELECT remote_id FROM ledger INDEXED BY ledger_counted WHERE ${inRange}
       UNION SELECT remote_id FROM ledger INDEXED BY ledger_shared WHERE ${isShared} ORDER BY remote_id LIMIT @limit`,
    )
    .pluck();
  const uncounted = db.prepare<[string, string, string], KnownArticle>(
    `SELECT ${columns} FROM ledger INDEXED BY ledger_by_age WHERE account_id = ? AND state = 'present' AND created_at IS NULL
     UNION ALL SELECT ${columns} FROM ledger INDEXED BY ledger_by_age WHERE account_id = ? AND state = 'present'
       AND created_at > ?`,
  );
  const unseen = db.prepare<
    { accountId: string; inventory: number; until: string; after: number; limit: number },
    KnownArticle
  >(
    `SELECT ${columns} FROM ledger WHERE account_id = @accountId AND state = 'present' AND inventory < @inventory
       AND (created_at IS NULL OR created_at <= @until) AND id > @after ORDER BY id LIMIT @limit`,
  );
  const ofJournal = db.prepare<[string, string, number, number], KnownArticle>(
    `SELECT ${columns} FROM ledger WHERE account_id = ? AND state = 'present' AND journal_id = ? AND id > ?
     ORDER BY id LIMIT ?`,
  );
  const setState = db.prepare<[LedgerState, number, LedgerState]>(
    'UPDATE ledger SET state = ?, office_seq = 0 WHERE id = ? AND state <> ?',
  );
  const setInventory = db.prepare<[number, number]>('UPDATE ledger SET inventory = ? WHERE id = ?');
  const setSuccessor = db.prepare<[string, string, string]>(
    'UPDATE ledger SET successor = ?, office_seq = 0 WHERE account_id = ? AND remote_id = ?',
  );
  const present = db
    .prepare<[string], number>(`SELECT count(*) FROM ledger WHERE account_id = ? AND state = 'present'`)
    .pluck();
  const presentOf = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM ledger INDEXED BY ledger_counted WHERE account_id = ? AND state = 'present' AND journal_id = ?`,
    )
    .pluck();
  const byLine = db.prepare<[string, string, number], KnownArticle>(
    `SELECT ${columns} FROM ledger WHERE account_id = ? AND line = ? ORDER BY id LIMIT ?`,
  );
  const likely = db.prepare<{ accountId: string; line: string; issns: string; limit: number }, KnownArticle>(
    `SELECT ${columns} FROM ledger WHERE account_id = @accountId AND title <> ''
       AND substr(@line, 1, length(title) + 6) = '- ' || title || ' by '
       AND EXISTS (SELECT 1 FROM json_each(@issns) WHERE instr(issns, value) > 0) ORDER BY id LIMIT @limit`,
  );
  const alive = (key: string) =>
    db.prepare<[string, string, string], KnownArticle>(
      `SELECT ${columns} FROM ledger WHERE account_id = ? AND ${key} = ? AND state = 'present' AND remote_id <> ?
       ORDER BY id LIMIT 1`,
    );
  const aliveByDoi = alive('doi_key');
  const aliveByUrl = alive('url_key');
  const sent = db.prepare<[string, string], SentRow>(
    // Of several drafts of one article, the directory has what was sent last; the times are those of our clock.
    `SELECT d.id draftId, d.title, CASE WHEN d.hash = d.sent_hash THEN d.record END record,
       (SELECT i.sent_content FROM upload_items i WHERE i.draft_id = d.id AND i.state = 'done'
         AND i.sent_hash = d.sent_hash ORDER BY i.id DESC LIMIT 1) content,
       EXISTS (SELECT 1 FROM drafts q WHERE q.account_id = d.account_id AND q.remote_id = d.remote_id
         AND q.sync = 'queued' AND q.staged = 0) isQueued
     FROM drafts d WHERE d.account_id = ? AND d.remote_id = ? AND d.staged = 0
     ORDER BY d.sent_at DESC, d.trashed_at IS NOT NULL, d.id`,
  );
  const isBeingDeleted = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM deletions WHERE account_id = ? AND remote_id = ? AND state IN ('waiting', 'deleting', 'unclear')`,
    )
    .pluck();

  const withRange = (accountId: string, { journals, ...range }: LedgerRange): RangeInput => ({
    accountId,
    journals: JSON.stringify(journals),
    ...range,
  });

  return withStorageErrors({
    find: (accountId: string, remoteId: string) => find.get(accountId, remoteId) ?? null,
    put(
      accountId: string,
      { others, ...entry }: LedgerEntry,
      about: { seenAt: string; inventory: number },
    ): void {
      put.run({ ...entry, others: others.length === 0 ? '' : JSON.stringify(others), accountId, ...about });
    },
    count: (accountId: string, range: LedgerRange) => count.get(withRange(accountId, range)) ?? 0,
    /** Some articles have ISSNs of several journals, so that parts of a sum overlap. */
    hasShared: (accountId: string) => anyShared.get(accountId) === 1,
    countOf: (accountId: string, journalId: string, until: string) =>
      countOf.get(accountId, journalId, until) ?? 0,
    /** The id with `skip` others before it; null if there are fewer. */
    middle: (accountId: string, range: LedgerRange, skip: number) =>
      middle.get({ ...withRange(accountId, range), skip }) ?? null,
    ids: (accountId: string, range: LedgerRange, limit: number) =>
      ids.all({ ...withRange(accountId, range), limit }),
    /** Articles that no count covers: sent and not read back yet, or made after that time. */
    uncounted: (accountId: string, until: string) => uncounted.all(accountId, accountId, until),
    /** Articles made until then that an inventory did not see. */
    unseen: (accountId: string, about: { inventory: number; until: string; after: number; limit: number }) =>
      unseen.all({ accountId, ...about }),
    ofJournal: (accountId: string, journalId: string, after: number, limit: number) =>
      ofJournal.all(accountId, journalId, after, limit),
    /** Returns false if it was in that state already. */
    setState: (id: number, state: LedgerState) => setState.run(state, id, state).changes > 0,
    /** It was seen in this inventory, whatever else is still to be decided about it. */
    setInventory: (id: number, inventory: number) => void setInventory.run(inventory, id),
    setSuccessor: (accountId: string, remoteId: string, successor: string) =>
      void setSuccessor.run(successor, accountId, remoteId),
    present: (accountId: string) => present.get(accountId) ?? 0,
    presentOf: (accountId: string, journalId: string) => presentOf.get(accountId, journalId) ?? 0,
    byLine: (accountId: string, line: string, limit: number) => byLine.all(accountId, line, limit),
    /** Articles with the title with which the line begins and one of these ISSNs. */
    likely: (accountId: string, line: string, issns: readonly string[], limit: number) =>
      likely.all({ accountId, line, issns: JSON.stringify(issns), limit }),
    /** Another article that is there with its DOI, or else its address. */
    alive: (
      accountId: string,
      { doiKey, urlKey, remoteId }: Pick<KnownArticle, 'doiKey' | 'urlKey' | 'remoteId'>,
    ) =>
      (doiKey === null ? undefined : aliveByDoi.get(accountId, doiKey, remoteId)) ??
      (urlKey === null ? undefined : aliveByUrl.get(accountId, urlKey, remoteId)) ??
      null,
    sent(accountId: string, remoteId: string): SentContent | null {
      const row = sent.get(accountId, remoteId);
      return row ? readSent(row) : null;
    },
    /** Of each draft of the article. */
    sentByEach: (accountId: string, remoteId: string) => sent.all(accountId, remoteId).map(readSent),
    /** A person is having it deleted with Colophon, or nobody knows yet whether it was. */
    isBeingDeleted: (accountId: string, remoteId: string) => isBeingDeleted.get(accountId, remoteId) === 1,
  });
}
