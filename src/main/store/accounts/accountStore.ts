import { dialects } from '../../../shared/choices.ts';
import type { Account, AccountInput } from '../../../shared/directory/account.ts';
import { unreadable } from '../../../shared/unreadable.ts';
import { fail } from '../../platform/failures.ts';
import { assignments, columnsByMember, parameters, selectedAs } from '../columns.ts';
import type { Db } from '../database.ts';
import { clearDeadSearch } from '../drafts/search/searchIndex.ts';
import { inBatches, sliceSize } from '../inBatches.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';
import { type AccountRow, accountColumns, toAccountRow } from './accountTable.ts';

export type AccountChange = Partial<AccountInput & Pick<Account, 'key'>>;

/** `key` is where it was last stored, and the sandbox's `base` its last address; views fill in current values. */
export type AccountStore = ReturnType<typeof createAccountStore>;

export function createAccountStore(db: Db) {
  const { keyPlace, ...others } = columnsByMember(accountColumns);
  const columns = selectedAs({ ...others, key: keyPlace });
  const readAll = db.prepare<[], Account>(`SELECT ${columns} FROM accounts ORDER BY created_at, rowid`);
  const read = db.prepare<[string], Account>(`SELECT ${columns} FROM accounts WHERE id = ?`);
  const insert = db.prepare<AccountRow>(
    `INSERT INTO accounts (${accountColumns.join(', ')}) VALUES (${parameters(accountColumns)})`,
  );
  const update = db.prepare<AccountRow>(
    `UPDATE accounts SET recheck_after = CASE WHEN dialect = @dialect THEN recheck_after ELSE 0 END,
       ${assignments(accountColumns)} WHERE id = @id`,
  );
  const count = db
    .prepare<[string, string], number>(
      `SELECT (SELECT count(*) FROM drafts WHERE account_id = ? AND staged = 0)
         + (SELECT count(*) FROM applications WHERE account_id = ?)`,
    )
    .pluck();
  const newest = db
    .prepare<[string, string], string>(
      `SELECT json_array(
         (SELECT json_array(max(id), max(updated_at)) FROM drafts WHERE account_id = ? AND staged = 0),
         (SELECT json_array(max(id), max(updated_at)) FROM applications WHERE account_id = ?))`,
    )
    .pluck();
  // Two statements, because SQLite would sort all rows of both tables.
  const lastChanged = ['drafts WHERE account_id = ? AND staged = 0', 'applications WHERE account_id = ?'].map(
    (source) =>
      db.prepare<[string, number], { title: string; at: string }>(
        `SELECT title, updated_at at FROM ${source} ORDER BY updated_at DESC LIMIT ?`,
      ),
  );
  const uploads = db.prepare<[string], number>('SELECT count(*) FROM uploads WHERE account_id = ?').pluck();
  const remove = db.prepare<[string]>('DELETE FROM accounts WHERE id = ?');
  // A cascade over 100,000 rows would block the event loop, so large tables are emptied first.
  const parts = ownRows.map(({ table, of }) => ({
    ids: db.prepare<[string], number>(`SELECT id FROM ${table} WHERE ${of}`).pluck(),
    remove: db.prepare<[number]>(`DELETE FROM ${table} WHERE id = ?`),
  }));

  // An account that is removed here stays in the office, with its records. The office is never told that the outcome of a
  // request is known, so that whoever sends next looks it up.
  const forgetOffice = asWrite(db, (id: string) => {
    db.prepare(
      `DELETE FROM office_in_flight WHERE office_id IN (SELECT office_id FROM office_base WHERE account_id = @id
         UNION ALL SELECT office_id FROM deletions WHERE account_id = @id)`,
    ).run({ id });
    db.prepare('UPDATE office_accounts SET account_id = NULL WHERE account_id = ?').run(id);
    db.prepare('DELETE FROM office_base WHERE account_id = ?').run(id);
    db.prepare('DELETE FROM office_outbox WHERE account_id = ?').run(id);
  });

  // A round that began before may have stored rows of the account meanwhile. Their links would outlive them, and the office's
  // rows would seem to be here already after joining again.
  const removeLast = asWrite(db, (id: string) => {
    forgetOffice(id);
    remove.run(id);
  });

  /** Throws AppError `not_found` if there is none. */
  function get(id: string): Account {
    const account = read.get(id);
    if (account && isReadable(account)) return account;
    if (account) throw unreadable('accounts');
    throw fail('store.accountGone');
  }
  function add(account: Account): Account {
    insert.run(toAccountRow(account));
    return get(account.id);
  }
  return withStorageErrors({
    /** In the order of creation. */
    list: () => readAll.all().filter(isReadable),
    /** How many accounts `list` leaves out. */
    countUnreadable: () => readAll.all().filter((account) => !isReadable(account)).length,
    get,
    insert: add,
    /** Changes the given fields; a new dialect makes the drafts be checked again. */
    update: asWrite(db, (id: string, change: AccountChange) => {
      update.run(toAccountRow({ ...get(id), ...withoutUndefined(change) }));
      return get(id);
    }),
    /** Creates the sandbox account, with the id `sandbox`, unless it exists. */
    ensureSandbox: (account: Omit<Account, 'id' | 'kind' | 'key'>) =>
      read.get(sandboxId) ?? add({ ...account, id: sandboxId, kind: 'sandbox', key: 'none-needed' }),
    /** Drafts of articles and of applications of the account, including those in the trash. */
    draftCount: (id: string) => count.get(id, id) ?? 0,
    /** The titles of the drafts and applications that were changed last. */
    titles: (id: string, limit: number): string[] =>
      lastChanged
        .flatMap((select) => select.all(id, limit))
        .sort((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, limit)
        .map(({ title }) => title),
    uploadCount: (id: string) => uploads.get(id) ?? 0,
    /** Differs once a draft or an application was added or changed. */
    newestDraft: (id: string) => newest.get(id, id) ?? '',
    /** Removes the account with everything that belongs to it: drafts, journals, imports, uploads. */
    remove: async (id: string) => {
      forgetOffice(id);
      for (const part of parts) {
        const removeSlice = asWrite(db, (ids: readonly number[]) => {
          for (const row of ids) part.remove.run(row);
        });
        await inBatches(part.ids.all(id), removeSlice, { size: sliceSize });
      }
      removeLast(id);
      clearDeadSearch(db);
    },
  });
}

/** An account without a usable address could not be asked anything, and would keep the others from their work. */
function isReadable({ base, dialect, kind, rate }: Account): boolean {
  return URL.canParse(base) && dialects.includes(dialect) && kinds.includes(kind) && rate > 0 && rate < 1_000;
}

const kinds: readonly Account['kind'][] = ['sandbox', 'directory'];

const sandboxId = 'sandbox';

const ownRows = [
  { table: 'upload_items', of: 'upload_id IN (SELECT id FROM uploads WHERE account_id = ?)' },
  { table: 'requests', of: 'account_id = ?' },
  { table: 'import_files', of: 'import_id IN (SELECT id FROM imports WHERE account_id = ?)' },
  { table: 'import_changes', of: 'import_id IN (SELECT id FROM imports WHERE account_id = ?)' },
  { table: 'import_problems', of: 'import_id IN (SELECT id FROM imports WHERE account_id = ?)' },
  { table: 'comparison_rows', of: 'comparison_id IN (SELECT id FROM comparisons WHERE account_id = ?)' },
  { table: 'undo_entries', of: 'step_id IN (SELECT id FROM undo_steps WHERE account_id = ?)' },
  { table: 'drafts', of: 'account_id = ? AND staged = 0' },
  { table: 'drafts', of: 'import_id IN (SELECT id FROM imports WHERE account_id = ?)' },
];

function withoutUndefined<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;
}
