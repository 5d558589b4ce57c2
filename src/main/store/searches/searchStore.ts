import type { SavedSearch, SearchKind } from '../../../shared/search/searching.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';

export interface SearchAsked {
  accountId: string;
  kind: SearchKind;
  query: string;
  sort: string;
}

/** Saved and recent searches, and the drafts that match hits. */
export type SearchStore = ReturnType<typeof createSearchStore>;

/** How many recent searches are stored for each account. */
const maxRecent = 20;
const columns = 'id, account_id accountId, kind, name, query, sort, total, ran_at ranAt';
const isSame = 'account_id = @accountId AND kind = @kind AND query = @query AND sort = @sort';

export function createSearchStore(db: Db) {
  const sql = prepare(db);

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): SavedSearch {
    const search = sql.one.get(id);
    if (!search) throw fail('search.gone');
    return search;
  }
  return withStorageErrors({
    /** Saved searches by name, recent ones newest first. */
    list: (accountId: string) => ({ saved: sql.saved.all(accountId), recent: sql.recent.all(accountId) }),
    get,
    /** Saves a search with the count of the recent one; one that is already saved only gets the new name. */
    save: asWrite(db, (search: SearchAsked & { name: string }) => {
      const before = sql.same.get(search);
      if (!before) return get(Number(sql.insert.run(search).lastInsertRowid));
      sql.rename.run(search.name, before.id);
      return get(before.id);
    }),
    rename: (id: number, name: string) => {
      get(id);
      sql.rename.run(name, id);
      return get(id);
    },
    remove: (id: number) => void sql.remove.run(id),
    /** Records the number of hits and the time in the saved search, and as the newest of the recent ones. */
    note: asWrite(db, (search: SearchAsked, total: number, at: string) => {
      sql.noteSaved.run({ ...search, total, at });
      sql.removeRecent.run(search);
      sql.insertRecent.run({ ...search, total, at });
      sql.prune.run({ accountId: search.accountId, most: maxRecent });
    }),
    setTotal: (id: number, total: number, at: string) => {
      get(id);
      sql.setTotal.run(total, at, id);
      return get(id);
    },
    /** The newest draft outside the trash with this directory id, DOI or address key, or null. */
    articleDraft: (
      accountId: string,
      { id, doi, url }: { id: string; doi: string | null; url: string | null },
    ) =>
      sql.draftByRemote.get(accountId, id)?.id ??
      (doi === null ? undefined : sql.draftByDoi.get(accountId, doi)?.id) ??
      (url === null ? undefined : sql.draftByUrl.get(accountId, url)?.id) ??
      null,
    /** The newest draft outside the trash with this directory id, or for an update of this journal. */
    applicationDraft: (accountId: string, of: { remoteId: string } | { journalId: string }) =>
      ('remoteId' in of
        ? sql.applicationByRemote.get(accountId, of.remoteId)
        : sql.applicationByJournal.get(accountId, of.journalId)
      )?.id ?? null,
  });
}

function prepare(db: Db) {
  type Id = { id: number };
  const draftBy = (index: string, key: string) =>
    db.prepare<[string, string], Id>(
      `SELECT id FROM drafts INDEXED BY ${index} WHERE account_id = ? AND ${key} = ?
       AND staged = 0 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT 1`,
    );
  const applicationBy = (key: string) =>
    db.prepare<[string, string], Id>(
      `SELECT id FROM applications WHERE account_id = ? AND ${key} = ? AND trashed_at IS NULL
       ORDER BY updated_at DESC, id DESC LIMIT 1`,
    );
  return {
    one: db.prepare<[number], SavedSearch>(`SELECT ${columns} FROM searches WHERE id = ?`),
    saved: db.prepare<[string], SavedSearch>(
      `SELECT ${columns} FROM searches WHERE account_id = ? AND name <> '' ORDER BY name COLLATE NOCASE, id`,
    ),
    recent: db.prepare<[string], SavedSearch>(
      `SELECT ${columns} FROM searches WHERE account_id = ? AND name = '' ORDER BY id DESC`,
    ),
    same: db.prepare<SearchAsked, Id>(`SELECT id FROM searches WHERE ${isSame} AND name <> ''`),
    insert: db.prepare<SearchAsked & { name: string }>(
      `INSERT INTO searches (account_id, kind, name, query, sort, total, ran_at)
       VALUES (@accountId, @kind, @name, @query, @sort,
         (SELECT total FROM searches WHERE ${isSame} AND name = ''),
         (SELECT ran_at FROM searches WHERE ${isSame} AND name = ''))`,
    ),
    rename: db.prepare<[string, number]>('UPDATE searches SET name = ? WHERE id = ?'),
    remove: db.prepare<[number]>('DELETE FROM searches WHERE id = ?'),
    noteSaved: db.prepare<SearchAsked & { total: number; at: string }>(
      `UPDATE searches SET total = @total, ran_at = @at WHERE ${isSame} AND name <> ''`,
    ),
    removeRecent: db.prepare<SearchAsked>(`DELETE FROM searches WHERE ${isSame} AND name = ''`),
    insertRecent: db.prepare<SearchAsked & { total: number; at: string }>(
      `INSERT INTO searches (account_id, kind, name, query, sort, total, ran_at)
       VALUES (@accountId, @kind, '', @query, @sort, @total, @at)`,
    ),
    prune: db.prepare<{ accountId: string; most: number }>(
      `DELETE FROM searches WHERE account_id = @accountId AND name = '' AND id NOT IN
         (SELECT id FROM searches WHERE account_id = @accountId AND name = '' ORDER BY id DESC LIMIT @most)`,
    ),
    setTotal: db.prepare<[number, string, number]>('UPDATE searches SET total = ?, ran_at = ? WHERE id = ?'),
    draftByRemote: draftBy('drafts_by_remote', 'remote_id'),
    draftByDoi: draftBy('drafts_by_doi', 'doi_key'),
    draftByUrl: draftBy('drafts_by_url', 'url_key'),
    applicationByRemote: applicationBy('remote_id'),
    applicationByJournal: applicationBy('journal_id'),
  };
}
