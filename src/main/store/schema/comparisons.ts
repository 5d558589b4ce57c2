/** Comparisons of a journal's year with the directory and Crossref. */
export const comparisons = `
CREATE TABLE comparisons (
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
  finished_at TEXT,
  -- null until Crossref is asked: JSON of the state, the message, and how much was read
  crossref TEXT
) STRICT;

CREATE TABLE comparison_rows (
  -- undo entries keep it, so no later row may get it again
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  comparison_id INTEGER NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL CHECK (outcome IN ('missing-there', 'missing-here', 'different', 'same', 'crossref-only')),
  title TEXT NOT NULL,
  doi TEXT NOT NULL,
  draft_id INTEGER REFERENCES drafts (id) ON DELETE SET NULL,
  draft_version INTEGER,
  remote_id TEXT,
  differences TEXT NOT NULL DEFAULT '[]',
  aside INTEGER NOT NULL DEFAULT 0,
  keys TEXT NOT NULL DEFAULT '[]',
  record TEXT,
  -- the article as Crossref has it; null if Crossref does not have it, or was not asked
  crossref TEXT
) STRICT;

CREATE INDEX comparison_rows_by_outcome ON comparison_rows (comparison_id, outcome, aside, id);
CREATE INDEX comparison_rows_by_remote ON comparison_rows (comparison_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX comparison_rows_by_draft ON comparison_rows (draft_id) WHERE draft_id IS NOT NULL;

-- What was set aside stays so in the next comparison of the same year.
CREATE TABLE comparison_asides (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  year TEXT NOT NULL,
  outcome TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (account_id, year, outcome, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE crossref_works (
  doi TEXT PRIMARY KEY,
  work TEXT NOT NULL,
  fetched_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
