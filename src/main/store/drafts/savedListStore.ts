import { type DraftFilter, draftFilterSchema, type SavedList } from '../../../shared/draft/draft.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';
import { withStorageErrors } from '../withStorageErrors.ts';

/** A saved list without the number of its drafts. */
export type StoredList = Omit<SavedList, 'count'>;

type Row = Omit<StoredList, 'filter'> & { filter: string };

/** The lists of drafts that users save as a filter under a name. */
export function createSavedListStore(db: Db) {
  const columns = 'id, account_id accountId, name, filter';
  const one = db.prepare<[number], Row>(`SELECT ${columns} FROM draft_lists WHERE id = ?`);
  const all = db.prepare<[string], Row>(
    `SELECT ${columns} FROM draft_lists WHERE account_id = ? ORDER BY name COLLATE NOCASE, id`,
  );
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO draft_lists (account_id, name, filter) VALUES (?, ?, ?)',
  );
  const rename = db.prepare<[string, number]>('UPDATE draft_lists SET name = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM draft_lists WHERE id = ?');

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): StoredList {
    const row = one.get(id);
    if (!row) throw fail('store.listGone');
    return toList(row);
  }
  return withStorageErrors({
    get,
    /** By name. */
    list: (accountId: string) => all.all(accountId).map(toList),
    save: (accountId: string, name: string, filter: DraftFilter) =>
      get(Number(insert.run(accountId, name, JSON.stringify(filter)).lastInsertRowid)),
    rename: (id: number, name: string) => {
      rename.run(name, id);
      return get(id);
    },
    remove: (id: number) => remove.run(id).changes > 0,
  });
}

/** Without the filters that this version does not know, the list would show more drafts than it is meant to. */
function toList({ filter, ...row }: Row): StoredList {
  const saved = { trashed: false, ...(storedJson(filter) as DraftFilter) };
  const read = draftFilterSchema.safeParse(saved);
  return { ...row, filter: read.success && sameJson(read.data, saved) ? read.data : null };
}
