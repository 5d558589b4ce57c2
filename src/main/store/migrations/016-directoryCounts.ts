/**
 * Version 16: how many articles journals have at the directory, by year (an empty year adds up all others), and an
 * index of drafts that are refused or failed.
 */
export const directoryCounts = `
CREATE TABLE directory_counts (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  journal_id TEXT NOT NULL,
  year TEXT NOT NULL,
  total INTEGER NOT NULL,
  counted_at TEXT NOT NULL,
  PRIMARY KEY (account_id, journal_id, year)
) STRICT, WITHOUT ROWID;
CREATE INDEX drafts_refused ON drafts (account_id, id) WHERE sync IN ('refused', 'failed');
`;
