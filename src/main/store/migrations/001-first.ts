/** The first schema. Times are ISO 8601 in UTC, JSON is text; keys of accounts are never stored here. */
export const first = `
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('sandbox', 'directory')),
  name TEXT NOT NULL,
  base TEXT NOT NULL,
  dialect TEXT NOT NULL CHECK (dialect IN ('3.0.1', '4.0')),
  rate REAL NOT NULL,
  username TEXT NOT NULL DEFAULT '',
  -- where the key was last put; the key itself is never in this file
  key_place TEXT NOT NULL DEFAULT 'missing',
  journals_at TEXT,
  -- drafts after this id are still to be checked anew with changed journals or dialect; null: none
  recheck_after INTEGER,
  -- counted up by every change of what its list of drafts filters by, and of what it is ordered by
  facts_version INTEGER NOT NULL DEFAULT 0,
  order_version INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;

-- The limiter's memory: after a crash no more may be sent than if nothing had happened.
CREATE TABLE limiters (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  tokens REAL NOT NULL,
  at_ms INTEGER NOT NULL,
  held_until_ms INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE journals (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  publisher TEXT NOT NULL DEFAULT '',
  pissn TEXT,
  eissn TEXT,
  in_directory INTEGER NOT NULL,
  mine INTEGER NOT NULL,
  record TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON list of {name, size}, in the order of their bytes
  files TEXT NOT NULL DEFAULT '[]',
  format TEXT,
  state TEXT NOT NULL,
  size INTEGER NOT NULL,
  received INTEGER NOT NULL DEFAULT 0,
  bytes_read INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  problems INTEGER NOT NULL DEFAULT 0,
  readiness TEXT NOT NULL DEFAULT '{}',
  message TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE import_problems (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  file TEXT NOT NULL DEFAULT '',
  place INTEGER,
  line INTEGER,
  message TEXT NOT NULL
) STRICT;
CREATE INDEX import_problems_by_import ON import_problems (import_id, id);

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
  -- last, so that lists never read through it
  record TEXT NOT NULL
) STRICT;
-- Orders of the list, and everything that it filters and counts by (store/drafts/draftIndex.ts).
CREATE INDEX drafts_by_updated ON drafts (account_id, updated_at) WHERE staged = 0;
CREATE INDEX drafts_by_title ON drafts (account_id, title COLLATE NOCASE) WHERE staged = 0;
CREATE INDEX drafts_by_journal ON drafts (account_id, journal COLLATE NOCASE) WHERE staged = 0;
CREATE INDEX drafts_by_year ON drafts (account_id, year) WHERE staged = 0;
CREATE INDEX drafts_by_facts ON drafts
  (account_id, journal_key, trashed, readiness, sync, import_id, has_orcid, has_identifier) WHERE staged = 0;
CREATE INDEX drafts_by_doi ON drafts (account_id, doi_key) WHERE doi_key IS NOT NULL;
CREATE INDEX drafts_by_url ON drafts (account_id, url_key) WHERE url_key IS NOT NULL;
CREATE INDEX drafts_by_remote ON drafts (account_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX drafts_by_import ON drafts (import_id, import_position) WHERE import_id IS NOT NULL;
CREATE INDEX drafts_by_place ON drafts (account_id, place_file, place_index) WHERE place_file IS NOT NULL;
CREATE INDEX drafts_in_trash ON drafts (trashed_at) WHERE trashed_at IS NOT NULL;

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

-- Full-text search over drafts: written with them (store/drafts/draftWriter.ts), rowid is the draft's id.
CREATE VIRTUAL TABLE draft_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
-- Its segments are merged in small steps (store/drafts/searchIndex.ts): left to itself it would now and then merge for seconds.
INSERT INTO draft_search (draft_search, rank) VALUES ('automerge', 0);
INSERT INTO draft_search (draft_search, rank) VALUES ('deletemerge', 0);
INSERT INTO draft_search (draft_search, rank) VALUES ('crisismerge', 1000);
INSERT INTO draft_search (draft_search, rank) VALUES ('usermerge', 16);
CREATE TRIGGER drafts_leave_search AFTER DELETE ON drafts BEGIN
  DELETE FROM draft_search WHERE rowid = old.id;
END;

-- Changes that an import would make to drafts that exist; applied when it is accepted.
CREATE TABLE import_changes (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  -- running number within the import
  position INTEGER NOT NULL,
  place_file TEXT NOT NULL,
  place_index INTEGER NOT NULL,
  place_line INTEGER,
  draft_id INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL CHECK (outcome IN ('update', 'unchanged', 'twice-in-file')),
  -- the draft as the preview saw it: it is not written over where it was edited since
  draft_version INTEGER NOT NULL,
  -- what the preview shows of the record in the file; the record itself only where it is to be written
  title TEXT NOT NULL,
  journal TEXT NOT NULL,
  year TEXT NOT NULL,
  doi TEXT NOT NULL,
  readiness TEXT NOT NULL,
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  -- JSON list of {path, before, after}
  changes TEXT NOT NULL DEFAULT '[]',
  notes TEXT NOT NULL DEFAULT '[]',
  record TEXT
) STRICT;
CREATE INDEX import_changes_by_import ON import_changes (import_id, position);
CREATE INDEX import_changes_by_draft ON import_changes (draft_id);

CREATE TABLE uploads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reading', 'ready', 'running', 'paused', 'done', 'cancelled')),
  paused_by TEXT,
  message TEXT NOT NULL DEFAULT '',
  skipped INTEGER NOT NULL DEFAULT 0,
  held_back INTEGER NOT NULL DEFAULT 0,
  -- JSON list of {draftId, title, reason, path, message}: what was left out and why, at the start
  left_out TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
) STRICT;

CREATE TABLE upload_items (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
  -- no foreign key: a run outlives its drafts, which may be removed for good; title and place as they were when it began
  draft_id INTEGER NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  place TEXT NOT NULL DEFAULT '',
  doi TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'accepted', 'unsure', 'done', 'refused', 'failed')),
  -- may only join batches of at most this many records
  batch_cap INTEGER NOT NULL DEFAULT 1000000,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- not before this time (growing pauses)
  due_ms INTEGER NOT NULL DEFAULT 0,
  -- the request that carries or carried it, and the hash and keys of what was sent in it
  request_id INTEGER,
  sent_hash TEXT,
  -- hash of the content as the directory stores it, to know it again there (upload/storedContent.ts)
  sent_content TEXT,
  doi_key TEXT,
  url_key TEXT,
  bytes INTEGER NOT NULL DEFAULT 0,
  -- dialect 4.0: the directory's upload id
  ticket TEXT,
  outcome TEXT CHECK (outcome IN ('created', 'overwrote')),
  remote_id TEXT,
  refusal TEXT,
  updated_at TEXT NOT NULL
) STRICT;
-- also counts the progress of an upload without touching its rows
CREATE INDEX upload_items_by_state ON upload_items (upload_id, state, outcome, position);
CREATE INDEX upload_items_by_position ON upload_items (upload_id, position);
CREATE INDEX upload_items_halved ON upload_items (upload_id, state) WHERE batch_cap < 1000000;
CREATE INDEX upload_items_without_id ON upload_items (upload_id, due_ms) WHERE state = 'done' AND remote_id IS NULL;
CREATE INDEX upload_items_by_draft ON upload_items (draft_id, id);
CREATE INDEX upload_items_by_ticket ON upload_items (ticket) WHERE ticket IS NOT NULL;

-- Every request of an account, the key never in the address.
CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  method TEXT NOT NULL,
  address TEXT NOT NULL,
  status INTEGER,
  records INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  duration INTEGER,
  outcome TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX requests_by_upload ON requests (upload_id, id);

CREATE TABLE request_items (
  request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL REFERENCES upload_items (id) ON DELETE CASCADE,
  PRIMARY KEY (item_id, request_id)
) STRICT, WITHOUT ROWID;
`;
