/** Repositories that are harvested by OAI-PMH. */
export const harvests = `
CREATE TABLE harvest_sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  set_spec TEXT NOT NULL,
  granularity TEXT NOT NULL,
  -- the repository's time at the beginning of the last complete run
  harvested_at TEXT,
  -- JSON of a stopped run: where its list goes on
  stopped TEXT,
  UNIQUE (account_id, address, prefix, set_spec)
) STRICT;

CREATE TABLE harvest_records (
  source_id INTEGER NOT NULL REFERENCES harvest_sources (id) ON DELETE CASCADE,
  identifier TEXT NOT NULL,
  datestamp TEXT NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (source_id, identifier)
) STRICT, WITHOUT ROWID;

-- Records that the repository has no longer, for the preview of the import.
CREATE TABLE harvest_gone (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  identifier TEXT NOT NULL,
  title TEXT NOT NULL,
  how TEXT NOT NULL,
  PRIMARY KEY (import_id, identifier)
) STRICT, WITHOUT ROWID;
`;
