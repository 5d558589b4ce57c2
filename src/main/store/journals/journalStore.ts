import type { Journal, JournalSort } from '../../../shared/contract/journals.ts';
import type { JournalCard, JournalView } from '../../../shared/journal/journal.ts';
import { standingRank } from '../applications/applicationLists.ts';
import { assignments, columnsWith, parameters, selected } from '../columns.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { write } from '../write.ts';
import { journalTable } from './journalTable.ts';

/** `record` as the directory had it at `fetchedAt`, in either shape; null if it was never received. */
export interface KeptJournal {
  journal: Journal;
  record: unknown;
  /** ISO time. */
  fetchedAt: string;
  /** The user only viewed it; it is not one of the account's journals. */
  isViewed: boolean;
}

/** The journals of accounts as last fetched, for working offline. */
export type JournalStore = ReturnType<typeof createJournalStore>;

/** How many of the journals that were only viewed are stored for each account, newest first. */
const maxViewed = 500;

/** Creates the store of journals; the data that the rules need at every save is cached. */
export function createJournalStore(db: Db) {
  const sql = prepare(db);
  const known = new Map<string, readonly JournalCard[] | null>();

  const journalsOf = (accountId: string, sort: JournalSort = byTitle): Journal[] =>
    sql.all(sort).all(accountId).map(toJournal);
  const aboutOf = (accountId: string) => sql.about.get(accountId) ?? { fetchedAt: null, isPartial: 0 };

  function cardsOf(accountId: string): readonly JournalCard[] | null {
    const { fetchedAt, isPartial } = aboutOf(accountId);
    if (fetchedAt === null || isPartial === 1) return null;
    return journalsOf(accountId).map(({ publisher: _, ...card }) => card);
  }

  /** The journals for the rules, null if unknown; the same list until it is replaced. */
  function cards(accountId: string): readonly JournalCard[] | null {
    let list = known.get(accountId);
    if (list === undefined) {
      list = cardsOf(accountId);
      known.set(accountId, list);
    }
    return list;
  }

  /** Runs `change` and returns true if the rules see different journals afterwards. */
  function changing(accountId: string, change: () => void): boolean {
    return write(db, () => {
      const before = JSON.stringify(cardsOf(accountId));
      change();
      if (JSON.stringify(cardsOf(accountId)) === before) return false;
      known.delete(accountId);
      sql.recheck.run(accountId);
      return true;
    });
  }

  /** One journal with its record; null if it is not stored. */
  function get(accountId: string, id: string): KeptJournal | null {
    const row = sql.one.get(accountId, id);
    if (!row) return null;
    const { record, fetchedAt, viewed, ...journal } = row;
    return {
      journal: toJournal(journal),
      record: storedJson(record) as unknown,
      fetchedAt,
      isViewed: viewed === 1,
    };
  }

  return withStorageErrors({
    /**
     * Replaces the journals, except those that were only viewed, and has drafts rechecked. A journal without a record
     * keeps its earlier one. `isPartial`: there may be more, so the rules treat them as unknown.
     */
    replaceAll: (
      accountId: string,
      journals: readonly JournalView[],
      fetchedAt: string,
      { isPartial = false, keepsOthers = false }: { isPartial?: boolean; keepsOthers?: boolean } = {},
    ) => {
      known.delete(accountId);
      write(db, () => {
        const rows = journals.map(toRow);
        const kept = new Set(rows.map((row) => row.id));
        if (!keepsOthers)
          for (const { id } of journalsOf(accountId)) if (!kept.has(id)) sql.remove.run(accountId, id);
        for (const row of rows) sql.upsert.run({ ...row, accountId, fetchedAt, viewed: 0 });
        sql.note.run(fetchedAt, isPartial ? 1 : 0, accountId);
      });
    },
    /** By title unless `sort` differs, without those that were only viewed; `fetchedAt` null if never fetched. */
    list: (accountId: string, sort?: JournalSort) => {
      const { fetchedAt, isPartial } = aboutOf(accountId);
      return {
        journals: journalsOf(accountId, sort),
        fetchedAt,
        ...(isPartial === 1 ? { isPartial: true } : {}),
      };
    },
    cards,
    get,
    /** A new journal counts as only viewed. Returns true if the change has drafts rechecked. */
    put: (accountId: string, journal: JournalView, fetchedAt: string) =>
      changing(accountId, () => {
        const before = get(accountId, journal.id);
        const mine = before?.journal.mine ?? false;
        const viewed = before === null || before.isViewed ? 1 : 0;
        sql.upsert.run({ ...toRow({ ...journal, mine }), accountId, fetchedAt, viewed });
        if (before === null) sql.prune.run({ accountId, most: maxViewed });
      }),
    /** The directory no longer shows the journal; returns like `put`. Its record stays, with its age. */
    setWithdrawn: (accountId: string, id: string) =>
      changing(accountId, () => void sql.withdraw.run(accountId, id)),
  });
}

