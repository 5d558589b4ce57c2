import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { hostOfLinks } from '../links/linkText.ts';
import { storedRecord } from '../storedJson.ts';
import { neverDue } from '../uploads/uploadItemQueue.ts';
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
  /** Its full-text addresses (`linkText`). */
  links: string;
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

/** A draft of an article. */
export interface ArticleDraft {
  /** Hashes of what was sent of it last, as the directory stores it, or taken from there since; null: neither, or not known. */
  sentContent: string | null;
  takenContent: string | null;
  /** It was not edited since. */
  isAsSent: boolean;
  isQueued: boolean;
  /** null: it cannot be read. */
  record: DraftRecord | null;
}

type DraftRow = Omit<ArticleDraft, 'isAsSent' | 'isQueued' | 'record'> & {
  isAsSent: number;
  isQueued: number;
  record: string;
};

/** What an article, of which others may have sent a draft, can be known by. */
export interface UnsettledArticle {
  remoteId: string | null;
  doiKey: string | null;
  urlKey: string | null;
}

/** Something sent that may be, or become, an article's content without its drafts saying so. */
export interface Underway {
  /** Hash of it as the directory stores it. */
  content: string;
  /** Somebody will find out; of the rest nobody knows. */
  isOpen: boolean;
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
    SeenArticle & {
      journalId: string;
      others: string;
      linkHost: string | null;
      accountId: string;
      seenAt: string;
      inventory: number;
    }
  >(
    `INSERT INTO ledger (account_id, remote_id, state, journal_id, others, title, journal, issns, line, doi_key, url_key,
       own_hash, copied_hash, created_at, updated_at, seen_at, inventory, links, link_host)
     VALUES (@accountId, @remoteId, 'present', @journalId, @others, @title, @journal, @issns, @line, @doiKey, @urlKey,
       @ownHash, @copiedHash, @createdAt, @updatedAt, @seenAt, @inventory, @links, @linkHost)
     ON CONFLICT DO UPDATE SET state = 'present', journal_id = @journalId, others = @others, title = @title,
       journal = @journal, issns = @issns, line = @line, doi_key = @doiKey, url_key = @urlKey, own_hash = @ownHash, copied_hash = @copiedHash,
       created_at = @createdAt, updated_at = @updatedAt, seen_at = @seenAt, inventory = max(inventory, @inventory),
       links = @links, link_host = @linkHost,
       links_checked_at = CASE WHEN coalesce(links, @links) = @links THEN links_checked_at END,
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
  const draftsOf = db.prepare<[string, string], DraftRow>(
    `SELECT sent_content sentContent, taken_content takenContent, coalesce(hash = sent_hash, 0) isAsSent,
       sync = 'queued' isQueued, record
     FROM drafts INDEXED BY drafts_by_remote WHERE account_id = ? AND remote_id = ? AND staged = 0
     ORDER BY sent_at DESC, trashed_at IS NOT NULL, id`,
  );
  const lastSent = db
    .prepare<[string, string], string | null>(
      `SELECT sent_content FROM drafts INDEXED BY drafts_by_remote WHERE account_id = ? AND remote_id = ? AND staged = 0
       ORDER BY sent_at DESC, trashed_at IS NOT NULL, id LIMIT 1`,
    )
    .pluck();
  const keysOf = db.prepare<[string], UnsettledArticle>(
    `SELECT remote_id remoteId, doi_key doiKey, url_key urlKey FROM drafts WHERE id IN (SELECT value FROM json_each(?))`,
  );
  // A request may be carried out long after it was given up, and a draft may be gone before its request is answered.
  const underway = db.prepare<
    { accountId: string; remoteId: string; doiKey: string | null; urlKey: string | null },
    { content: string; isOpen: number }
  >(
    `SELECT i.sent_content content, i.state IN ('sending', 'accepted', 'unsure')
       OR (i.state = 'done' AND i.remote_id IS NULL AND i.due_ms < ${neverDue}) isOpen
     FROM upload_items i CROSS JOIN uploads u ON u.id = i.upload_id
     WHERE u.account_id = @accountId AND i.sent_content IS NOT NULL AND i.state <> 'refused'
       AND (i.state <> 'done' OR i.remote_id IS NULL OR NOT EXISTS (SELECT 1 FROM drafts WHERE id = i.draft_id))
       AND i.id IN (
         SELECT id FROM upload_items WHERE draft_id IN (SELECT id FROM drafts INDEXED BY drafts_by_remote
           WHERE account_id = @accountId AND remote_id = @remoteId)
         UNION SELECT id FROM upload_items INDEXED BY upload_items_by_sent_doi WHERE doi_key = @doiKey AND doi_key IS NOT NULL
         UNION SELECT id FROM upload_items INDEXED BY upload_items_by_sent_url WHERE url_key = @urlKey AND url_key IS NOT NULL)`,
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
      put.run({
        ...entry,
        linkHost: hostOfLinks(entry.links),
        others: others.length === 0 ? '' : JSON.stringify(others),
        accountId,
        ...about,
      });
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
    /** The article's drafts; first the one that was sent last, or taken, by our clock. */
    drafts: (accountId: string, remoteId: string): ArticleDraft[] =>
      draftsOf
        .all(accountId, remoteId)
        .map(({ isAsSent, isQueued, record, ...row }) => ({
          ...row,
          isAsSent: isAsSent === 1,
          isQueued: isQueued === 1,
          record: storedRecord(record),
        })),
    /** Hash of what was sent last of an article; null: something was taken since, or it is not known. */
    lastSent: (accountId: string, remoteId: string) => lastSent.get(accountId, remoteId) ?? null,
    /** What is being sent, or may have been, with the id, DOI or address of an article. */
    underway: (
      accountId: string,
      { remoteId, doiKey, urlKey }: Pick<KnownArticle, 'remoteId' | 'doiKey' | 'urlKey'>,
    ): Underway[] =>
      underway
        .all({ accountId, remoteId, doiKey, urlKey })
        .map(({ content, isOpen }) => ({ content, isOpen: isOpen === 1 })),
    articlesOf: (draftIds: readonly number[]) => keysOf.all(JSON.stringify(draftIds)),
    /** A person is having it deleted with Colophon, or nobody knows yet whether it was. */
    isBeingDeleted: (accountId: string, remoteId: string) => isBeingDeleted.get(accountId, remoteId) === 1,
  });
}
