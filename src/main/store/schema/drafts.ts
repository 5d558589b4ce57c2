import { assignedFacets, storedFacets } from '../../../shared/draft/facets.ts';
import { columnsWith, definitions } from '../columns.ts';
import { draftTable, isAssignedSql } from '../drafts/draftTable.ts';

const stale = (what: 'facts' | 'order') =>
  [...columnsWith(draftTable, 'makesStale', 'both'), ...columnsWith(draftTable, 'makesStale', what)].join(
    ', ',
  );

/** SQL: another draft of the account, outside previews, has the key of this one. */
const isSharedSql = (key: 'doi' | 'url', row: 'new' | 'old') =>
  `EXISTS (SELECT 1 FROM drafts o INDEXED BY drafts_by_${key} WHERE o.account_id = ${row}.account_id
     AND o.${key}_key = ${row}.${key}_key AND o.id <> ${row}.id AND o.staged = 0)`;

/** Keeps `shared_keys` up to date: the draft that comes second adds a key, and the last but one that leaves removes it. */
const shareKeys = (key: 'doi' | 'url') => {
  const column = `${key}_key`;
  const add = `INSERT INTO shared_keys (account_id, kind, key)
    SELECT new.account_id, '${key}', new.${column} WHERE ${isSharedSql(key, 'new')} ON CONFLICT DO NOTHING;`;
  const remove = `DELETE FROM shared_keys
    WHERE account_id = old.account_id AND kind = '${key}' AND key = old.${column} AND (SELECT count(*) FROM (
      SELECT 1 FROM drafts o INDEXED BY drafts_by_${key}
      WHERE o.account_id = old.account_id AND o.${column} = old.${column} AND o.staged = 0 LIMIT 2)) < 2;`;
  // Edits write all columns, and most keep their keys.
  const isOther = `(new.${column} IS NOT old.${column} OR new.staged <> old.staged)`;
  return `
CREATE TRIGGER drafts_come_with_${key} AFTER INSERT ON drafts WHEN new.staged = 0 AND new.${column} IS NOT NULL BEGIN
  ${add}
END;

CREATE TRIGGER drafts_get_${key} AFTER UPDATE OF ${column}, staged ON drafts
WHEN new.staged = 0 AND new.${column} IS NOT NULL AND ${isOther} BEGIN
  ${add}
END;

CREATE TRIGGER drafts_lose_${key} AFTER UPDATE OF ${column}, staged ON drafts
WHEN old.staged = 0 AND old.${column} IS NOT NULL AND ${isOther} BEGIN
  ${remove}
END;

CREATE TRIGGER drafts_go_with_${key} AFTER DELETE ON drafts WHEN old.staged = 0 AND old.${column} IS NOT NULL BEGIN
  ${remove}
END;
`;
};

