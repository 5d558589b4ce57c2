/** Settings, accounts and their journals, searches, and how many articles the directory has. */
export const accounts = `
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
  -- counted up whenever all of them are: what was derived with an earlier number may be out of date
  checks_version INTEGER NOT NULL DEFAULT 0,
  -- counted up by every change of what its list of drafts filters by, and of what it is ordered by
  facts_version INTEGER NOT NULL DEFAULT 0,
  order_version INTEGER NOT NULL DEFAULT 0,
  -- counted up by every change of which drafts have which DOI and full-text address
  keys_version INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- its journals were found without its name, so that there may be more
  journals_partial INTEGER NOT NULL DEFAULT 0,
  -- of an account in an office: only approved drafts may be sent
  approved_only INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TRIGGER accounts_checked_anew AFTER UPDATE OF recheck_after ON accounts WHEN new.recheck_after = 0 BEGIN
  UPDATE accounts SET checks_version = checks_version + 1 WHERE id = new.id;
END;

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
  -- only looked at: no rule and no list of the account's journals knows of it
  viewed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;

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

-- What the server at an account's address was found to do (shared/directory/profile.ts), as JSON, and when it was asked.
CREATE TABLE server_profiles (
  base TEXT PRIMARY KEY,
  profile TEXT NOT NULL,
  asked_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE directory_counts (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  journal_id TEXT NOT NULL,
  year TEXT NOT NULL,
  total INTEGER NOT NULL,
  counted_at TEXT NOT NULL,
  PRIMARY KEY (account_id, journal_id, year)
) STRICT, WITHOUT ROWID;
`;
