/** Applications and Update Requests with their timelines, saved searches, and comparisons with the directory. */
export const applications = `
CREATE TABLE applications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  version INTEGER NOT NULL DEFAULT 1,
  -- columns from here to hash are read out of the record when it is saved (store/applications/applicationColumns.ts)
  kind TEXT NOT NULL CHECK (kind IN ('new', 'update')),
  journal_id TEXT,
  title TEXT NOT NULL,
  pissn TEXT NOT NULL,
  eissn TEXT NOT NULL,
  search_text TEXT NOT NULL,
  readiness TEXT NOT NULL CHECK (readiness IN ('incomplete', 'warnings', 'ready')),
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  ignored INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  -- hash of what would be sent, and of what was sent last
  hash TEXT NOT NULL,
  sent_hash TEXT,
  sync TEXT NOT NULL DEFAULT 'never'
    CHECK (sync IN ('never', 'queued', 'sending', 'unsure', 'sent', 'changed', 'refused', 'failed')),
  status TEXT CHECK (status IN ('checking', 'waiting', 'review', 'revisions', 'accepted', 'rejected', 'gone', 'other')),
  status_at TEXT,
  checked_at TEXT,
  remote_id TEXT,
  -- sending: how often it was tried, not before when (milliseconds since 1970) it is due again, how many ignored values
  -- were seen before it was queued, and the request under way (applicationStore.ts, SendingAttempt)
  attempts INTEGER NOT NULL DEFAULT 0,
  due_ms INTEGER NOT NULL DEFAULT 0,
  seen_ignored INTEGER NOT NULL DEFAULT 0,
  attempt TEXT,
  -- reading back: when it is due (null: nothing to be read), and how often it was tried
  read_ms INTEGER,
  reads INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  trashed_at TEXT,
  -- the last refusal (shared/draft/draft.ts refusalSchema), the hash it was about, and whether the directory refused or we gave up
  refusal TEXT,
  refusal_hash TEXT,
  refusal_state TEXT CHECK (refusal_state IN ('refused', 'failed')),
  -- the journal as the directory had it (Update Requests), what was sent last, and what was then read back
  base TEXT,
  base_at TEXT,
  sent TEXT,
  stored TEXT,
  stored_at TEXT,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX applications_by_updated ON applications (account_id, updated_at);
CREATE INDEX applications_by_journal ON applications (account_id, journal_id) WHERE journal_id IS NOT NULL;
CREATE UNIQUE INDEX applications_by_remote ON applications (account_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX applications_under_way ON applications (account_id, sync, due_ms);
CREATE INDEX applications_to_read ON applications (account_id, read_ms) WHERE read_ms IS NOT NULL;

CREATE TABLE application_events (
  id INTEGER PRIMARY KEY,
  application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX application_events_in_order ON application_events (application_id, id);

-- Searches by name, and recent ones, whose name is empty.
CREATE TABLE searches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('journal', 'article', 'application')),
  name TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL,
  sort TEXT NOT NULL DEFAULT '',
  total INTEGER,
  ran_at TEXT
) STRICT;
CREATE INDEX searches_by_account ON searches (account_id, name, id);

CREATE TABLE reconciliations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  journal_title TEXT NOT NULL,
  -- JSON list
  issns TEXT NOT NULL,
  year TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  message TEXT NOT NULL DEFAULT '',
  total INTEGER,
  read INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  requests_in_all INTEGER,
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;
CREATE TABLE reconciliation_rows (
  id INTEGER PRIMARY KEY,
  reconciliation_id INTEGER NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL CHECK (outcome IN ('missing-there', 'missing-here', 'different', 'same')),
  title TEXT NOT NULL,
  doi TEXT NOT NULL,
  draft_id INTEGER REFERENCES drafts (id) ON DELETE SET NULL,
  -- the draft as it was compared: it is not written over where it was edited since
  draft_version INTEGER,
  remote_id TEXT,
  differences TEXT NOT NULL DEFAULT '[]',
  aside INTEGER NOT NULL DEFAULT 0,
  -- what the next comparison knows the row by: JSON list of 'doi:...', 'id:...', 'draft:...'
  keys TEXT NOT NULL DEFAULT '[]',
  -- the article as the directory gave it; not of those that are the same
  record TEXT
) STRICT;
CREATE INDEX reconciliation_rows_by_outcome ON reconciliation_rows (reconciliation_id, outcome, aside, id);
CREATE INDEX reconciliation_rows_by_draft ON reconciliation_rows (draft_id) WHERE draft_id IS NOT NULL;
-- What was set aside stays so in the next comparison of the same year.
CREATE TABLE reconciliation_asides (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  year TEXT NOT NULL,
  outcome TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (account_id, year, outcome, key)
) STRICT, WITHOUT ROWID;

-- Requests of long ago are removed, each with what it carried.
CREATE INDEX request_items_by_request ON request_items (request_id);

-- Journals that were only looked at: no rule and no list of the account's journals knows of them.
ALTER TABLE journals ADD COLUMN viewed INTEGER NOT NULL DEFAULT 0;
-- The account's journals were found without its name, so that there may be more.
ALTER TABLE accounts ADD COLUMN journals_partial INTEGER NOT NULL DEFAULT 0;
`;