/** Drafts of articles, and what their list filters, sorts and searches by. */
export const drafts = `
CREATE TABLE drafts (
${definitions(draftTable)}
) STRICT;

CREATE INDEX drafts_by_updated ON drafts (account_id, updated_at) WHERE staged = 0;
CREATE INDEX drafts_by_year ON drafts (account_id, year) WHERE staged = 0;
CREATE INDEX drafts_by_facts ON drafts
  (account_id, journal_key, trashed, readiness, sync, import_id, has_orcid, has_identifier) WHERE staged = 0;
CREATE INDEX drafts_by_doi ON drafts (account_id, doi_key) WHERE doi_key IS NOT NULL;
CREATE INDEX drafts_by_url ON drafts (account_id, url_key) WHERE url_key IS NOT NULL;
CREATE INDEX drafts_by_remote ON drafts (account_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX drafts_by_import ON drafts (import_id, import_position) WHERE import_id IS NOT NULL;
CREATE INDEX drafts_by_place ON drafts (account_id, place_file, place_index) WHERE place_file IS NOT NULL;
CREATE INDEX drafts_in_trash ON drafts (trashed_at) WHERE trashed_at IS NOT NULL;
CREATE INDEX drafts_by_former_doi ON drafts (account_id, sent_doi_key)
  WHERE sent_hash IS NOT NULL AND sent_doi_key IS NOT doi_key;
CREATE INDEX drafts_by_former_url ON drafts (account_id, sent_url_key)
  WHERE sent_hash IS NOT NULL AND sent_url_key IS NOT url_key;
CREATE INDEX drafts_by_title ON drafts (account_id, title_sort) WHERE staged = 0;
CREATE INDEX drafts_by_journal ON drafts (account_id, journal_sort) WHERE staged = 0;
CREATE INDEX drafts_to_verify ON drafts (account_id, id) WHERE sent_hash = '?';
CREATE INDEX drafts_by_sent ON drafts (account_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX drafts_refused ON drafts (account_id, id) WHERE sync IN ('refused', 'failed');
CREATE INDEX drafts_in_preview ON drafts (import_id, readiness <> 'incomplete', import_position) WHERE staged = 1;
CREATE INDEX drafts_in_review ON drafts (id, account_id, ${assignedFacets.join(', ')}) WHERE ${isAssignedSql()};

CREATE TRIGGER drafts_come AFTER INSERT ON drafts WHEN new.staged = 0 BEGIN
  UPDATE accounts SET facts_version = facts_version + 1, order_version = order_version + 1, keys_version = keys_version + 1
  WHERE id = new.account_id;
END;

CREATE TRIGGER drafts_go AFTER DELETE ON drafts WHEN old.staged = 0 BEGIN
  UPDATE accounts SET facts_version = facts_version + 1, order_version = order_version + 1, keys_version = keys_version + 1
  WHERE id = old.account_id;
END;

CREATE TRIGGER drafts_change_facts AFTER UPDATE OF ${stale('facts')} ON drafts BEGIN
  UPDATE accounts SET facts_version = facts_version + 1 WHERE id = new.account_id;
END;

CREATE TRIGGER drafts_change_keys AFTER UPDATE OF doi_key, url_key, staged, trashed_at ON drafts BEGIN
  UPDATE accounts SET keys_version = keys_version + 1 WHERE id = new.account_id;
END;

-- The keys that several drafts of an account have, also in the trash, but not in previews of imports: to find them among
-- all drafts would take a scan of both indexes. Only the triggers below write it.
CREATE TABLE shared_keys (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('doi', 'url')),
  key TEXT NOT NULL,
  PRIMARY KEY (account_id, kind, key)
) STRICT, WITHOUT ROWID;
${shareKeys('doi')}${shareKeys('url')}
CREATE TRIGGER drafts_change_order AFTER UPDATE OF ${stale('order')} ON drafts BEGIN
  UPDATE accounts SET order_version = order_version + 1 WHERE id = new.account_id;
END;

-- Written with the draft (store/drafts/draftWriter.ts): the values of each facet, one in each line. The row of a draft
-- whose values change is replaced by one with the next number.
CREATE TABLE draft_facets (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  draft_id INTEGER NOT NULL UNIQUE REFERENCES drafts (id) ON DELETE CASCADE,
  -- JSON of a message, in a short form
  first_finding TEXT,
${storedFacets.map((name) => `  ${name} TEXT NOT NULL`).join(',\n')}
) STRICT;

-- The facets of a few letters once more (store/drafts/facets/facetColumns.ts reads them for all drafts), because the whole
-- rows are eight times as large.
CREATE INDEX draft_facets_short ON draft_facets (number, draft_id, finding, missing, year, issue);

-- Full-text search over drafts, written with them (store/drafts/draftWriter.ts); rowid is the draft's id. The abstract is
-- most of a draft's text: in a table of its own, it need not be indexed again when only other texts change.
CREATE VIRTUAL TABLE draft_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- Its segments are merged in small steps (store/drafts/search/searchIndex.ts): left to itself it would now and then merge for seconds.
INSERT INTO draft_search (draft_search, rank)
VALUES ('automerge', 0), ('deletemerge', 0), ('crisismerge', 1000), ('usermerge', 16);

CREATE VIRTUAL TABLE draft_summary_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- Its segments are merged in small steps (store/drafts/search/searchIndex.ts): left to itself it would now and then merge for seconds.
INSERT INTO draft_summary_search (draft_summary_search, rank)
VALUES ('automerge', 0), ('deletemerge', 0), ('crisismerge', 1000), ('usermerge', 16);

CREATE TABLE draft_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON of a filter (shared/draft/draft.ts draftFilterSchema)
  filter TEXT NOT NULL
) STRICT;

CREATE INDEX draft_lists_by_account ON draft_lists (account_id);

CREATE TRIGGER drafts_leave_search AFTER DELETE ON drafts BEGIN
  DELETE FROM draft_search WHERE rowid = old.id;
END;

CREATE TRIGGER drafts_leave_summary_search AFTER DELETE ON drafts BEGIN
  DELETE FROM draft_summary_search WHERE rowid = old.id;
END;
`;