function prepare(db: Db) {
  // A record may have come from a file.
  const oaStart = `CASE WHEN json_valid(record) AND json_type(record, '$.bibjson.oa_start') = 'integer'
    AND json_extract(record, '$.bibjson.oa_start') > 0 THEN json_extract(record, '$.bibjson.oa_start') END`;
  const listed = columnsWith(journalTable, 'shown', 'list');
  const whole = columnsWith(journalTable, 'shown', 'record');
  const columns = `${selected(listed)}, ${oaStart} oaStart`;
  const all = Object.keys(journalTable);
  return {
    all: ({ by, direction }: JournalSort) =>
      db.prepare<[string], JournalRow>(
        `SELECT ${columns} FROM journals WHERE account_id = ? AND viewed = 0
         ORDER BY ${orders[by]} ${direction}, sort_key(title), id`,
      ),
    one: db.prepare<[string, string], JournalRow & { record: string; fetchedAt: string; viewed: number }>(
      `SELECT ${columns}, ${selected(whole)} FROM journals WHERE account_id = ? AND id = ?`,
    ),
    about: db.prepare<[string], { fetchedAt: string | null; isPartial: number }>(
      'SELECT journals_at fetchedAt, journals_partial isPartial FROM accounts WHERE id = ?',
    ),
    remove: db.prepare<[string, string]>('DELETE FROM journals WHERE account_id = ? AND id = ?'),
    upsert: db.prepare(
      `INSERT INTO journals (${all.join(', ')}) VALUES (${parameters(all)})
       ON CONFLICT DO UPDATE SET ${assignments([...listed, 'viewed'])},
         record = CASE @record WHEN 'null' THEN record ELSE @record END,
         fetched_at = CASE @record WHEN 'null' THEN fetched_at ELSE @fetchedAt END`,
    ),
    withdraw: db.prepare<[string, string]>(
      'UPDATE journals SET in_directory = 0 WHERE account_id = ? AND id = ?',
    ),
    prune: db.prepare(
      `DELETE FROM journals WHERE account_id = @accountId AND viewed = 1 AND id NOT IN (
         SELECT id FROM journals WHERE account_id = @accountId AND viewed = 1 ORDER BY fetched_at DESC LIMIT @most)`,
    ),
    note: db.prepare<[string, number, string]>(
      'UPDATE accounts SET journals_at = ?, journals_partial = ?, recheck_after = 0 WHERE id = ?',
    ),
    recheck: db.prepare<[string]>('UPDATE accounts SET recheck_after = 0 WHERE id = ?'),
  };
}

const byTitle: JournalSort = { by: 'title', direction: 'asc' };

/** The SQL that each column of the list is sorted by; `request` as found by `openRequestOf`. */
const orders: Readonly<Record<JournalSort['by'], string>> = {
  title: 'sort_key(title)',
  publisher: 'sort_key(publisher)',
  issns: `coalesce(nullif(pissn, ''), eissn, '')`,
  drafts: `(SELECT count(*) FROM drafts WHERE drafts.account_id = journals.account_id AND staged = 0 AND trashed = 0
    AND journal_key = coalesce(journals.pissn, '') || '/' || coalesce(journals.eissn, ''))`,
  request: `coalesce((SELECT ${standingRank} FROM applications WHERE applications.account_id = journals.account_id
    AND journal_id = journals.id AND kind = 'update' AND trashed_at IS NULL
    AND coalesce(status, '') NOT IN ('accepted', 'rejected') ORDER BY updated_at DESC LIMIT 1), 99)`,
};

type JournalRow = Omit<Journal, 'inDirectory' | 'mine' | 'oaStart'> & {
  inDirectory: number;
  mine: number;
  oaStart: number | null;
};

function toJournal(row: JournalRow): Journal {
  const { oaStart, ...journal } = row;
  return {
    ...journal,
    inDirectory: row.inDirectory === 1,
    mine: row.mine === 1,
    ...(oaStart === null ? {} : { oaStart }),
  };
}

function toRow(journal: JournalView) {
  const { id, title, publisher, pissn, eissn, inDirectory, mine, record } = journal;
  return {
    // A journal from a file may have no id; its ISSN identifies it too.
    id: id || `${pissn ?? ''}/${eissn ?? ''}`,
    title,
    publisher,
    pissn,
    eissn,
    inDirectory: inDirectory ? 1 : 0,
    mine: mine ? 1 : 0,
    record: JSON.stringify(record ?? null),
  };
}
