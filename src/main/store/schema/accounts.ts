import { accountTable } from '../accounts/accountTable.ts';
import { definitions } from '../columns.ts';
import { journalTable } from '../journals/journalTable.ts';

/** Settings, accounts and their journals, searches, and how many articles the directory has. */
export const accounts = `
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
${definitions(accountTable)}
) STRICT;

CREATE TRIGGER accounts_checked_anew AFTER UPDATE OF recheck_after ON accounts WHEN new.recheck_after = 0 BEGIN
  UPDATE accounts SET checks_version = checks_version + 1 WHERE id = new.id;
END;

CREATE TABLE journals (
${definitions(journalTable)},
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
