/** Drafts of articles, and what their list filters, sorts and searches by. */
export const drafts = `
CREATE TABLE drafts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL DEFAULT 'article',
  version INTEGER NOT NULL DEFAULT 1,
  -- columns from here to hash are read out of the record when it is saved (store/drafts/draftColumns.ts)
  title TEXT NOT NULL,
  authors TEXT NOT NULL,
  journal TEXT NOT NULL,
  -- 'pissn/eissn' of the account's journal, else as in the record: groups drafts by journal
  journal_key TEXT NOT NULL,
  year TEXT NOT NULL,
  doi TEXT NOT NULL,
  doi_key TEXT,
  url_key TEXT,
  has_orcid INTEGER NOT NULL,
  -- has a DOI or a full-text address
  has_identifier INTEGER NOT NULL,
  readiness TEXT NOT NULL CHECK (readiness IN ('incomplete', 'warnings', 'ready')),
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  ignored INTEGER NOT NULL,
  -- hash of what would be sent, and of what was sent last
  hash TEXT NOT NULL,
  sent_hash TEXT,
  sent_doi_key TEXT,
  sent_url_key TEXT,
  sent_at TEXT,
  remote_id TEXT,
  sync TEXT NOT NULL DEFAULT 'never' CHECK (sync IN ('never', 'queued', 'sent', 'changed', 'refused', 'failed')),
  -- the last refusal (shared/draft/draft.ts refusalSchema), the hash it was about, and whether the directory refused it or we gave up
  refusal TEXT,
  refusal_hash TEXT,
  refusal_state TEXT CHECK (refusal_state IN ('refused', 'failed')),
  import_id INTEGER REFERENCES imports (id) ON DELETE SET NULL,
  -- running number within the import, over all its files
  import_position INTEGER,
  place_file TEXT,
  place_index INTEGER,
  place_line INTEGER,
  notes TEXT NOT NULL DEFAULT '[]',
  -- belongs to an import that nobody has accepted yet: hidden everywhere
  staged INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  trashed_at TEXT,
  trashed INTEGER NOT NULL GENERATED ALWAYS AS (trashed_at IS NOT NULL) VIRTUAL,
  -- what lists sort by, read out of the record too (sortKey)
  title_sort TEXT NOT NULL DEFAULT '',
  journal_sort TEXT NOT NULL DEFAULT '',
  -- bytes of the JSON that is sent, read out of the record too
  wire_bytes INTEGER NOT NULL DEFAULT 0,
  -- the newest comparison of its account that had begun when it was sent, because a clock that was changed does not
  -- tell which came first
  sent_after_comparison INTEGER NOT NULL DEFAULT 0,
  -- null: being written; who is to go on with it is the name of a person in the office
  review TEXT CHECK (review IN ('review', 'approved')),
  assignee TEXT,
  -- the version that an import gave to it; a later version was edited, so a file never changes it by its place alone
  origin_version INTEGER NOT NULL DEFAULT 1,
  -- last, so that lists never read through it
  record TEXT NOT NULL
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
  WHERE sent_doi_key IS NOT NULL AND sent_doi_key IS NOT doi_key;
CREATE INDEX drafts_by_former_url ON drafts (account_id, sent_url_key)
  WHERE sent_url_key IS NOT NULL AND sent_url_key IS NOT url_key;
CREATE INDEX drafts_by_title ON drafts (account_id, title_sort) WHERE staged = 0;
CREATE INDEX drafts_by_journal ON drafts (account_id, journal_sort) WHERE staged = 0;
CREATE INDEX drafts_to_verify ON drafts (account_id, id) WHERE sent_hash = '?';
CREATE INDEX drafts_by_sent ON drafts (account_id, sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX drafts_refused ON drafts (account_id, id) WHERE sync IN ('refused', 'failed');
CREATE INDEX drafts_in_preview ON drafts (import_id, readiness <> 'incomplete', import_position) WHERE staged = 1;
CREATE INDEX drafts_in_review ON drafts (id, account_id, review, assignee) WHERE review IS NOT NULL OR assignee IS NOT NULL;

CREATE TRIGGER drafts_come AFTER INSERT ON drafts WHEN new.staged = 0 BEGIN
  UPDATE accounts SET facts_version = facts_version + 1, order_version = order_version + 1 WHERE id = new.account_id;
END;

CREATE TRIGGER drafts_go AFTER DELETE ON drafts WHEN old.staged = 0 BEGIN
  UPDATE accounts SET facts_version = facts_version + 1, order_version = order_version + 1 WHERE id = old.account_id;
END;

CREATE TRIGGER drafts_change_facts
AFTER UPDATE OF staged, trashed_at, journal_key, readiness, sync, import_id, has_orcid, has_identifier ON drafts BEGIN
  UPDATE accounts SET facts_version = facts_version + 1 WHERE id = new.account_id;
END;

CREATE TRIGGER drafts_change_order AFTER UPDATE OF staged, title, journal, year, updated_at ON drafts BEGIN
  UPDATE accounts SET order_version = order_version + 1 WHERE id = new.account_id;
END;

CREATE TRIGGER drafts_change_review AFTER UPDATE OF review, assignee ON drafts BEGIN
  UPDATE accounts SET facts_version = facts_version + 1 WHERE id = new.account_id;
END;

-- Written with the draft (store/drafts/draftWriter.ts): the values of each facet, one in each line. The row of a draft
-- whose values change is replaced by one with the next number.
CREATE TABLE draft_facets (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  draft_id INTEGER NOT NULL UNIQUE REFERENCES drafts (id) ON DELETE CASCADE,
  -- JSON of a message, in a short form
  first_finding TEXT,
  finding TEXT NOT NULL,
  missing TEXT NOT NULL,
  year TEXT NOT NULL,
  issue TEXT NOT NULL,
  author TEXT NOT NULL,
  keyword TEXT NOT NULL,
  affiliation TEXT NOT NULL,
  host TEXT NOT NULL
) STRICT;

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
