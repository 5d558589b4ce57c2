import type { Journal } from '../../shared/contract.ts';
import type { JournalCard, JournalView } from '../../shared/journal.ts';
import type { Db } from './database.ts';
import { withStorageErrors } from './withStorageErrors.ts';

/** The journals of accounts as they were fetched last, for working offline. */
export interface JournalStore {
  /** Puts the journals in the place of those kept before, and has the account's drafts checked anew. `fetchedAt` is an ISO time. */
  replaceAll(accountId: string, journals: readonly JournalView[], fetchedAt: string): void;
  /** By title; `fetchedAt` is null while none were ever fetched. */
  list(accountId: string): { journals: Journal[]; fetchedAt: string | null };
  /** What the rules need; null while none were ever fetched. The same list until it is replaced. */
  cards(accountId: string): readonly JournalCard[] | null;
}

/** Makes the store of journals; what the rules ask for at every save is kept in memory. */
export function createJournalStore(db: Db): JournalStore {
  const clear = db.prepare<[string]>('DELETE FROM journals WHERE account_id = ?');
  const insert = db.prepare(
    `INSERT OR REPLACE INTO journals
       (account_id, id, title, publisher, pissn, eissn, in_directory, mine, record, fetched_at)
     VALUES (@accountId, @id, @title, @publisher, @pissn, @eissn, @inDirectory, @mine, @record, @fetchedAt)`,
  );
  const note = db.prepare<[string, string]>(
    'UPDATE accounts SET journals_at = ?, recheck_after = 0 WHERE id = ?',
  );
  const readTime = db
    .prepare<[string], string | null>('SELECT journals_at FROM accounts WHERE id = ?')
    .pluck();
  const read = db.prepare<[string], JournalRow>(
    `SELECT id, title, publisher, pissn, eissn, in_directory inDirectory, mine
     FROM journals WHERE account_id = ? ORDER BY title COLLATE NOCASE, id`,
  );
  const known = new Map<string, readonly JournalCard[] | null>();

  const journalsOf = (accountId: string): Journal[] =>
    read.all(accountId).map((row) => ({ ...row, inDirectory: row.inDirectory === 1, mine: row.mine === 1 }));
  const timeOf = (accountId: string) => readTime.get(accountId) ?? null;

  return withStorageErrors<JournalStore>({
    replaceAll: (accountId, journals, fetchedAt) => {
      known.delete(accountId);
      db.transaction(() => {
        clear.run(accountId);
        for (const journal of journals) insert.run({ ...toRow(journal), accountId, fetchedAt });
        note.run(fetchedAt, accountId);
      })();
    },
    list: (accountId) => ({ journals: journalsOf(accountId), fetchedAt: timeOf(accountId) }),
    cards: (accountId) => {
      let cards = known.get(accountId);
      if (cards === undefined) {
        cards =
          timeOf(accountId) === null ? null : journalsOf(accountId).map(({ publisher: _, ...card }) => card);
        known.set(accountId, cards);
      }
      return cards;
    },
  });
}

type JournalRow = Omit<Journal, 'inDirectory' | 'mine'> & { inDirectory: number; mine: number };

function toRow(journal: JournalView) {
  const { id, title, publisher, pissn, eissn, inDirectory, mine, record } = journal;
  return {
    // A journal given in a file may have no id; its ISSN tells it apart as well.
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
